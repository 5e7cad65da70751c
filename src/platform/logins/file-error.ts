import { TrueupError } from "../../core/errors.js";

/** Does work on the files of a directory of logins. Throws TrueupError `login.storage` for what the file system refuses. */
export async function onDisk<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new TrueupError({
      code: "login.storage",
      message: `the stored logins cannot be used: ${error.message}`,
      hint: "The directory and its files must be yours to read and to write, with room on the disk. XDG_CONFIG_HOME names another place, and TRUEUP_TOKEN needs none.",
      where: directory,
      cause: error,
    });
  }
}

/** True for an error of the file system with that code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
