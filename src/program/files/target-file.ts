import { lstat, realpath, stat } from "node:fs/promises";
import { hasCode, TrueupError } from "../../core/errors.js";
import { sortOf } from "../../desired/index.js";

/**
 * Where a file is to be written by this name: the name itself where there is nothing yet, the regular file that is there, or the one that a link leads to, so that the link stays one.
 * Throws TrueupError `file.kind` for what is no regular file (a rename would put a file in the place of a device), and for a link that leads nowhere.
 */
export async function targetFile(absolute: string): Promise<string> {
  const status = await unlessMissing(lstat(absolute));
  if (status === undefined) return absolute;
  const stats = status.isSymbolicLink() ? await unlessMissing(stat(absolute)) : status;
  if (stats?.isFile()) return realpath(absolute);
  throw new TrueupError({
    code: "file.kind",
    message:
      stats === undefined ? "it is a link that leads nowhere" : `it is ${sortOf(stats)}, and only regular files are written`,
    hint: "Name a file that is not there yet, or a regular one.",
  });
}

async function unlessMissing<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}
