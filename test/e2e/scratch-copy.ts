import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of this repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of parts of this repository that may be changed. */
export interface ScratchCopy {
  readonly path: string;
  /** Brings parts back to what they are in the repository; what else lies there stays. */
  restore(...parts: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** Copies parts of the repository, files or folders, beside which the installed packages lie. */
export async function scratchCopy(...parts: readonly string[]): Promise<ScratchCopy> {
  const path = await mkdtemp(join(tmpdir(), "trueup-scratch-"));
  const restore = async (...names: readonly string[]) => {
    await Promise.all(names.map((name) => cp(join(root, name), join(path, name), { recursive: true })));
  };
  await restore(...parts);
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  return { path, restore, remove: async () => rm(path, { recursive: true }) };
}
