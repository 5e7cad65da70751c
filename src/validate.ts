import type { Tier } from "./core/names.js";
import { isMissing, type Loaded, loadDesired, missingOnce, sortDiagnostics } from "./desired/index.js";
import { kinds as written } from "./kinds/index.gen.js";
import type { RunContext } from "./program/server/run-context.js";

export type { Loaded };

/** What validate looks at beside the files. */
export interface ValidateOptions {
  readonly strict?: boolean;
  readonly tier?: Tier;
  readonly serverVersion?: string;
}

/**
 * Reads and checks the files: every problem of every file, and no network. It stands beside the rest of the program (trueup.ts), of which it needs little and
 * so loads little: what only facts of releases tell is looked at where files name it, or a release is asked for.
 */
export async function validate(paths: readonly string[], options: ValidateOptions, context: RunContext): Promise<Loaded> {
  const { cwd, env, now, vars, projectPlace, request } = context;
  const load = { cwd, env, now, vars, projectPlace, ...options };
  if (request) {
    const [{ loadRequest }, { kinds }] = await Promise.all([import("./program/files/request.js"), import("./program/kinds.js")]);
    const { loaded, warnings } = await loadRequest(paths, request, context, async (of, more) =>
      loadDesired(of, { kinds, ...load, ...more }),
    );
    return loadedWith(loaded, sortDiagnostics([...loaded.diagnostics, ...warnings]));
  }
  const quick = options.serverVersion === undefined ? await loadDesired(paths, { kinds: written, ...load }) : undefined;
  const isSound = quick?.diagnostics.every(isMissing) ?? false;
  const loaded =
    quick && isSound ? quick : await loadDesired(paths, { kinds: (await import("./program/kinds.js")).kinds, ...load });
  return loadedWith(loaded, loaded.diagnostics);
}

/** What was loaded, with all that is to be said of it. */
async function loadedWith(loaded: Loaded, diagnostics: Loaded["diagnostics"]): Promise<Loaded> {
  const isUnknown = diagnostics.some(({ rule }) => rule === "schema.unknown");
  if (!isUnknown) return { ...loaded, diagnostics: missingOnce(diagnostics) };
  const [{ withOtherNames }, { kinds }] = await Promise.all([import("./convert/other-names.js"), import("./program/kinds.js")]);
  return { ...loaded, diagnostics: missingOnce(withOtherNames(diagnostics, kinds)) };
}
