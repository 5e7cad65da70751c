import { fieldsOf } from "../../core/kind.js";
import type { Change, Desired, PlanDiagnostic, Plan } from "../../core/plan.js";
import { decide, freshReader, type LiveInstance } from "../live/index.js";
import { fingerprint, observe } from "../plan/index.js";
import { desiredOf } from "./read-back.js";

/** Looks at everything that a saved plan changes: a refusal for each thing that is no longer as it was planned. */
export async function unmetPreconditions(instance: LiveInstance, plan: Plan): Promise<PlanDiagnostic[]> {
  const changes = new Map<Desired, Change>();
  for (const change of plan.changes) {
    const desired = desiredOf(change, instance.kinds);
    const unseen = Object.fromEntries(change.unverifiable.map((one) => [one.path, null]));
    changes.set({ ...desired, ensure: "present", spec: { ...unseen, ...desired.spec } }, change);
  }
  const state = { resources: [...changes.keys()], deleteUndeclared: {} };
  const { observed } = await decide(freshReader(instance), (facts) => observe(instance, state, facts));
  return observed.flatMap((one) => {
    const change = changes.get(one.desired);
    if (!change || fingerprint(fieldsOf(one.kind, { key: one.desired.key }), one.live, change) === change.fingerprint) return [];
    const source = change.source === undefined ? {} : { source: change.source };
    const message = "it is no longer as it was when the plan was made: plan again";
    return [{ rule: "plan.stale", message, addresses: [change.address], ...source }];
  });
}
