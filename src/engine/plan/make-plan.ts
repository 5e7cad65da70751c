import type { Compliance } from "../../core/compliance.js";
import type { DesiredState, Plan } from "../../core/plan.js";
import { decide, decideWhereReadable, type LiveInstance, readerOf } from "../live/index.js";
import { decideCompliance } from "./compliance.js";
import { decidePlan, differsBy, type Planned, type PlanOptions } from "./decide-plan.js";

/** Makes the plan of a desired state: reads what the decision needs, and nothing else. Answers also what was live of what it is about. */
export async function makePlan(
  instance: LiveInstance,
  state: DesiredState,
  options: PlanOptions,
): Promise<Pick<Planned, "observed" | "before" | "desired"> & { readonly plan: Plan }> {
  const { plan, ...found } = await decide(readerOf(instance), (facts) => decidePlan(instance, state, options, facts));
  return { plan: { ...plan, stats: { requests: instance.read.requests } }, ...found };
}

/** Tells how far the policies of a desired state are kept: reads what that needs, and nothing else. What may not be read counts as not readable. */
export async function makeCompliance(
  instance: LiveInstance,
  state: DesiredState,
  { resolve }: Pick<PlanOptions, "resolve">,
): Promise<Compliance> {
  const found = await decideWhereReadable(readerOf(instance), (facts) =>
    decideCompliance(instance, state, { resolve, differs: differsBy(instance, { resolve }, facts) }, facts),
  );
  return { ...found, stats: { requests: instance.read.requests } };
}
