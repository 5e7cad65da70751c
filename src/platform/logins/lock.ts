import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode, TrueupError } from "../../core/errors.js";
import { isObject, textAt } from "../../core/json.js";

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
    await removeClaims(file, id);
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
    if (holder !== undefined && (await isLeftBehind(file, holder, stale)) && (await takeOver(file, holder, id, stale))) return;
    if (Date.now() > until) throw locked(file, holder);
    // Chance keeps those that wait from coming back together.
    await delay(20 + Math.random() * 60);
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

/** An id becomes part of the name of a file. */
const idPattern = /^[\w-]{1,64}$/;
const unknownHolder: Holder = { id: "", pid: 0, host: "" };

/** Undefined if nobody holds it. Between its making and its writing a lock is empty: then the holder is not known, and only age tells. */
async function holderOf(file: string): Promise<Holder | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    const id = isObject(read) ? textAt(read, "id") : "";
    if (isObject(read) && idPattern.test(id)) return { id, pid: Number(textAt(read, "pid")), host: textAt(read, "host") };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  return unknownHolder;
}

async function isLeftBehind(file: string, { pid, host }: Holder, stale: number): Promise<boolean> {
  // A process number says nothing about another computer that shares the directory.
  return (host === hostname() && !isAlive(pid)) || isOlder(file, stale);
}

async function isOlder(file: string, age: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > age;
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

/**
 * Takes over a lock that was left behind; false if another process was quicker. Who is to have it is settled by a file that only one can make for each holder,
 * and that then becomes the lock: were the lock taken away first, others could come in between, one of which has seen the old lock and takes the new one away.
 */
async function takeOver(file: string, left: Holder, id: string, stale: number): Promise<boolean> {
  const claim = `${file}.after-${left.id}`;
  if (!(await create(claim, id))) {
    // Who made it was killed before it became the lock.
    if (await isOlder(claim, stale)) await rm(claim, { force: true });
    return false;
  }
  try {
    // Meanwhile it may have been taken over by one who is through with it.
    const holder = await holderOf(file);
    if (holder?.id !== left.id || !(await isLeftBehind(file, holder, stale))) return false;
    await rename(claim, file);
    return true;
  } catch (error) {
    // Windows refuses while another process reads either of the two.
    if (["EPERM", "EACCES", "EBUSY"].some((code) => hasCode(error, code))) return false;
    throw error;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Removes what processes that were killed while they took over earlier locks left of that. Who takes over this one is left alone. */
async function removeClaims(file: string, claim: string): Promise<void> {
  const start = `${basename(file)}.after-`;
  for (const name of await readdir(dirname(file))) {
    if (name.startsWith(start) && name !== start + claim) await rm(join(dirname(file), name), { force: true });
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
