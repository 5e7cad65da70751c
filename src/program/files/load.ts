import { InvalidFilesError } from "../../core/errors.js";
import { type Loaded, loadDesired, type LoadOptions } from "../../desired/index.js";
import { kinds } from "../../kinds/index.gen.js";
import type { RunContext } from "../server/run-context.js";

/** Loads files to work with. Throws InvalidFilesError, with every diagnostic of every file, where one of them is an error. */
export async function loadValid(
  paths: readonly string[],
  { cwd, env }: RunContext,
  options: Pick<LoadOptions, "strict" | "tier"> = {},
): Promise<Loaded> {
  const loaded = await loadDesired(paths, { kinds, cwd, env, ...options });
  if (loaded.diagnostics.some((one) => one.severity === "error")) throw new InvalidFilesError(loaded.diagnostics, loaded.texts);
  return loaded;
}
