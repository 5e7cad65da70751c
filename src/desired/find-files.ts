import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { hasCode, TrueupError } from "../core/errors.js";

/** A file to read, and the directory that holds all it may refer to. */
export interface FoundFile {
  readonly absolute: string;
  /** The path as people see it: relative to where they stand. */
  readonly file: string;
  /** Symlinks resolved; what the file refers to must lie in it. */
  readonly directory: string;
  /** Links that lead to the file, its own name among them where that is one: absolute, with the directories above them resolved. */
  readonly links?: readonly string[];
}

/** Texts and pictures by absolute path that stand in for what is on the disk, or that are not there yet. */
export type Overlay = ReadonlyMap<string, string | Uint8Array>;

/** The files of the paths on the command line. */
interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Absolute directory that holds all given paths. */
  readonly root: string;
  /** Absolute directories of which every file is read. */
  readonly directories: readonly string[];
}

/** The empty text that a variable without a value leaves behind would otherwise be the working directory. */
function noPath(): TrueupError {
  return new TrueupError({
    code: "files.missing",
    message: 'there is no "": the path is empty',
    hint: "Is a variable not set? Give a file or a directory that exists.",
  });
}

/**
 * Finds the desired-state files (design, "Which files"). Directories are read recursively for `*.yaml` and `*.yml`; a file is taken as named,
 * also JSON. Without paths: `./trueup` if it is there, else `.`.
 * Files of the overlay are found as if they were on the disk.
 * Throws TrueupError `files.missing` for a path that is not there, `files.none` where a directory holds no file, `files.project` for the project file named as one of desired state.
 */
export async function findFiles(
  paths: readonly string[],
  cwd: string,
  overlay: Overlay = new Map(),
  projectFile?: string,
): Promise<FoundFiles> {
  const isProject = projectTest(projectFile);
  const given = pathsOf(paths, cwd, overlay);
  const byPath = new Map<string, FoundFile & { readonly links: string[] }>();
  const roots: string[] = [];
  const directories: string[] = [];
  for (const name of given) {
    if (name === "") throw noPath();
    const absolute = path.resolve(cwd, name);
    const directory = isDirectory(absolute, overlay);
    if (!directory && !overlay.has(absolute) && !statOf(absolute)) {
      throw new TrueupError({
        code: "files.missing",
        message: `there is no ${name}`,
        hint: "Give a file or a directory that exists.",
      });
    }
    const root = directory ? absolute : path.dirname(absolute);
    roots.push(root);
    if (directory) directories.push(absolute);
    if (!directory && isProject(absolute)) throw projectNamed(name);
    const files = directory ? (await filesOf(absolute, overlay)).filter((file) => !isProject(file)) : [absolute];
    if (files.length === 0) throw noFiles(name);
    for (const file of files) {
      const real = realPath(file) ?? file;
      const known = byPath.get(real) ?? {
        absolute: file,
        file: displayPath(file, cwd),
        directory: realPath(root) ?? root,
        links: [],
      };
      byPath.set(real, known);
      const named = nameOf(file);
      if (named !== asMounted(real)) known.links.push(named);
    }
  }
  return { files: [...byPath.values()], root: commonDirectory(roots), directories };
}

function pathsOf(paths: readonly string[], cwd: string, overlay: Overlay): readonly string[] {
  return paths.length > 0 ? paths : [isDirectory(path.join(cwd, "trueup"), overlay) ? "trueup" : "."];
}

/** The absolute paths that are read, whether or not something is there. */
export function givenPaths(paths: readonly string[], cwd: string): readonly string[] {
  return pathsOf(paths, cwd, new Map()).map((name) => path.resolve(cwd, name));
}

/** The absolute directory that holds all paths, as `findFiles` has it, whether or not there are files in it. */
export function rootOf(paths: readonly string[], cwd: string): string {
  const none: Overlay = new Map();
  return commonDirectory(
    pathsOf(paths, cwd, none).map((name) => {
      const absolute = path.resolve(cwd, name);
      return isDirectory(absolute, none) ? absolute : path.dirname(absolute);
    }),
  );
}

/** A path with symlinks resolved; undefined if nothing is there. */
export function realPath(absolute: string): string | undefined {
  try {
    return realpathSync(absolute);
  } catch {
    return undefined;
  }
}

