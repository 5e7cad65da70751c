import { createHash, randomUUID } from "node:crypto";
import { closeSync, constants, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { hasCode, TrueupError } from "../../core/errors.js";
import type { Environment } from "../server.js";
import { type LockPatience, onDisk, underLock } from "./lock.js";
import { type Login, readLogin, writeLogin } from "./login.js";

/** What a directory of logins holds. */
interface Held {
  readonly logins: readonly Login[];
  /** TrueupError `login.unreadable` for each file that is no login. */
  readonly unreadable: readonly TrueupError[];
}

/** The stored logins of this user: one file for each server, for nobody else to read. All of it throws TrueupError `login.storage` for what the file system refuses. */
export interface Logins {
  /** The login of a server; undefined if there is none. Throws TrueupError `login.unreadable`. */
  read(url: string): Promise<Login | undefined>;
  /** All of them, by address. */
  list(): Promise<Held>;
  /** Puts to use or removes what killed processes left behind, of whatever login. */
  sweep(): Promise<void>;
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
const atOnce: LockPatience = { wait: 0, stale: 60_000 };

/** Opens the logins of a directory; it need not be there. `onNotice` is told what was mended. */
export function openLogins(directory: string, onNotice: (text: string) => void = () => undefined): Logins {
  const fileOf = (url: string): string => join(directory, loginFile(url));
  const read = async (url: string): Promise<Login | undefined> =>
    onDisk(directory, async () => (await readFileOf(fileOf(url), onNotice)) ?? (await newestLeftover(fileOf(url))));
  return {
    read,
    list: async () => onDisk(directory, async () => readAll(directory, onNotice)),
    sweep: async () => onDisk(directory, async () => sweepAll(directory, onNotice)),
    alone: async (url, work) =>
      onDisk(directory, async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        return underLock(`${fileOf(url)}.lock`, async () => {
          await recover(fileOf(url), onNotice);
          return work({
            read: () => read(url),
            write: async (login) => {
              const before = await readFileOf(fileOf(login.url), onNotice).catch(() => undefined);
              await replace(directory, fileOf(url), writeLogin(successor(login, before)));
            },
            remove: async () => {
              await rm(fileOf(url), { force: true });
              await removeDrafts(fileOf(url));
            },
          });
        });
      }),
  };
}

async function sweepAll(directory: string, onNotice: (text: string) => void): Promise<void> {
  for (const name of disturbed(await namesIn(directory))) {
    const file = join(directory, name);
    try {
      await underLock(`${file}.lock`, async () => recover(file, onNotice), atOnce);
    } catch (error) {
      // Somebody is at work there.
      if (!(error instanceof TrueupError) || error.code !== "login.locked") throw error;
    }
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (isNowhere(error)) return [];
    throw error;
  });
}

async function readAll(directory: string, onNotice: (text: string) => void): Promise<Held> {
  const names = await namesIn(directory);
  const files = names.filter((name) => name.endsWith(".json")).toSorted();
  // A login whose file is still to be made counts as well.
  const left = orphans(names).map(async (name) => newestLeftover(join(directory, name)));
  const read = await Promise.all([
    ...left,
    ...files.map(async (name) => unlessUnreadable(async () => readFileOf(join(directory, name), onNotice))),
  ]);
  return {
    logins: read.flatMap((login) => (login === undefined || login instanceof TrueupError ? [] : [login])),
    unreadable: read.flatMap((login) => (login instanceof TrueupError ? [login] : [])),
  };
}

/** The file is not there, or what should be its directory is none. */
function isNowhere(error: unknown): boolean {
  return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
}

/** The login in a file. One of another server's would send its tokens to the wrong place. */
async function readFileOf(file: string, onNotice: (text: string) => void): Promise<Login | undefined> {
  const login = await readAnyOf(file, onNotice);
  if (login === undefined || loginFile(login.url) === basename(file)) return login;
  throw new TrueupError({
    code: "login.unreadable",
    message: `the stored login is of another server, ${login.url}`,
    hint: "Delete the file, then run trueup auth login.",
    where: file,
  });
}

