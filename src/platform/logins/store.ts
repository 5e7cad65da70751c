import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { TrueupError } from "../../core/errors.js";
import { hasCode } from "./file-error.js";
import { underLock } from "./lock.js";
import { type Login, readLogin, writeLogin } from "./login.js";
import { loginFile } from "./place.js";

/** The stored logins of this user: one file for each server, for nobody else to read. */
export interface Logins {
  /** The login of a server; undefined if there is none. Throws TrueupError `login.unreadable`. */
  read(url: string): Promise<Login | undefined>;
  /** All of them, by address. */
  list(): Promise<readonly Login[]>;
  /** Does the work while no other process changes the login of that server. Throws TrueupError `login.locked`. */
  alone<T>(url: string, work: (change: LoginChange) => Promise<T>): Promise<T>;
}

/** What may be done to a login by who holds its lock. */
export interface LoginChange {
  /** The login as it is now. */
  read(): Promise<Login | undefined>;
  /** Keeps it: when this is done it survives the end of the process and of the computer. */
  write(login: Login): Promise<void>;
  remove(): Promise<void>;
}

const largest = 100_000;

/** Opens the logins of a directory; it need not be there. `onNotice` is told what was mended. */
export function openLogins(directory: string, onNotice: (text: string) => void = () => undefined): Logins {
  const fileOf = (url: string): string => join(directory, loginFile(url));
  const read = async (url: string): Promise<Login | undefined> => {
    const login = await readFileOf(fileOf(url), onNotice);
    if (login === undefined || login.url === url) return login;
    throw new TrueupError({
      code: "login.unreadable",
      message: `the stored login is of another server, ${login.url}`,
      hint: "Delete the file, then run trueup auth login.",
      where: fileOf(url),
    });
  };
  return {
    read,
    list: async () => {
      const names = await readdir(directory).catch((error: unknown) => {
        if (hasCode(error, "ENOENT")) return [];
        throw error;
      });
      const files = names.filter((name) => name.endsWith(".json")).toSorted();
      const logins = await Promise.all(files.map((name) => readFileOf(join(directory, name), onNotice)));
      return logins.filter((login) => login !== undefined);
    },
    alone: async (url, work) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return underLock(`${fileOf(url)}.lock`, () =>
        work({
          read: () => read(url),
          write: (login) => replace(directory, fileOf(url), writeLogin(login)),
          remove: () => rm(fileOf(url), { force: true }),
        }),
      );
    },
  };
}

async function readFileOf(file: string, onNotice: (text: string) => void): Promise<Login | undefined> {
  try {
    const handle = await open(file, "r");
    try {
      const { size, mode } = await handle.stat();
      if (size > largest) return readLogin("", file);
      if (process.platform !== "win32" && (mode & 0o077) !== 0) {
        await handle.chmod(0o600);
        onNotice(
          `${file} could be read by others on this computer, and no longer can. If somebody did, run trueup auth logout and log in again.`,
        );
      }
      return readLogin(await handle.readFile("utf8"), file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** All or nothing: whoever reads sees the old text or the new one, also after a crash at any moment. */
async function replace(directory: string, file: string, text: string): Promise<void> {
  await closeToOthers(directory);
  const next = `${file}.${randomUUID()}`;
  try {
    const handle = await open(next, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } finally {
    await rm(next, { force: true });
  }
  // Windows opens no directories.
  if (process.platform !== "win32") await syncDirectory(directory);
}

async function closeToOthers(directory: string): Promise<void> {
  if (process.platform !== "win32" && ((await stat(directory)).mode & 0o077) !== 0) await chmod(directory, 0o700);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
