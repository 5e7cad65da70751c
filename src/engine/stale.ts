import type { Notice, Plan } from "../core/plan.js";
import { fieldsOf, kindOf } from "../core/kind.js";
import { fingerprint } from "./fingerprint.js";
import { observe } from "./observe.js";
import { desiredOf } from "./read-back.js";
import { type Outlook } from "./world.js";

/** Looks at everything that a saved plan changes: a refusal for each thing that is no longer as it was planned. */
export async function staleness(outlook: Outlook, plan: Plan): Promise<Notice[]> {
  const resources = plan.changes.map((change) => {
    const desired = desiredOf(change, kindOf(outlook.kinds, change.kind));
    const unseen = Object.fromEntries(change.unverifiable.map((one) => [one.path, null]));
    return { ...desired, ensure: "present" as const, spec: { ...unseen, ...desired.spec } };
  });
  const { observed } = await observe(outlook, { resources, deleteUndeclared: {} });
  return observed.flatMap((one) => {
    const change = plan.changes.find((planned) => planned.address === one.desired.address);
    if (!change || fingerprint(fieldsOf(one.kind, one.desired.key), one.live, change) === change.fingerprint) return [];
    const source = change.source === undefined ? {} : { source: change.source };
    const message = "it is no longer as it was when the plan was made: plan again";
    return [{ rule: "plan.stale", message, addresses: [change.address], ...source }];
  });
}
