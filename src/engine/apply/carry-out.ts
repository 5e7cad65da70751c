import type { Api } from "../../core/api.js";
import type { Plan, PlanDiagnostic, Result } from "../../core/plan.js";
import type { LiveInstance } from "../live/index.js";
import { type ApplyOptions, applyPlan } from "./apply.js";
import { unmetPreconditions } from "./preconditions.js";
import { unready } from "./ready.js";

/** How a plan is carried out, and what is made of it where it must not be. */
export interface CarryOutOptions extends ApplyOptions {
  /** True for a plan from a file: everything it relies on is looked at again first, and any difference refuses it whole. */
  readonly saved?: boolean;
  /** The error for the reasons not to begin. */
  readonly refused: (reasons: readonly PlanDiagnostic[]) => Error;
}

/**
 * Carries out a plan that has no refusals. Before the first write it looks at every secret and file that the calls take from outside, and for a saved plan at
 * what it relies on. Throws what `refused` makes of the reasons, if there are any.
 */
export async function carryOut(
  instance: LiveInstance & { readonly read: Api },
  plan: Plan,
  options: CarryOutOptions,
): Promise<Result> {
  const reasons = [...(await unready(plan, options)), ...(options.saved ? await unmetPreconditions(instance, plan) : [])];
  if (reasons.length > 0) throw options.refused(reasons);
  return applyPlan(instance, plan, options);
}
