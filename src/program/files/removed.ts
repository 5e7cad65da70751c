import { existsSync } from "node:fs";
import path from "node:path";
import { type FileDiagnostic, formatOrigin, TrueupError } from "../../core/errors.js";
import type { DesiredState } from "../../core/plan.js";
import { displayPath, givenPaths, loadDesired } from "../../desired/index.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";

/**
 * What the files said at a revision, for what they no longer say; nothing where nothing was at the paths. Throws TrueupError as `context.filesAt` does, and `removed.invalid` where
 * the files of then have errors.
 */
export async function stateAt(revision: string, paths: readonly string[], context: RunContext): Promise<DesiredState> {
  const names = givenPaths(paths, context.cwd).map((one) => displayPath(one, context.cwd));
  const files = await context.filesAt?.(revision, names, context.cwd);
  if (!files) throw new Error("the run has no way to a revision of the files");
  try {
    const there = names.filter((one) => existsSync(path.resolve(files.cwd, one)));
    if (there.length === 0) return { resources: [], deleteUndeclared: {}, root: "." };
    const { env, now } = context;
    // What is given for the files of now may mean nothing to those of then, and they may miss what is given no longer.
    const { fallback, ...given } = context.vars ?? {};
    const vars = {
      ...given,
      ...(fallback ? { fallback: { ...fallback, mayBeUnknown: true } } : {}),
      mayBeUnknown: true as const,
    };
    const { state, diagnostics } = await loadDesired(there, { kinds, cwd: files.cwd, env, now, vars });
    const wrong = diagnostics.find(({ severity, rule }) => severity === "error" && !rule.startsWith("variable."));
    if (wrong) throw invalid(revision, wrong);
    return state;
  } finally {
    await files.remove();
  }
}

function invalid(revision: string, { message, origin }: FileDiagnostic): TrueupError {
  return new TrueupError({
    code: "removed.invalid",
    message: `the files at ${revision} have errors: ${message}`,
    where: `${revision}:${formatOrigin(origin)}`,
    hint: "Name a revision whose files are valid.",
  });
}
