import type { Acknowledged } from "../../core/acknowledgement.js";
import type { Api } from "../../core/api.js";
import type { Change, Plan, PlanDiagnostic, Result } from "../../core/plan.js";
import type { LiveInstance } from "../live/index.js";
import { type Allowances, unacknowledged } from "../plan/index.js";
import { type ApplyOptions, applyPlan } from "./apply.js";
import { preconditionsOf } from "./preconditions.js";
import { unready } from "./ready.js";
import { lackingRights } from "./rights.js";

/** How a plan is carried out, and what is made of it where it must not be. */
export interface CarryOutOptions extends Omit<ApplyOptions, "moved"> {
  /** For a plan from a file, what is allowed beyond the ordinary: it is a claim, and planned again before anything of it is carried out. */
  readonly saved?: Allowances;
  /** What was acknowledged, as `--ack` takes it. */
  readonly acknowledged?: readonly Acknowledged[];
  /** The scopes of the token, where the server tells them: with it, the rights of the token are held against the plan before the first write. */
  readonly scopes?: () => Promise<readonly string[] | undefined>;
  /** The error for the reasons not to begin. */
  readonly refused: (reasons: readonly PlanDiagnostic[]) => Error;
}

/**
 * Carries out a plan that has no refusals. Before the first write it looks at every secret and file that the calls take from outside, and for a saved plan at
 * what it relies on, and with `scopes` at the rights of the token. Throws what `refused` makes of the reasons, if there are any, TrueupError `plan.calls`, and what the log throws that cannot begin.
 */
export async function carryOut(
  instance: LiveInstance & { readonly read: Api },
  claimed: Plan,
  options: CarryOutOptions,
): Promise<Result> {
  const missing = await unready(claimed, options);
  if (missing.length > 0) throw options.refused(missing);
  const { saved, resolve } = options;
  const { plan, observed, moved } = saved
    ? await preconditionsOf(instance, claimed, { allowances: saved, resolve })
    : { plan: claimed, observed: options.before ?? new Map(), moved: new Set<Change>() };
  if (plan.refusals.length > 0) throw options.refused(plan.refusals);
  const unseen = unacknowledged(instance.kinds, plan, options.acknowledged ?? []);
  if (unseen.length > 0) throw options.refused(unseen);
  const { log, onProgress, scopes } = options;
  const lacking = scopes ? await lackingRights(instance, plan, await scopes()) : [];
  if (lacking.length > 0) throw options.refused(lacking);
  await log?.begin(plan, instance.capabilities.user.username);
  return applyPlan(instance, plan, {
    ...options,
    before: observed,
    moved,
    onProgress: (done, total, outcome) => {
      log?.ended(outcome);
      onProgress?.(done, total, outcome);
    },
  });
}
