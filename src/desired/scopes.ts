import { fold } from "../core/address.js";
import { append, defined } from "../core/collections.js";
import { type FileDiagnostic, type Origin, fault } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { type Kinds, type PlacedKind, isTopLevel } from "../core/kind.js";
import { envelopeWords, instanceKeys, settingsWord } from "../core/project-schema.js";
import { pointerStep } from "../core/steps.js";
import type { Body } from "./body.js";
import { movedTo } from "./moves.js";
import type { SourceFile } from "./read-file.js";
import { type FileScopes, ScopeTest, ScopedFiles } from "./scoped-files.js";

/** Something that a file says, which a scope must allow. */
interface Said {
  readonly word?: string;
  readonly path?: string;
  readonly origin: Origin;
  readonly address?: string;
  readonly attribute?: string;
  /** Of what moves: its kind, and where it goes to. */
  readonly kind?: string;
  readonly to?: string;
}

/** The lines of the scopes, and where files lie by them. */
export function scopedFiles({ directory, entries }: FileScopes, kinds: Kinds): ScopedFiles {
  const parts = instanceKeys(kinds);
  return new ScopedFiles(
    directory,
    entries.map((entry) => new ScopeTest(entry, entry.words.includes(settingsWord) ? parts : [])),
  );
}

/** What files say although no scope that names them lets them, files that no scope names, and links that lead out of the directory of their scope. */
export function scopeDiagnostics(
  scoped: ScopedFiles,
  sources: readonly SourceFile[],
  bodies: readonly Body[],
  kinds: Kinds,
): readonly FileDiagnostic[] {
  const byFile = saidIn(sources, bodies, kinds);
  const given = departures(bodies);
  return sources.flatMap((source) => {
    const place = scoped.placeOf(source.absolute);
    const tests = scoped.at(place);
    const links = (source.links ?? []).flatMap((link) => linkDiagnostic(link, source, scoped));
    if (links.length > 0) return links;
    if (tests.length === 0) return [fileDiagnostic(source, place, scoped.scopes)];
    return (byFile.get(source) ?? [])
      .filter((statement) => !tests.some((scope) => allows(scope, statement)) && !isGiven(statement, given))
      .map((statement) => outOfScope(statement, tests, scoped.scopes));
  });
}

/** True if the scopes let a file say something of this kind and path at its top. `absolute` is the path of the file, which need not be there. */
export function mayHold(scoped: ScopedFiles, absolute: string, kind: PlacedKind, full: string): boolean {
  const place = placeOf(kind, full);
  return scoped.at(scoped.placeOf(absolute)).some((scope) => allows(scope, place));
}

/** Why no file that is there may say something of this kind and path: the lines of the scopes that would let another one, or that no scope does. */
export function whyUnplaced(scoped: ScopedFiles, kind: PlacedKind, full: string): string {
  const place = placeOf(kind, full);
  const lines = scoped.scopes.filter((scope) => allows(scope, place)).map(({ line }) => line);
  const name = place.word ?? full;
  return lines.length === 0
    ? `is not declared: no scope of the project file allows ${name}`
    : `is not declared: no file is there that may say ${name}; create one where these scopes allow it: ${lines.join("; ")}`;
}

function placeOf(kind: PlacedKind, full: string): Pick<Said, "word" | "path"> {
  return kind.tree === undefined ? { word: kind.file } : { path: full };
}

function allows(scope: ScopeTest, { word, path: full }: Pick<Said, "word" | "path">): boolean {
  return word === undefined ? scope.allowsPath(full ?? "") : scope.words.has(word);
}

