import type { DesiredState, Plan } from "../../core/plan.js";
import { decide, readerOf } from "../live/decide.js";
import type { Outlook } from "../live/instance.js";
import { decidePlan, type PlanOptions } from "./decide-plan.js";
import type { World } from "../snapshot/observations.js";

/** Makes the plan of a desired state: reads what the planner needs, and nothing else. Answers also what was live of what it is about. */
export async function makePlan(
  outlook: Outlook,
  state: DesiredState,
  options: PlanOptions,
): Promise<{ readonly plan: Plan; readonly observed: World["observed"] }> {
  const { plan, observed } = await decide(readerOf(outlook), (facts) => decidePlan(outlook, state, options, facts));
  return { plan: { ...plan, stats: { requests: outlook.read.requests } }, observed };
}
