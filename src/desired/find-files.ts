import { realpathSync, statSync, type Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { TrueupError } from "../core/errors.js";

/** A file to read, and the directory that holds all it may refer to. */
export interface FoundFile {
  readonly absolute: string;
  /** The path as people see it: relative to where they stand. */
  readonly file: string;
  /** Symlinks resolved; what the file refers to must lie in it. */
  readonly directory: string;
}

/** The files of the paths on the command line. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Absolute directory that holds all given paths. */
  readonly root: string;
}

/**
 * Finds the desired-state files (design, "Which files"). Directories are read recursively for `*.yaml` and `*.yml`; a file is taken as named,
 * also JSON. Without paths: `./trueup` if it is there, else `.`.
 * Throws TrueupError `files.missing` for a path that is not there, `files.none` where a directory holds no file.
 */
export async function findFiles(paths: readonly string[], cwd: string): Promise<FoundFiles> {
  const given = paths.length > 0 ? paths : [statOf(path.join(cwd, "trueup"))?.isDirectory() ? "trueup" : "."];
  const found = new Map<string, FoundFile>();
  const roots: string[] = [];
  for (const name of given) {
    const absolute = path.resolve(cwd, name);
    const stats = statOf(absolute);
    if (!stats) {
      throw new TrueupError({
        code: "files.missing",
        message: `there is no ${name}`,
        hint: "Give a file or a directory that exists.",
      });
    }
    const root = stats.isDirectory() ? absolute : path.dirname(absolute);
    roots.push(root);
    const files = stats.isDirectory() ? await filesBelow(absolute) : [absolute];
    if (files.length === 0) throw noFiles(name);
    for (const file of files) {
      const real = realpathSync(file);
      if (!found.has(real)) found.set(real, { absolute: file, file: displayPath(file, cwd), directory: realpathSync(root) });
    }
  }
  return { files: [...found.values()], root: commonDirectory(roots) };
}

/** A path relative to where the user stands, with forward slashes. */
export function displayPath(absolute: string, cwd: string): string {
  return path.relative(cwd, absolute).split(path.sep).join("/") || ".";
}

/** True if `inner` is `outer` or lies below it. Both absolute and resolved. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || (!relative.startsWith(`..${path.sep}`) && relative !== ".." && !path.isAbsolute(relative));
}

function noFiles(name: string): TrueupError {
  return new TrueupError({
    code: "files.none",
    message: `${name} holds no *.yaml or *.yml file`,
    hint: "Write one, or run `trueup init` for a commented start.",
  });
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

async function filesBelow(directory: string): Promise<string[]> {
  const result: string[] = [];
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name.startsWith("_") || entry.name === "node_modules") continue;
    const absolute = path.join(directory, entry.name);
    if (entry.isDirectory()) result.push(...(await filesBelow(absolute)));
    else if (/\.ya?ml$/.test(entry.name) && statOf(absolute)?.isFile()) result.push(absolute);
  }
  return result;
}

function commonDirectory(directories: readonly string[]): string {
  let [common = path.sep] = directories;
  while (!directories.every((directory) => isInside(directory, common))) common = path.dirname(common);
  return common;
}
