import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Puts a text in a file of mode 0600, whole or not at all, in place of what has its name. Throws what the file system throws. */
export async function writeWhole(target: string, text: string): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
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
