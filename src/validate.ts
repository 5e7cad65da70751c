import type { Tier } from "./core/names.js";
import { type Loaded, loadDesired, missingOnce } from "./desired/index.js";
import { kinds } from "./kinds/index.gen.js";
import type { RunContext } from "./program/server/run-context.js";

/** What validate looks at beside the files. */
export interface ValidateOptions {
  readonly strict?: boolean;
  readonly tier?: Tier;
  readonly serverVersion?: string;
}

/**
 * Reads and checks the files: every problem of every file, and no network. It stands beside the rest of the program (trueup.ts), of which it needs little and
 * so loads little.
 */
export async function validate(paths: readonly string[], options: ValidateOptions, context: RunContext): Promise<Loaded> {
  const loaded = await loadDesired(paths, {
    kinds,
    cwd: context.cwd,
    env: context.env,
    now: context.now,
    projectPlace: context.projectPlace,
    ...options,
  });
  return { ...loaded, diagnostics: missingOnce(loaded.diagnostics) };
}
