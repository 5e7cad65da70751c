import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Keeps two processes off one data file. A lock left behind by a process that is gone is taken over. */
export class FileLock {
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
