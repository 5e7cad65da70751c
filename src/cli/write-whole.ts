import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Puts a text, which may come in pieces, in a file of mode 0600, whole or not at all, in place of what has its name. Throws what the file system throws. */
export async function writeWhole(target: string, ...pieces: readonly string[]): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const piece of pieces) await handle.appendFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
