import { constants } from "node:fs";
import { access, chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode, reasonOf, TrueupError } from "../../core/errors.js";
import { isInside, readRegular, realPath } from "../../desired/index.js";
import { makeDirectories } from "./make-directories.js";
import { targetFile } from "./target-file.js";

/** More than any file that is written here holds. */
const largest = 256 * 1024 * 1024;

/** One file that is to be written. */
export interface FileChange {
  /** As people see it: relative to where they stand. */
  readonly file: string;
  readonly absolute: string;
  /** What was read there; undefined for a file that is not there yet. */
  readonly before?: string | Uint8Array;
  readonly after: string | Uint8Array;
}

/** A file whose new content stands beside it. */
interface Staged {
  readonly change: FileChange;
  /** Links resolved, so that a link stays one. */
  readonly target: string;
  readonly fresh: string;
}

/**
 * Writes files whole, and all of them or none: pictures before the files that name them. Throws TrueupError before the first one is replaced: `file.outside` if a
 * link leads out of the root, `file.changed` if somebody else wrote to one since it was read, `file.unwritable` if one cannot be written.
 */
export async function writeDraft({
  changes,
  root,
}: {
  readonly changes: readonly FileChange[];
  readonly root: string;
}): Promise<void> {
  try {
    makeDirectories(root);
  } catch (error) {
    throw unwritable(root, error);
  }
  const base = await realpath(root);
  for (const change of changes) {
    mustLieInside(change, base);
    await mustBeAsRead(change);
  }
  const pictures = changes.filter(({ after }) => typeof after !== "string");
  const staged = await stage([...pictures, ...changes.filter((change) => !pictures.includes(change))]);
  try {
    for (const { change } of staged) await mustBeAsRead(change);
  } catch (error) {
    await unstage(staged);
    throw error;
  }
  for (const { fresh, target } of staged) await rename(fresh, target);
}

/** Makes sure, before anything is read for it, that files can be put into a directory. Throws TrueupError `file.unwritable`, and `usage` for what looks like the name of a file. */
export async function mustTakeFiles(directory: string, shown: string): Promise<void> {
  let place = directory;
  while (realPath(place) === undefined && dirname(place) !== place) place = dirname(place);
  if (place !== directory && /\.(?:ya?ml|json)$/i.test(directory)) {
    throw new TrueupError({
      code: "usage",
      where: shown,
      message: "there is no such file, and an export makes a directory",
      hint: "Name a directory; files in it are called after what they hold.",
    });
  }
  try {
    if (!(await stat(place)).isDirectory()) throw new Error("it is no directory");
    await access(place, constants.W_OK);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

function mustLieInside({ absolute, file }: FileChange, base: string): void {
  let place = absolute;
  while (realPath(place) === undefined) place = dirname(place);
  if (isInside(realPath(place) ?? place, base)) return;
  throw new TrueupError({
    code: "file.outside",
    where: file,
    message: "a link leads out of the directory, so nothing was written",
    hint: "Take the link away, or name another directory.",
  });
}

async function mustBeAsRead({ absolute, file, before }: FileChange): Promise<void> {
  const there = await fileContent(absolute, file);
  if (before === undefined ? there === undefined : there?.equals(Buffer.from(before))) return;
  throw new TrueupError({
    code: "file.changed",
    where: file,
    message: "somebody else changed the file since it was read, so nothing was written",
    hint: "Run it again: it begins with what the file says now.",
  });
}

/** What stands in a file; undefined if there is none. Throws TrueupError `file.unwritable` for what is no file. */
export async function fileContent(absolute: string, shown: string): Promise<Buffer | undefined> {
  try {
    return readRegular(absolute, largest);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw unwritable(shown, error);
  }
}

async function stage(changes: readonly FileChange[]): Promise<readonly Staged[]> {
  const staged: Staged[] = [];
  for (const change of changes) {
    const target = await targetFile(change.absolute).catch((error: unknown) => {
      throw unwritable(change.file, error);
    });
    const fresh = `${target}.trueup-new`;
    staged.push({ change, target, fresh });
    try {
      await putBeside(change, target, fresh);
    } catch (error) {
      await unstage(staged);
      throw unwritable(change.file, error);
    }
  }
  return staged;
}

async function putBeside({ before, after }: FileChange, target: string, fresh: string): Promise<void> {
  makeDirectories(dirname(target));
  // What an earlier run left behind may be a link.
  await rm(fresh, { force: true });
  if (before !== undefined) await access(target, constants.W_OK);
  await writeFile(fresh, after, { flag: "wx" });
  if (before !== undefined) await chmod(fresh, (await stat(target)).mode);
}

async function unstage(staged: readonly Staged[]): Promise<void> {
  for (const { fresh } of staged) await rm(fresh, { force: true }).catch(() => undefined);
}

function unwritable(file: string, error: unknown): TrueupError {
  return new TrueupError({
    code: "file.unwritable",
    where: file,
    message: `it cannot be written, so nothing was: ${reasonOf(error)}`,
    hint: "See to it that you may write there and that nothing else has its name, or name another directory.",
  });
}
