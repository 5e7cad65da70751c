import type { Change, Plan } from "../../core/plan.js";
import { decide, freshReader, type LiveInstance } from "../live/index.js";
import {
  acknowledgementsAgain,
  type Allowances,
  checkOwners,
  decideAgain,
  holdClaims,
  type ResolveSecret,
} from "../plan/index.js";
import type { Observed } from "../snapshot/index.js";

/** A plan that may be carried out, with what was live of its changes when that was found. */
export interface Preconditions {
  readonly plan: Plan;
  /** What was live of each change. */
  readonly observed: ReadonlyMap<Change, Observed>;
  /** Changes of what is not as it was when the plan was made. */
  readonly moved: ReadonlySet<Change>;
}

/**
 * Takes a plan from a file for what it is, a claim: its changes are planned again with what is live now, and its calls must be those that come of it. What has moved
 * since is named, and the rest may go on. Refusals stand in the plan. Throws TrueupError `plan.calls`.
 */
export async function preconditionsOf(
  instance: LiveInstance,
  claimed: Plan,
  options: { readonly allowances: Allowances; readonly resolve: ResolveSecret },
): Promise<Preconditions> {
  const owned = checkOwners(claimed);
  const again = await decide(freshReader(instance), (facts) => decideAgain(instance, claimed, options, facts));
  const { observed, moved } = again;
  if (again.plan.refusals.length > 0) return { plan: { ...claimed, refusals: again.plan.refusals }, observed, moved };
  const { acknowledgements: _, ...held } = holdClaims(owned, again);
  const acknowledgements = acknowledgementsAgain(instance.kinds, claimed, again.plan.changes);
  return { plan: acknowledgements.length > 0 ? { ...held, acknowledgements } : held, observed, moved };
}
