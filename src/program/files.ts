import { existsSync, readFileSync } from "node:fs";
import { mkdir, realpath, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Edit, Layout, Refuse } from "../core/declaration.js";
import { type Problem, TrueupError } from "../core/errors.js";
import { canonicalJson, type Json } from "../core/json.js";
import {
  checkDeclaration,
  displayPath,
  environmentExample,
  environmentFile,
  isInside,
  type Loaded,
  loadDesired,
} from "../desired/index.js";
import { editFiles } from "../desired/edit/index.js";
import type { ResolveSecret } from "../engine/compare.js";
import type { Exported } from "../engine/export.js";
import type { IsTaken } from "../engine/pictures.js";
import { kinds } from "../kinds/index.gen.js";
import { secrets } from "./outside.js";
import type { Surroundings } from "./surroundings.js";

/** One file that is to be written. */
export interface FileChange {
  /** As people see it: relative to where they stand. */
  readonly file: string;
  readonly absolute: string;
  /** Undefined for a file that is not there yet. */
  readonly before?: string | Uint8Array;
  readonly after: string | Uint8Array;
}

/** Files that say what is live; nothing is written yet. */
export interface FilesDraft {
  readonly changes: readonly FileChange[];
  /** Directory that all files lie in, absolute. */
  readonly root: string;
  /** What is live and not in the files, a sentence each. */
  readonly gaps: readonly string[];
  /** Warnings about the files that are there already. */
  readonly problems: readonly Problem[];
  /** Things by what becomes of them in the files. */
  readonly summary: { readonly added: number; readonly changed: number; readonly removed: number };
  readonly requests: number;
}

/** What making files needs to know beside what they are to say. */
export interface FilesContext {
  readonly around: Surroundings;
  readonly layout: Layout;
  readonly requests: number;
}

/** What the engine asks about the files while it finds out what they are to say. `root` is their directory, absolute. */
export function settingsFor(
  root: string,
  around: Surroundings,
): { refuse: Refuse; resolve: ResolveSecret; isTaken: IsTaken; onSecret: (value: string) => void } {
  return {
    refuse: refusal(around),
    resolve: secrets(root, around),
    isTaken: (path, bytes) => holdsOther(join(root, path), bytes),
    onSecret: (value) => around.redactor.add(value),
  };
}

/** What loading would refuse, and what would write a secret of the instance down. */
function refusal({ redactor }: Surroundings): Refuse {
  const holdsSecret = (value: Json): boolean => redactor.scrub(canonicalJson(value)) !== canonicalJson(value);
  return (declaration) => [
    ...checkDeclaration(declaration, kinds),
    ...Object.entries(declaration.spec)
      .filter(([, value]) => value !== undefined && holdsSecret(value))
      .map(([attribute]) => ({ attribute, message: "its text holds a secret of this instance" })),
  ];
}

function holdsOther(file: string, bytes: Uint8Array): boolean {
  return existsSync(file) && !readFileSync(file).equals(bytes);
}

/** A draft of files in a directory that holds none yet, given their content by path. */
export function newFiles(
  root: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  exported: Exported,
  { around, requests }: FilesContext,
): FilesDraft {
  const changes = [...files].map(([path, after]) => changeOf(join(root, path), after, around.cwd));
  const { gaps } = exported;
  return { root, changes: changes.flat(), gaps, problems: [], summary: summaryOf(exported.edits), requests };
}

