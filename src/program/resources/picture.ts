import { resolve } from "node:path";
import { TrueupError } from "../../core/errors.js";
import { readRegular } from "../../desired/index.js";

const largest = 20 * 1024 * 1024;

/** Bytes of a picture by a path relative to where the user stands, or an absolute one. Throws TrueupError `file.missing`, `file.kind` or `file.size`. */
export async function readPicture(path: string, cwd: string): Promise<Uint8Array> {
  try {
    return readRegular(resolve(cwd, path), largest);
  } catch (error) {
    if (error instanceof TrueupError) throw new TrueupError({ code: error.code, where: path, message: error.message });
    throw new TrueupError({ code: "file.missing", where: path, message: "there is no such file" });
  }
}
