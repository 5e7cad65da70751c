import type { DesiredState, Plan } from "../../core/plan.js";
import { decide, readerOf } from "../live/decide.js";
import type { LiveInstance } from "../live/instance.js";
import { decidePlan, type PlanOptions } from "./decide-plan.js";
import type { Observations } from "../snapshot/observations.js";

/** Makes the plan of a desired state: reads what the planner needs, and nothing else. Answers also what was live of what it is about. */
export async function makePlan(
  instance: LiveInstance,
  state: DesiredState,
  options: PlanOptions,
): Promise<{ readonly plan: Plan; readonly observed: Observations["observed"] }> {
  const { plan, observed } = await decide(readerOf(instance), (facts) => decidePlan(instance, state, options, facts));
  return { plan: { ...plan, stats: { requests: instance.read.requests } }, observed };
}