/** A draft of files that people wrote, loaded from `paths`, with the edits in them. What would be written is loaded first, from there too: it must be sound. */
export async function editedFiles(
  loaded: Loaded,
  exported: Exported,
  context: FilesContext & { readonly paths: readonly string[] },
): Promise<FilesDraft> {
  const { around, layout, requests } = context;
  const { files, unmade } = editFiles(loaded, exported.edits, { kinds, layout });
  const pictures = [...exported.pictures].map(([path, bytes]) => [join(loaded.directory, path), bytes] as const);
  const overlay = new Map<string, string | Uint8Array>([
    ...pictures,
    ...files.map(({ absolute, after }) => [absolute, after] as const),
    ...environment(loaded.directory, exported.edits),
  ]);
  await mustBeSound(context.paths, overlay, around);
  return {
    root: loaded.directory,
    changes: [...overlay].flatMap(([absolute, after]) => changeOf(absolute, after, around.cwd)),
    gaps: [
      ...exported.gaps,
      ...unmade.map(
        ({ address, attribute, message }) => `${address}: ${attribute === undefined ? "" : `${attribute} `}${message}`,
      ),
    ],
    problems: loaded.problems,
    summary: summaryOf(exported.edits),
    requests,
  };
}

/** `.env.example` with the variables that edits refer to, if there are any. */
function environment(directory: string, edits: readonly Edit[]): (readonly [string, string])[] {
  const absolute = join(directory, environmentFile);
  const existing = existsSync(absolute) ? readFileSync(absolute, "utf8") : undefined;
  const said = edits.flatMap((edit) => {
    if (edit.action === "declare") return [edit.declaration];
    return edit.action === "set" ? [{ address: edit.address, spec: edit.attributes }] : [];
  });
  const text = environmentExample(said, existing);
  return text === undefined || text === existing ? [] : [[absolute, text]];
}

async function mustBeSound(
  given: readonly string[],
  overlay: ReadonlyMap<string, string | Uint8Array>,
  { cwd, env }: Surroundings,
): Promise<void> {
  const isGiven = (file: string): boolean => given.some((path) => isInside(file, resolve(cwd, path)));
  const paths = [...given, ...[...overlay.keys()].filter((file) => /\.ya?ml$/.test(file) && !isGiven(file))];
  const { problems } = await loadDesired(paths, { kinds, cwd, env, overlay });
  const wrong = problems.find((one) => one.severity === "error");
  if (!wrong) return;
  throw new TrueupError({
    code: "export.unsound",
    message: `what would be written is not sound, so nothing was written: ${wrong.message}`,
    where: `${wrong.origin.file}:${wrong.origin.line}:${wrong.origin.column}`,
    hint: "Please report this, with the file if you can; until then, export into an empty directory.",
  });
}

/** Nothing where the file is there with this very content. */
function changeOf(absolute: string, after: string | Uint8Array, cwd: string): FileChange[] {
  const before = existsSync(absolute) ? readFileSync(absolute) : undefined;
  if (before?.equals(Buffer.from(after))) return [];
  const change = { file: displayPath(absolute, cwd), absolute, after };
  if (before === undefined) return [change];
  return [{ ...change, before: typeof after === "string" ? before.toString("utf8") : before }];
}

function summaryOf(edits: readonly Edit[]): FilesDraft["summary"] {
  const count = (action: Edit["action"]): number => edits.filter((edit) => edit.action === action).length;
  return { added: count("declare"), changed: count("set"), removed: count("forget") };
}

/**
 * Writes what was drafted, each file whole, pictures before the files that name them. Throws TrueupError `file.outside` before the first write if a link
 * leads out of the directory.
 */
export async function writeDraft({ changes, root }: FilesDraft): Promise<void> {
  await mkdir(root, { recursive: true });
  const base = await realpath(root);
  for (const { absolute, file } of changes) {
    await mkdir(dirname(absolute), { recursive: true });
    const real = await realpath(existsSync(absolute) ? absolute : dirname(absolute));
    if (isInside(real, base)) continue;
    throw new TrueupError({
      code: "file.outside",
      where: file,
      message: "a link leads out of the directory, so nothing was written",
      hint: "Take the link away, or name another directory.",
    });
  }
  const pictures = changes.filter(({ after }) => typeof after !== "string");
  for (const { absolute, after } of [...pictures, ...changes.filter((one) => !pictures.includes(one))]) {
    const fresh = `${absolute}.trueup-new`;
    await writeFile(fresh, after);
    await rename(fresh, absolute);
  }
}
