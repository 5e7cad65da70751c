import type { Compliance } from "../../core/compliance.js";
import { kindAt, type Kinds } from "../../core/kind.js";
import type { Desired, DesiredState, Plan } from "../../core/plan.js";
import type { ExplainedSubject, Hold } from "../../policies/index.js";
import { decide, decideBesideUnread, decideWhereReadable, type LiveInstance, readerOf } from "../live/index.js";
import { isLeftOut, type ResolveSecret } from "./compare.js";
import { decideCompliance, decideHolding, type Lived } from "./compliance.js";
import { decidePlan, differsBy, type Planned, type PlanOptions } from "./decide-plan.js";
import { defaultsOn } from "./defaults-on.js";

/** Makes the plan of a desired state: reads what the decision needs, and nothing else. Answers also what was live of what it is about. */
export async function makePlan(
  instance: LiveInstance,
  state: DesiredState,
  options: PlanOptions,
): Promise<Pick<Planned, "observed" | "before" | "desired"> & { readonly plan: Plan }> {
  const onThis = (desired: DesiredState) => withUnreadKeys(defaultsOn(desired, instance.kinds), instance.kinds, options.resolve);
  const onServer = onThis(state);
  const ofServer = options.base ? { ...options, base: onThis(options.base) } : options;
  const { plan, ...planned } = await (options.unread ? decideBesideUnread : decide)(
    readerOf(instance),
    (facts) => decidePlan(instance, onServer, ofServer, facts),
    instance.onReads,
  );
  return { plan: { ...plan, stats: { requests: instance.read.requests } }, ...planned };
}

/** Tells how far the policies of a desired state are kept: reads what that needs, and nothing else. What may not be read counts as not readable. */
export async function makeCompliance(
  instance: LiveInstance,
  state: DesiredState,
  { resolve }: Pick<PlanOptions, "resolve">,
): Promise<Compliance> {
  const onServer = defaultsOn(state, instance.kinds);
  const compliance = await decideWhereReadable(readerOf(instance), (facts) =>
    decideCompliance(instance, onServer, { resolve, differs: differsBy(instance, { resolve }, facts) }, facts),
  );
  return { ...compliance, stats: { requests: instance.read.requests } };
}

/** Decides something of a thing by which policies hold for it as it is live: reads what that needs, and nothing else. */
export async function whereHeld<T>(
  instance: LiveInstance,
  state: DesiredState,
  { subject, resolve }: Pick<PlanOptions, "resolve"> & { readonly subject: ExplainedSubject },
  decision: (hold: Hold, lived: readonly Lived[]) => T,
): Promise<T> {
  return decide(readerOf(instance), (facts) => {
    const differs = differsBy(instance, { resolve }, facts);
    const hold = (other: DesiredState) => decideHolding(instance, other, { subject, differs }, facts);
    return decision((other) => hold(other).holding, hold(state).lived);
  });
}

/** Desired state of a run that resolves no reference: of keys by reference (`sameBy`) the title counts, which is the best guess. Else the thing would be new, and what is live undeclared. */
function withUnreadKeys(state: DesiredState, kinds: Kinds, resolve: ResolveSecret): DesiredState {
  const marked = (desired: Desired): Desired => {
    const { sameBy } = kindAt(kinds, desired).key ?? {};
    const value = sameBy && desired.spec[sameBy];
    return value !== undefined && isLeftOut(value, resolve) ? { ...desired, unreadKey: true } : desired;
  };
  return { ...state, resources: state.resources.map(marked) };
}
