import type { Buffer } from "node:buffer";

/** The most bytes that come of it. */
const MOST = 2 ** 30;

/** Bytes as the program `bzip2` packs them, which real servers run for it, too: Node has no such compression. Undefined where the machine does not have it. */
export function bzip2(bytes: Uint8Array): Buffer | undefined {
  // Hardly anybody packs so, and whoever imports the emulator is not one who starts programs for that.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { error, status, stdout } = spawnSync("bzip2", ["-c"], {
    input: bytes,
    maxBuffer: MOST,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return error === undefined && status === 0 ? stdout : undefined;
}
