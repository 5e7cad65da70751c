import type { DesiredState, Plan } from "../../core/plan.js";
import { decide, type LiveInstance, readerOf } from "../live/index.js";
import { decidePlan, type Planned, type PlanOptions } from "./decide-plan.js";

/** Makes the plan of a desired state: reads what the decision needs, and nothing else. Answers also what was live of what it is about. */
export async function makePlan(
  instance: LiveInstance,
  state: DesiredState,
  options: PlanOptions,
): Promise<Pick<Planned, "observed" | "before" | "desired"> & { readonly plan: Plan }> {
  const { plan, ...found } = await decide(readerOf(instance), (facts) => decidePlan(instance, state, options, facts));
  return { plan: { ...plan, stats: { requests: instance.read.requests } }, ...found };
}
