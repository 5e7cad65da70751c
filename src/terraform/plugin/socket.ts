import { mkdtempSync, rmSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const prefix = "trueup-provider-";
// What fits in the address of a Unix socket, everywhere: 104 bytes on macOS, 108 on Linux, with a zero at the end.
const longestPath = 103;
const day = 24 * 3_600_000;

/** A place for a socket, in a directory that only this user enters. */
export interface SocketPlace {
  readonly path: string;
  /** Takes the directory away. */
  remove(): void;
}

/** Makes the place in the directory that Terraform names, else in the one for temporary files, else (where their names are too long for a socket) in /tmp. */
export function createSocketPlace(environment: NodeJS.ProcessEnv): SocketPlace {
  const directory = mkdtempSync(join(socketDirectory(environment), prefix));
  return { path: join(directory, "s"), remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Where sockets are made: the first choice whose paths are short enough, and do not break the line of the handshake. */
function socketDirectory(environment: NodeJS.ProcessEnv): string {
  const choices = [environment["PLUGIN_UNIX_SOCKET_DIR"] ?? "", tmpdir()].filter((choice) => choice !== "");
  const fits = (choice: string): boolean => Buffer.byteLength(join(choice, `${prefix}XXXXXX`, "s")) <= longestPath;
  return choices.find((choice) => fits(choice) && !/[|\n]/.test(choice)) ?? "/tmp";
}

/**
 * Takes away what providers left behind that were killed: directories of this program and this user, older than a day, on whose socket nobody listens. What cannot be looked at or removed is left.
 */
export async function removeLeftovers(environment: NodeJS.ProcessEnv): Promise<void> {
  const parent = socketDirectory(environment);
  const names = await readdir(parent).catch(() => []);
  const mine = names.filter((name) => name.startsWith(prefix)).map((name) => join(parent, name));
  await Promise.all(mine.map((directory) => removeIfLeft(directory).catch(() => undefined)));
}

async function removeIfLeft(directory: string): Promise<void> {
  const found = await lstat(directory);
  const isOld = Date.now() - found.mtimeMs > day;
  if (!found.isDirectory() || found.uid !== userInfo().uid || !isOld || (await isAlive(join(directory, "s")))) return;
  await rm(directory, { recursive: true, force: true });
}

/** True if somebody listens on the socket. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(path);
    const settle = (alive: boolean) => (): void => {
      connection.destroy();
      resolve(alive);
    };
    connection.once("connect", settle(true));
    connection.once("error", settle(false));
  });
}
