import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { displayPath, findFiles, type LoadOptions, readRegular } from "../../desired/index.js";
import type { RunContext } from "../server/run-context.js";
import { loadValid } from "./load.js";

/** What each file said, by its path from the root of the files: a sha256, or `unread` for one that is not there or cannot be read. */
export type FileDigests = ReadonlyMap<string, string>;

/** As large as what desired state names may be. */
const largest = 20 * 1024 * 1024;
const unread = "unread";

/** What a plan needs of its files. Their texts and trees are left out: those of thousands of projects would take half of a plan's memory. */
export interface LoadedWithDigests extends Pick<
  Awaited<ReturnType<typeof loadValid>>,
  "state" | "diagnostics" | "warnings" | "base"
> {
  readonly files: FileDigests;
}

/**
 * Loads files as `loadValid` does, with the digests of all that goes into them: these files, what they name, files of variables, and the project file. What changes meanwhile has
 * the digest of what was loaded, or an older one. A run without secrets reads no file that is named: it may be one.
 */
export async function loadWithDigests(
  paths: readonly string[],
  context: RunContext,
  options: Pick<LoadOptions, "strict" | "tier">,
): Promise<LoadedWithDigests> {
  const { cwd, vars, projectPlace, withoutSecrets } = context;
  const known = new Map<string, string>();
  const add = (absolute: string): void => {
    if (!known.has(absolute)) known.set(absolute, digestOfFile(absolute));
  };
  const beside = [...(vars?.files ?? []).map((file) => resolve(cwd, file)), ...(projectPlace ? [projectPlace.file] : [])];
  for (const absolute of beside) add(absolute);
  const loaded = await loadValid(paths, context, { ...options, ...(withoutSecrets ? {} : { onNamed: add }) });
  for (const { absolute, byteOrderMark, text } of loaded.sources)
    known.set(absolute, digestOf(byteOrderMark ? `\uFEFF${text}` : text));
  const files = new Map([...known].map(([absolute, digest]) => [displayPath(absolute, loaded.directory), digest]));
  const { state, diagnostics, warnings, base } = loaded;
  return { state, diagnostics, warnings, ...(base ? { base } : {}), files };
}

/** What the files of the paths say now, and those that are named, by their paths from the root of the files. Throws TrueupError `files.missing`, `files.none` or `files.project`. */
export async function digestsNow(
  paths: readonly string[],
  named: readonly string[],
  { cwd, projectPlace }: Pick<RunContext, "cwd" | "projectPlace">,
): Promise<FileDigests> {
  const { files, root } = await findFiles(paths, cwd, new Map(), projectPlace?.file);
  const names = new Set([...files.map(({ absolute }) => displayPath(absolute, root)), ...named]);
  return new Map([...names].map((name) => [name, digestOfFile(resolve(root, name))]));
}

function digestOfFile(absolute: string): string {
  try {
    return digestOf(readRegular(absolute, largest));
  } catch {
    return unread;
  }
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