async function readAnyOf(file: string, onNotice: (text: string) => void): Promise<Login | undefined> {
  try {
    // Opening a named pipe would else wait until somebody writes into it.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const entry = await handle.stat();
      if (entry.size > largest || !entry.isFile()) return readLogin("", file);
      if (process.platform !== "win32" && (entry.mode & 0o077) !== 0) {
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
    if (isNowhere(error)) return undefined;
    throw error;
  }
}

/** The login with a note of which one it takes the place of: it is found by that if the process is killed before it does. */
function successor(login: Login, before: Login | undefined): Login {
  return before === undefined || loginMark(before) === loginMark(login) ? login : { ...login, replaces: loginMark(before) };
}

/**
 * All or nothing: whoever reads sees the old text or the new one, also after a crash at any moment. In one go, without a turn of anybody else: until the draft is written
 * a new pair is in this process alone.
 */
async function replace(directory: string, file: string, text: string): Promise<void> {
  await closeToOthers(directory);
  const next = `${file}.${randomUUID()}`;
  try {
    writeSynced(next, text);
    renameSync(next, file);
  } finally {
    await rm(next, { force: true });
  }
  // Windows opens no directories.
  if (process.platform !== "win32") await syncDirectory(directory);
}

function writeSynced(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
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

/**
 * The directory of stored logins: `trueup/logins` in XDG_CONFIG_HOME, else in ~/.config; on Windows in APPDATA. Undefined where the environment names no home:
 * then there are no stored logins.
 */
export function loginDirectory(env: Environment, platform: NodeJS.Platform = process.platform): string | undefined {
  const config = platform === "win32" ? env["APPDATA"] : (absolute(env["XDG_CONFIG_HOME"]) ?? below(env["HOME"], ".config"));
  return below(config, "trueup", "logins");
}

/** The XDG base directory specification: a relative path is ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function below(directory: string | undefined, ...names: readonly string[]): string | undefined {
  return directory === undefined || directory === "" ? undefined : join(directory, ...names);
}

/** The name of the file that keeps the login of a server: readable, and different for any two addresses. */
export function loginFile(url: string): string {
  const readable = new URL(url).host.replaceAll(/[^\w.-]/g, "-").slice(0, 80);
  return `${readable}-${createHash("sha256").update(url).digest("hex").slice(0, 16)}.json`;
}

/** A login that a killed process had written beside its file, and not put in its place yet. */
interface Leftover {
  readonly file: string;
  readonly login: Login;
  readonly time: number;
}

/** Names of drafts of a login's file: with a UUID behind it. */
const draft = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What tells a login from others without being worth anything. */
function loginMark({ refresh_token, access_token }: Login): string {
  const token = refresh_token ?? access_token;
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Puts what a killed process left of a login to use, and removes the rest. Whoever calls holds the lock, so nobody else writes. A draft counts if it was to take the place of the
 * login that is there, whose tokens the server then takes no more; where none is there, the newest does.
 */
async function recover(file: string, onNotice: (text: string) => void): Promise<void> {
  for (;;) {
    const left = await leftoversOf(file);
    if (left.length === 0) break;
    const there = await unlessUnreadable(async () => readFileOf(file, onNotice));
    // A file that cannot be read as a login may be one of a later release.
    if (there instanceof TrueupError) break;
    const next = there === undefined ? left.at(-1) : left.find(({ login }) => login.replaces === loginMark(there));
    if (next === undefined) break;
    await rename(next.file, file);
  }
  await removeDrafts(file);
}

/** The newest whole draft of a login that has no file yet. */
async function newestLeftover(file: string): Promise<Login | undefined> {
  return (await leftoversOf(file)).at(-1)?.login;
}

/** Removes all drafts of a login. */
async function removeDrafts(file: string): Promise<void> {
  for (const name of await draftsOf(file)) await rm(name, { force: true });
}

/** Files of a directory of which a killed process may have left something: drafts, or a lock. */
function disturbed(names: readonly string[]): string[] {
  const files = names.map((name) => name.replace(/\.lock(?:\.after-[\w-]+)?$/, "").replace(draft, ""));
  return [...new Set(files.filter((file, index) => file !== names[index] && file.endsWith(".json")))];
}

/** Files of a directory whose drafts are all that is there of them. */
function orphans(names: readonly string[]): string[] {
  const files = names.filter((name) => draft.test(name)).map((name) => name.replace(draft, ""));
  return [...new Set(files)].filter((file) => file.endsWith(".json") && !names.includes(file));
}

async function draftsOf(file: string): Promise<string[]> {
  const names = await namesIn(dirname(file));
  const drafts = names.filter((name) => draft.test(name) && name.replace(draft, "") === basename(file));
  return drafts.map((name) => join(dirname(file), name));
}

/** Oldest first. What was not written to its end is none. */
async function leftoversOf(file: string): Promise<Leftover[]> {
  const leftovers = await Promise.all(
    (await draftsOf(file)).map(async (name): Promise<Leftover | undefined> => {
      try {
        const [text, { mtimeMs: time }] = await Promise.all([readFile(name, "utf8"), stat(name)]);
        return { file: name, login: readLogin(text, name), time };
      } catch (error) {
        // Whoever wrote it is not dead after all, and has put it in its place.
        if (error instanceof TrueupError || hasCode(error, "ENOENT")) return undefined;
        throw error;
      }
    }),
  );
  return leftovers.filter((leftover) => leftover !== undefined).toSorted((leftover, other) => leftover.time - other.time);
}

async function unlessUnreadable(read: () => Promise<Login | undefined>): Promise<Login | TrueupError | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TrueupError) return error;
    throw error;
  }
}