/** All that each file says, as far as scopes go by it: keys at the top, and groups and projects with what they were called. What hangs on one is where that is. */
function saidIn(sources: readonly SourceFile[], bodies: readonly Body[], kinds: Kinds): ReadonlyMap<SourceFile, readonly Said[]> {
  const byFile = new Map<SourceFile, Said[]>();
  const words = envelopeWords(kinds);
  for (const source of sources) {
    const { value } = source;
    if (!isObject(value)) continue;
    for (const word of words.filter((known) => Object.hasOwn(value, known)))
      append(byFile, source, { word, attribute: word, origin: source.keyOrigin(pointerStep(word)) });
  }
  for (const { kind, address, path: full = "", parts, attributes } of bodies) {
    if (!isTopLevel(kind)) continue;
    for (const { source, pointer } of parts)
      append(byFile, source, { ...placeOf(kind, full), address, origin: source.keyOrigin(pointer) });
    const moved = kind.tree === undefined ? undefined : attributes.get("moved_from");
    if (moved === undefined || typeof moved.value !== "string") continue;
    const origin = moved.source.keyOrigin(moved.pointer);
    append(byFile, moved.source, { path: moved.value, address, attribute: "moved_from", origin, kind: kind.name, to: full });
  }
  return byFile;
}

/** What files say of things of theirs that somebody else takes over (`moved_to`): where from, and where to. */
function departures(bodies: readonly Body[]): ReadonlySet<string> {
  return new Set(
    bodies.flatMap(({ kind, path: from = "", attributes }) => {
      const to = attributes.get(movedTo)?.value;
      return typeof to === "string" ? [departure(kind.name, from, to)] : [];
    }),
  );
}

function departure(kind: string, from: string, to: string): string {
  return JSON.stringify([kind, fold(from), fold(to)]);
}

function isGiven({ attribute, kind = "", path: from = "", to = "" }: Said, given: ReadonlySet<string>): boolean {
  return attribute === "moved_from" && given.has(departure(kind, from, to));
}

function outOfScope(statement: Said, tests: readonly ScopeTest[], all: readonly ScopeTest[]): FileDiagnostic {
  const others = all.filter((scope) => allows(scope, statement));
  const what = statement.word === undefined ? (statement.path ?? "") : statement.word;
  const how = statement.attribute === "moved_from" ? `moved_from ${what}` : what;
  const lines = (others.length > 0 ? others : tests).map(({ line }) => line).join("; ");
  return fault("scope", statement.origin, `${how} is out of the scope of this file`, {
    ...defined({ address: statement.address, attribute: statement.attribute }),
    allowed: `${others.length > 0 ? `it may stand where these scopes allow it: ${lines}` : `no scope allows it; this file has ${lines}`}${handover(statement)}`,
    related: (others.length > 0 ? others : tests).map(({ scope }) => scope.origin),
  });
}

/** How both sides agree on a move from one scope to another. */
function handover({ attribute, path: from = "", to = "" }: Said): string {
  if (attribute !== "moved_from") return "";
  return `; or one file speaks of both places; or a file that may speak of ${from} says so too: ${from}: { ${movedTo}: ${to} }`;
}

function linkDiagnostic(link: string, source: SourceFile, scoped: ScopedFiles): FileDiagnostic[] {
  const place = scoped.placeOfLink(link);
  const real = scoped.placeOf(source.absolute);
  const scopes = scoped.at(place);
  const leads = (scope: ScopeTest) => {
    const directory = scope.directoryOf(place ?? "");
    return real !== undefined && (directory === "" || real.startsWith(`${directory}/`));
  };
  if (scopes.some(leads)) return [];
  const origin = { file: place ?? source.file, line: 1, column: 1 };
  const to = real === undefined ? "the directory of the project file" : `its scope, to ${real}`;
  const message = scopes.length === 0 ? "no scope names this link" : `this link leads out of ${to}`;
  return [fault("scope.link", origin, message, { allowed: "the file itself, where its scope is" })];
}

function fileDiagnostic(source: SourceFile, place: string | undefined, scopes: readonly ScopeTest[]): FileDiagnostic {
  const origin = { file: source.file, line: 1, column: 1 };
  const message =
    place === undefined
      ? "the file lies outside of the directory of the project file, where no scope reaches it"
      : `no scope names this file${place === source.file ? "" : `, which is ${place}`}`;
  const [first] = scopes;
  return fault("scope.file", origin, message, {
    allowed: "add an entry for it to scopes of the project file",
    ...(first === undefined ? {} : { related: [first.scope.origin] }),
  });
}
