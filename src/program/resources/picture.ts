import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { TrueupError } from "../../core/errors.js";

const largest = 20 * 1024 * 1024;

/** Bytes of a picture by a path relative to where the user stands, or an absolute one. Throws TrueupError `file.missing` or `file.size`. */
export async function readPicture(path: string, cwd: string): Promise<Uint8Array> {
  const file = await open(resolve(cwd, path)).catch(() => undefined);
  try {
    const stats = await file?.stat();
    if (!file || !stats?.isFile()) throw new TrueupError({ code: "file.missing", where: path, message: "there is no such file" });
    if (stats.size > largest) throw new TrueupError({ code: "file.size", where: path, message: "the file has more than 20 MB" });
    return await file.readFile();
  } finally {
    await file?.close();
  }
}