/** A path with the directories above it resolved, but not itself where it is a link. */
function nameOf(absolute: string): string {
  return path.join(realPath(path.dirname(absolute)) ?? path.dirname(absolute), path.basename(absolute));
}

/** A resolved path as people see it where it is mounted: Kubernetes keeps what it mounts in a directory beside it, to which `..data` leads. */
export function asMounted(real: string): string {
  const parts = real.split(path.sep);
  const upTo = (index: number) => parts.slice(0, index).join(path.sep);
  const mount = parts.findIndex(
    (part, index) => /^\.\.[^/]/.test(part) && realPath(path.join(upTo(index), "..data")) === upTo(index + 1),
  );
  return mount < 0 ? real : parts.toSpliced(mount, 1).join(path.sep);
}

/** The absolute directory that paths in a file are relative to: where the file really lies, whatever link leads to it. */
export function besideOf({ absolute }: Pick<FoundFile, "absolute">): string {
  const real = realPath(absolute);
  return real === undefined || nameOf(absolute) === asMounted(real) ? path.dirname(absolute) : path.dirname(asMounted(real));
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

function projectTest(projectFile: string | undefined): (file: string) => boolean {
  if (projectFile === undefined) return () => false;
  const real = realPath(projectFile) ?? projectFile;
  return (file) => (realPath(file) ?? file) === real;
}

function projectNamed(name: string): TrueupError {
  return new TrueupError({
    code: "files.project",
    message: `${name} is the project file, and no file of desired state`,
    hint: "Name the files or directories that declare things, or leave the path out; another project file is named by --config.",
  });
}

function noFiles(name: string): TrueupError {
  return new TrueupError({
    code: "files.none",
    message: `no *.yaml or *.yml file in ${name === "." ? "this directory" : name}`,
    hint: "Go to the directory of your files, name their path, or run `trueup init` to begin.",
  });
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // Below a file there is nothing either, nor behind a link that leads to itself.
    if (hasCode(error, "ENOTDIR", "ELOOP")) return undefined;
    throw error;
  }
}

function isDirectory(absolute: string, overlay: Overlay): boolean {
  if (overlay.has(absolute)) return false;
  return statOf(absolute)?.isDirectory() ?? [...overlay.keys()].some((file) => isInside(file, absolute));
}

/** What lies in a directory on the disk and in the overlay, in the order in which a walk of the disk alone would meet it. */
async function filesOf(directory: string, overlay: Overlay): Promise<string[]> {
  const onDisk = statOf(directory) ? await filesBelow(directory) : [];
  const added = [...overlay.keys()].filter((file) => isInside(file, directory) && isRead(path.relative(directory, file)));
  const steps = new Map([...onDisk, ...added].map((file) => [file, path.relative(directory, file).split(path.sep).join("\0")]));
  return [...steps].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([file]) => file);
}

function isRead(relative: string): boolean {
  return /\.ya?ml$/.test(relative) && !relative.split(path.sep).some(isSkipped);
}

function isSkipped(name: string): boolean {
  return name.startsWith(".") || name.startsWith("_") || name === "node_modules";
}

async function filesBelow(directory: string): Promise<string[]> {
  const result: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (isSkipped(entry.name)) continue;
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

/** Opening a named pipe would else wait until somebody writes into it. Windows has neither. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a regular file. Whatever its name leads to, it does not wait, and reads no more than so many bytes: throws TrueupError `file.kind` for pipes, devices,
 * sockets and directories (also those of `<(command)`), `file.size`, and what the file system throws, for example ENOENT.
 */
export function readRegular(absolute: string, most: number): Buffer {
  const handle = openSync(absolute, withoutWaiting);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile())
      throw new TrueupError({ code: "file.kind", message: `it is ${sortOf(stats)}, and only regular files are read` });
    if (stats.size > most) {
      throw tooLarge(stats.size, most);
    }
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The error for a file of so many bytes, of which so many may be read. */
export function tooLarge(size: number, most: number): TrueupError {
  const [has, may] = [Math.ceil(size / 1024 / 1024), Math.floor(most / 1024 / 1024)];
  return new TrueupError({ code: "file.size", message: `it has ${has} MB, and at most ${may} MB are read` });
}

/** The noun for a path that is not a regular file. */
export function sortOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}
