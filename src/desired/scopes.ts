import { realpathSync } from "node:fs";
import path from "node:path";
import { append } from "../core/append.js";
import { type FileDiagnostic, formatOrigin, type Origin } from "../core/errors.js";
import { fileGlob, glob } from "../core/glob.js";
import { isObject } from "../core/json.js";
import { isTopLevel, type Kinds } from "../core/kind.js";
import { pointerStep } from "../core/pointer.js";
import { envelopeWords, instanceKeys, settingsWord } from "../core/project-schema.js";
import type { Body } from "./body.js";
import { fault } from "./diagnostic.js";
import { isInside } from "./find-files.js";
import type { SourceFile } from "./read-file.js";

/** What the files that a glob names may say. */
export interface FileScope {
  /** Of files, relative to the directory of the scopes; letter case counts. */
  readonly files: string;
  readonly words: readonly string[];
  /** Globs of full paths: groups and projects there, and what hangs on them. */
  readonly paths: readonly string[];
  readonly origin: Origin;
}

/** Which file may say what. */
export interface FileScopes {
  /** Absolute; what the globs of files are relative to. */
  readonly directory: string;
  readonly entries: readonly FileScope[];
}

/** Something that a file says, which a scope must allow. */
interface Said {
  readonly word?: string;
  readonly path?: string;
  readonly origin: Origin;
  readonly address?: string;
  readonly attribute?: string;
}

/**
 * What files say although no scope lets them, and files that no scope names. Several scopes that name one file let it say what any of them does. Pure but for one thing: where a
 * file really lies, symlinks resolved, which is what counts.
 */
export function scopeDiagnostics(
  { directory, entries }: FileScopes,
  sources: readonly SourceFile[],
  bodies: readonly Body[],
  kinds: Kinds,
): readonly FileDiagnostic[] {
  const parts = instanceKeys(kinds);
  const scopes = entries.map((entry) => new ScopeTest(entry, parts));
  const root = realPlace(directory);
  const said = saidIn(sources, bodies, kinds);
  return sources.flatMap((source) => {
    const place = placeOf(source, root);
    const own = place === undefined ? [] : scopes.filter((scope) => scope.names(place));
    if (own.length === 0) return [fileDiagnostic(source, place, entries)];
    return (said.get(source) ?? [])
      .filter((one) => !own.some((scope) => scope.allows(one)))
      .map((one) => outOfScope(one, own, scopes));
  });
}

/** One line of the scopes, ready to be asked. */
class ScopeTest {
  readonly names: (place: string) => boolean;
  private readonly words: ReadonlySet<string>;
  private readonly paths: readonly ((path: string) => boolean)[];

  constructor(
    readonly scope: FileScope,
    instanceParts: readonly string[],
  ) {
    this.names = fileGlob(scope.files);
    this.words = new Set([...scope.words, ...(scope.words.includes(settingsWord) ? instanceParts : [])]);
    this.paths = scope.paths.map((pattern) => glob(pattern));
  }

  allows({ word, path: full }: Said): boolean {
    if (word !== undefined) return this.words.has(word);
    // What is no path leads nowhere, and may not seem to lie below one.
    const isPlain = full?.split("/").every((segment) => !["", ".", ".."].includes(segment)) ?? false;
    return full !== undefined && isPlain && this.paths.some((matches) => matches(full));
  }

  /** The line as people find it. */
  get line(): string {
    return `${this.scope.files}: [${[...this.scope.words, ...this.scope.paths].join(", ")}] (${formatOrigin(this.scope.origin)})`;
  }
}

/** All that each file says, as far as scopes go by it: keys at the top, and groups and projects with what they were called. What hangs on one is where that is. */
function saidIn(sources: readonly SourceFile[], bodies: readonly Body[], kinds: Kinds): ReadonlyMap<SourceFile, readonly Said[]> {
  const said = new Map<SourceFile, Said[]>();
  const words = envelopeWords(kinds);
  for (const source of sources) {
    const { value } = source;
    if (!isObject(value)) continue;
    for (const word of words.filter((one) => Object.hasOwn(value, one)))
      append(said, source, { word, attribute: word, origin: source.keyOrigin(pointerStep(word)) });
  }
  for (const { kind, address, path: full = "", parts, attributes } of bodies) {
    if (!isTopLevel(kind)) continue;
    const place = kind.tree === undefined ? { word: kind.file } : { path: full };
    for (const { source, pointer } of parts) append(said, source, { ...place, address, origin: source.keyOrigin(pointer) });
    const moved = kind.tree === undefined ? undefined : attributes.get("moved_from");
    if (moved === undefined || typeof moved.value !== "string") continue;
    const origin = moved.source.keyOrigin(moved.pointer);
    append(said, moved.source, { path: moved.value, address, attribute: "moved_from", origin });
  }
  return said;
}

function outOfScope(said: Said, own: readonly ScopeTest[], all: readonly ScopeTest[]): FileDiagnostic {
  const others = all.filter((scope) => scope.allows(said));
  const what = said.word === undefined ? (said.path ?? "") : said.word;
  const how = said.attribute === "moved_from" ? `moved_from ${what}` : what;
  const lines = (others.length > 0 ? others : own).map(({ line }) => line).join("; ");
  return fault("scope", said.origin, `${how} is out of the scope of this file`, {
    ...(said.address === undefined ? {} : { address: said.address }),
    ...(said.attribute === undefined ? {} : { attribute: said.attribute }),
    allowed:
      others.length > 0 ? `it may stand where these scopes allow it: ${lines}` : `no scope allows it; this file has ${lines}`,
    related: (others.length > 0 ? others : own).map(({ scope }) => scope.origin),
  });
}

function fileDiagnostic(source: SourceFile, place: string | undefined, entries: readonly FileScope[]): FileDiagnostic {
  const origin = { file: source.file, line: 1, column: 1 };
  const message =
    place === undefined
      ? "the file lies outside of the directory of the project file, where no scope reaches it"
      : `no scope names this file${place === source.file ? "" : `, which is ${place}`}`;
  const [first] = entries;
  return fault("scope.file", origin, message, {
    allowed: "add an entry for it to scopes of the project file",
    ...(first === undefined ? {} : { related: [first.origin] }),
  });
}

/** Where a file really lies, relative to the directory of the scopes, with forward slashes; undefined outside of that. */
function placeOf({ absolute }: SourceFile, root: string): string | undefined {
  const real = realPlace(absolute);
  return isInside(real, root) ? path.relative(root, real).split(path.sep).join("/") : undefined;
}

/** With symlinks resolved; of what is not there yet those above it. */
function realPlace(absolute: string): string {
  try {
    return realpathSync(absolute);
  } catch {
    const above = path.dirname(absolute);
    return above === absolute ? absolute : path.join(realPlace(above), path.basename(absolute));
  }
}
