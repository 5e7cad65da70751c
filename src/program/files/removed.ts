import { fold, parseAddress } from "../../core/address.js";
import { type FileDiagnostic, formatOrigin, TrueupError } from "../../core/errors.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { displayPath, givenPaths, loadDesired } from "../../desired/index.js";
import { kinds } from "../kinds.js";
import { placeIn } from "../project/project.js";
import type { RunContext } from "../server/run-context.js";
import { pathsIn, varsElsewhere } from "./request.js";

/**
 * What the files said at a revision, for what they no longer say; nothing where nothing was at the paths. Throws TrueupError as `context.filesAt` does, and `removed.invalid` where
 * the files of then have errors.
 */
export async function stateAt(revision: string, paths: readonly string[], context: RunContext): Promise<DesiredState> {
  const names = givenPaths(paths, context.cwd).map((file) => displayPath(file, context.cwd));
  const files = await context.filesAt?.(revision, names, context.cwd);
  if (!files) throw new Error("the run has no way to a revision of the files");
  try {
    const there = pathsIn(files.cwd, paths, context);
    if (there.length === 0) return { resources: [], deleteUndeclared: {}, root: "." };
    const { env, now, withoutSecrets } = context;
    const vars = varsElsewhere(context);
    const projectPlace = context.projectPlace && placeIn(files.cwd, context.cwd, context.projectPlace);
    const options = { kinds, cwd: files.cwd, env, now, vars, projectPlace, withoutSecrets };
    const { state, diagnostics } = await loadDesired(there, options);
    const wrong = diagnostics.find(({ severity, rule }) => severity === "error" && !/^(?:variable|scope)(?:\.|$)/.test(rule));
    if (!wrong) return allowedIn(state, diagnostics);
    throw new TrueupError({
      code: "removed.invalid",
      message: `the files at ${revision} have errors: ${wrong.message}`,
      where: `${revision}:${formatOrigin(wrong.origin)}`,
      hint: "Name a revision whose files are valid.",
    });
  } finally {
    await files.remove();
  }
}

/**
 * What files of then said that the scopes of now let them say: all else is no reason to delete. Where they were not to speak of many (policies, presets, exceptions), nothing counts
 * that they said so.
 */
function allowedIn(state: DesiredState, diagnostics: readonly FileDiagnostic[]): DesiredState {
  const out = diagnostics.filter(({ rule }) => rule === "scope");
  const files = new Set(
    diagnostics.flatMap(({ rule, origin }) => (rule === "scope.file" || rule === "scope.link" ? [origin.file] : [])),
  );
  if (out.length === 0 && files.size === 0) return state;
  const addresses = out.flatMap(({ address }) => (address === undefined ? [] : [parseAddress(address)]));
  const isOut = ({ kind, path: place = "", origin }: Desired) =>
    files.has(origin.file) ||
    addresses.some((address) => (address.path === undefined ? address.kind === kind : fold(address.path) === fold(place)));
  const isOfMany = files.size > 0 || out.some(({ address }) => address === undefined);
  const { layers, ...rest } = state;
  return {
    ...rest,
    resources: state.resources.filter((resource) => !isOut(resource)),
    ...(layers && !isOfMany ? { layers } : {}),
  };
}
