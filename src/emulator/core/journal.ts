import {
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { type AskedRelease, type PlatformRelease, releaseGoneOnWith, releaseOf } from "./instance.js";
import type { Row } from "./table.js";

/** A row set (or, with null, taken away) in a table. */
export type Operation = readonly [table: string, id: number, row: Row | null];

const FORMAT = "trueup.emulator/1";

const SNAPSHOT_LINE = 200;

const SMALLEST_REWRITE = 4 * 1024 * 1024;

/**
 * The data file: one line of JSON names the format and what platform it is, each further line is one transaction. Lines are appended and synced in groups, so that one
 * fsync serves all requests that wait for it. When the file has grown to several times its last snapshot, it is written anew and renamed, while requests go on.
 */
export class Journal {
  /** Gives the whole state, for writing the file anew. */
  snapshot: () => Iterable<Operation> = () => [];
  readonly #file: string;
  readonly #lock: FileLock;
  /** Stays what it was when the file is written anew. */
  readonly #header: string;
  #handle: FileHandle | undefined;
  #size: number;
  #rewriteAt: number;
  #lines: string[] = [];
  #flushing: Promise<void> | undefined;
  #failure: Error | undefined;
  #rewriting: Rewriting | undefined;

  private constructor(file: string, lock: FileLock, size: number, recorded: PlatformRelease | undefined) {
    this.#file = file;
    this.#lock = lock;
    this.#header = headerOf(recorded);
    this.#size = size;
    this.#rewriteAt = Math.max(SMALLEST_REWRITE, size * 3);
  }

  /**
   * Opens or creates the file and reads it. A last line that was cut off by a crash is dropped; damage anywhere else throws. A new file records the release that
   * is asked for, and nothing where none is; throws OtherDialect where an old one contradicts what is asked for.
   */
  static open(name: string, asked?: AskedRelease): { journal: Journal; operations: Operation[]; release: PlatformRelease } {
    const file = regularFile(name);
    const lock = FileLock.take(`${file}.lock`);
    try {
      const { operations, size, recorded } = read(file);
      const release = size === 0 ? releaseOf(asked ?? {}) : releaseGoneOnWith(recorded, asked ?? {}, name);
      const journal = new Journal(file, lock, size, size === 0 && asked !== undefined ? release : recorded);
      if (size === 0) journal.#lines.push(journal.#header);
      return { journal, operations, release };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Queues one transaction for writing. */
  append(operations: readonly Operation[]): void {
    this.#lines.push(`${JSON.stringify(operations)}\n`);
  }

  /** Throws when an earlier write failed: from then on nothing can be promised. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when all that was appended is on disk. */
  async durable(): Promise<void> {
    this.check();
    while (this.#lines.length > 0 || this.#flushing !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- each turn waits for the fsync that covers this request's line
      await this.#flushed();
      this.check();
    }
  }

  #flushed(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Writes what is left and gives the file free. */
  async close(): Promise<void> {
    try {
      await this.durable();
      await this.#rewriting?.done;
      await this.durable();
    } finally {
      await this.#handle?.close();
      this.#handle = undefined;
      this.#lock.release();
    }
  }

  async #flush(): Promise<void> {
    const text = this.#lines.join("");
    this.#lines = [];
    // What took effect while it was being written is in this text, at the latest: none of it is in the new file alone.
    const written = this.#rewriting?.isWritten === true ? this.#rewriting : undefined;
    try {
      this.#handle ??= await open(this.#file, "a", 0o600);
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
      this.#size += Buffer.byteLength(text);
      this.#rewriting?.since.push(text);
      if (written !== undefined) await this.#swap(written);
      if (this.#size > this.#rewriteAt && this.#rewriting === undefined) this.#rewrite();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(cause: unknown): void {
    this.#failure = new Error(`the data file ${this.#file} cannot be written`, { cause });
  }

  /**
   * Writes the file anew beside the old one, a little at a time, while requests go on and are appended to the old one. Rows may be newer in it than when it
   * began; what was appended since then follows them, and sets each to what it is at last.
   */
  #rewrite(): void {
    const rewriting: Rewriting = { since: [], isWritten: false, done: Promise.resolve() };
    this.#rewriting = rewriting;
    rewriting.done = this.#writeSnapshot(rewriting).catch((error: unknown) => this.#fail(error));
  }

  async #writeSnapshot(rewriting: Rewriting): Promise<void> {
    await synced(nextOf(this.#file), "w", async (handle) => {
      for (const line of snapshotLines(this.#header, this.snapshot())) {
        // oxlint-disable-next-line no-await-in-loop -- one line after the other, with room for requests between them
        await handle.appendFile(line);
      }
    });
    rewriting.isWritten = true;
    // It takes the place of the old file after an append that begins from now on.
    while (this.#rewriting === rewriting && this.#failure === undefined) {
      // oxlint-disable-next-line no-await-in-loop -- one append may be on its way already
      await this.#flushed();
    }
  }

  /** Puts the file that was written anew in the place of the old one. */
  async #swap({ since }: Rewriting): Promise<void> {
    this.#rewriting = undefined;
    const next = nextOf(this.#file);
    await synced(next, "a", async (handle) => handle.appendFile(since.join("")));
    await this.#handle?.close();
    this.#handle = undefined;
    await rename(next, this.#file);
    await synced(dirname(this.#file), "r");
    this.#size = statSync(this.#file).size;
    this.#rewriteAt = Math.max(SMALLEST_REWRITE, this.#size * 3);
  }
}

/** A file that is being written anew. */
interface Rewriting {
  /** What was appended to the old one since it began. */
  readonly since: string[];
  isWritten: boolean;
  done: Promise<void>;
}

const nextOf = (file: string): string => `${file}.next`;

/** Does something with a file or folder, and has what it holds then on disk. */
async function synced(path: string, flags: string, work?: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await work?.(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Where the file is, links followed, so that a link stays one when the file is written anew. Throws for what is no regular file, such as a device or a named pipe. */
function regularFile(name: string): string {
  const isThere = lstatSync(name, { throwIfNoEntry: false }) !== undefined;
  const stats = statSync(name, { throwIfNoEntry: false });
  if (isThere && !stats?.isFile()) throw new Error(`${name} is no regular file, as a data file of the emulator must be`);
  return isThere ? realpathSync(name) : name;
}

/** The first line of a file; one that records no release is as files of old are. */
function headerOf(recorded: PlatformRelease | undefined): string {
  return `${JSON.stringify({ format: FORMAT, ...recorded })}\n`;
}

/** What a data file records of its platform; undefined for one that records nothing, is empty or is not there. Throws for what is no data file. */
export function recordedIn(name: string): PlatformRelease | undefined {
  if (!existsSync(name)) return undefined;
  const [line = "", ...others] = readFileSync(regularFile(name), "utf8").split("\n");
  return others.length === 0 ? undefined : readHeader(line, name);
}

function* snapshotLines(header: string, operations: Iterable<Operation>): Generator<string> {
  yield header;
  let line: Operation[] = [];
  for (const operation of operations) {
    line.push(operation);
    if (line.length < SNAPSHOT_LINE) continue;
    yield `${JSON.stringify(line)}\n`;
    line = [];
  }
  if (line.length > 0) yield `${JSON.stringify(line)}\n`;
}

function read(file: string): { operations: Operation[]; size: number; recorded: PlatformRelease | undefined } {
  const descriptor = openSync(file, "a+", 0o600);
  try {
    const bytes = readFileSync(descriptor);
    const whole = bytes.lastIndexOf(10) + 1;
    if (whole === 0 && !beginsLikeHeader(bytes.toString("utf8"))) throw new Error(`${file} is not a data file of the emulator`);
    const lines = bytes.toString("utf8", 0, whole).split("\n").slice(0, -1);
    const [first, ...transactions] = lines;
    const recorded = first === undefined ? undefined : readHeader(first, file);
    const operations = transactions.flatMap((line, index) => readTransaction(line, index + 2, file));
    if (whole < bytes.length) ftruncateSync(descriptor, whole);
    return { operations, size: whole, recorded };
  } finally {
    closeSync(descriptor);
  }
}

/** True for a first line that was cut off while it was written. */
function beginsLikeHeader(text: string): boolean {
  const beginning = headerOf(undefined).replace("}\n", "");
  return beginning.startsWith(text) || text.startsWith(beginning);
}

/** What the first line records of the platform. */
function readHeader(line: string, file: string): PlatformRelease | undefined {
  const value = parseLine(line, 1, file);
  if (typeof value !== "object" || value === null || !("format" in value) || value.format !== FORMAT)
    throw new Error(`${file} is not a data file of the emulator: its first line does not name the format ${FORMAT}`);
  if (!("dialect" in value) && !("version" in value)) return undefined;
  const { dialect, version } = value as { readonly dialect?: unknown; readonly version?: unknown };
  if ((dialect === "vendor" || dialect === "neutral") && typeof version === "string") return { dialect, version };
  throw new Error(`${file} is damaged: line 1 names no dialect and release of a platform`);
}

function readTransaction(line: string, number: number, file: string): Operation[] {
  const value = parseLine(line, number, file);
  if (!Array.isArray(value) || !value.every(isOperation))
    throw new Error(`${file} is damaged: line ${number} is not a transaction`);
  return value;
}

function parseLine(line: string, number: number, file: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`${file} is not a data file of the emulator, or damaged: line ${number} is not JSON`);
  }
}

function isOperation(value: unknown): value is Operation {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number" && typeof value[2] === "object";
}

/** Keeps two processes off one data file. A lock left behind by a process that is gone is taken over. */
class FileLock {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Takes the lock. Throws, naming the process, when another one that is alive holds it. */
  static take(path: string): FileLock {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const holder = Number(readFileSync(path, "utf8"));
      if (isAlive(holder))
        throw new Error(`another emulator (process ${holder}) uses this data file; its lock is ${path}`, { cause: error });
      rmSync(path, { force: true });
      writeFileSync(path, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
    }
    return new FileLock(path);
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
