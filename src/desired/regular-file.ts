import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { TrueupError } from "../core/errors.js";

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

/** What something is that is no regular file. */
export function sortOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}
