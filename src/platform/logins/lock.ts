import { randomUUID } from "node:crypto";
import { constants, copyFile, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { TrueupError } from "../../core/errors.js";
import { isObject, textAt } from "../../core/json.js";
import { hasCode } from "./file-error.js";

/** All in milliseconds. */
export interface LockPatience {
  /** How long to wait for another process. */
  readonly wait: number;
  /** A lock as old as this was left behind, whoever took it: nothing done under it takes as long. */
  readonly stale: number;
}

const usual: LockPatience = { wait: 90_000, stale: 60_000 };

/** Does the work while no other process does work under the same lock file. Throws TrueupError `login.locked` when another one holds it for too long. */
export async function underLock<T>(file: string, work: () => Promise<T>, patience: LockPatience = usual): Promise<T> {
  const id = randomUUID();
  await take(file, id, patience);
  try {
    return await work();
  } finally {
    if ((await holderOf(file))?.id === id) await rm(file, { force: true });
  }
}

async function take(file: string, id: string, { wait, stale }: LockPatience): Promise<void> {
  const until = Date.now() + wait;
  for (;;) {
    if (await create(file, id)) return;
    const holder = await holderOf(file);
    if (holder !== undefined && (await isLeftBehind(file, holder, stale))) await remove(file, holder);
    else if (Date.now() > until) throw locked(file, holder);
    // Chance keeps those that wait from coming back together.
    else await delay(20 + Math.random() * 60);
  }
}

/** False if the file is there already. */
async function create(file: string, id: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify({ id, pid: process.pid, host: hostname() }), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
}

const unknownHolder: Holder = { id: "", pid: 0, host: "" };

/** Undefined if nobody holds it. Between its making and its writing a lock is empty: then the holder is not known, and only age tells. */
async function holderOf(file: string): Promise<Holder | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isObject(read)) return { id: textAt(read, "id"), pid: Number(textAt(read, "pid")), host: textAt(read, "host") };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  return unknownHolder;
}

async function isLeftBehind(file: string, { pid, host }: Holder, stale: number): Promise<boolean> {
  // A process number says nothing about another computer that shares the directory.
  if (host === hostname() && !isAlive(pid)) return true;
  try {
    return Date.now() - (await stat(file)).mtimeMs > stale;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

/** Takes a lock away that was left behind. If another process was quicker and holds it anew, it gets it back. */
async function remove(file: string, left: Holder): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await holderOf(aside))?.id !== left.id) await copyFile(aside, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

function locked(file: string, { pid, host }: Holder = unknownHolder): TrueupError {
  return new TrueupError({
    code: "login.locked",
    message: `another process${pid === 0 ? "" : ` (${pid} on ${host})`} is renewing the stored login and does not come to an end`,
    hint: "End that process, then run again.",
    where: file,
  });
}
