import { type FileDiagnostic, InvalidFilesError } from "../../core/errors.js";
import type { Plan } from "../../core/plan.js";
import { isMissing, type Loaded, loadDesired, type LoadOptions, missingOnce } from "../../desired/index.js";
import { missingSecrets, type ResolveSecret } from "../../engine/plan/index.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";
import { type LoadedRequest, type LoadFiles, loadRequest } from "./request.js";

/** Loads files to work with. Throws InvalidFilesError, with every diagnostic of every file, where one of them is an error. */
export async function loadValid(
  paths: readonly string[],
  context: RunContext,
  options: Pick<LoadOptions, "strict" | "tier" | "onNamed"> = {},
): Promise<Loaded & Pick<LoadedRequest, "base" | "warnings">> {
  const { cwd, env, now, vars, projectPlace, standIn, withoutSecrets, request } = context;
  const common = { kinds, cwd, env, now, vars, projectPlace, standIn, withoutSecrets, ...options };
  const load: LoadFiles = async (of, more) => loadDesired(of, { ...common, ...more });
  const { loaded, ...beside } = request
    ? await loadRequest(paths, request, context, load)
    : { loaded: await loadDesired(paths, common), warnings: [] };
  if (loaded.diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    const { withOtherNames } = await import("../../convert/other-names.js");
    throw new InvalidFilesError(withOtherNames(loaded.diagnostics, kinds), loaded.texts());
  }
  return { ...loaded, ...beside };
}

/** The diagnostics of files for those who see a plan of them: a missing secret is told once, and only where a call of the plan carries it. */
export function beyondPlan(
  diagnostics: readonly FileDiagnostic[],
  { calls }: Pick<Plan, "calls">,
  resolve: ResolveSecret,
): readonly FileDiagnostic[] {
  if (!diagnostics.some(isMissing)) return diagnostics;
  const carried = new Set(calls.flatMap(({ body }) => missingSecrets(body ?? null, resolve)).map(({ reference }) => reference));
  return missingOnce(diagnostics.filter((diagnostic) => !isMissing(diagnostic) || carried.has(diagnostic.reference ?? "")));
}
