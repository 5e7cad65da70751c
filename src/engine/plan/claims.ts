import { append } from "../../core/append.js";
import { earlierCalls } from "../../core/barriers.js";
import { TrueupError } from "../../core/errors.js";
import { canonicalJson, isObject, type Spec, type Value } from "../../core/json.js";
import { isRef, ref } from "../../core/placeholders.js";
import type { Call, Change, Plan } from "../../core/plan.js";
import type { DecidedAgain } from "./decide-again.js";
import { equalAsSets } from "./equal-as-sets.js";

/** A plan whose calls belong to its changes as they should, and which changes each belongs to. */
interface Owned {
  readonly plan: Plan;
  readonly owners: ReadonlyMap<string, readonly Change[]>;
}

/**
 * Checks what needs no platform: that every call belongs to one change, or to several where it says so, that calls come after earlier ones only, and that the summary counts the changes.
 * Throws TrueupError `plan.calls`.
 */
export function checkOwners(plan: Plan): Owned {
  const owners = new Map<string, Change[]>();
  const joint = new Set(plan.calls.flatMap((call) => (call.joint ? [call.id] : [])));
  const keys = new Set<string>();
  for (const [index, change] of plan.changes.entries()) {
    const at = `/changes/${index}`;
    if (keys.has(changeKey(change))) throw unfounded(at, `there are two changes of ${change.address}`);
    keys.add(changeKey(change));
    for (const id of change.calls) {
      const isClaimed = owners.has(id) && (!joint.has(id) || owners.get(id)?.includes(change));
      if (isClaimed) throw unfounded(`${at}/calls`, `two changes claim the call ${id}`);
      append(owners, id, change);
    }
  }
  checkBarriers(plan);
  const before = earlierCalls(plan);
  const earlier = new Set<string>();
  for (const [index, call] of plan.calls.entries()) {
    const at = `/calls/${index}`;
    if (earlier.has(call.id)) throw unfounded(`${at}/id`, `there are two calls ${call.id}`);
    if (!owners.has(call.id)) throw unfounded(at, `${routeOf(call)} belongs to no change of the plan`);
    const unknown = before(call).find((id) => !earlier.has(id));
    if (unknown !== undefined) throw unfounded(`${at}/after`, `${call.id} comes after ${unknown}, which is no call before it`);
    earlier.add(call.id);
  }
  const lost = [...owners.keys()].find((id) => !earlier.has(id));
  if (lost !== undefined) throw unfounded("/changes", `there is no call ${lost}`);
  checkCounts(plan);
  return { plan, owners };
}

function checkBarriers({ barriers = [] }: Plan): void {
  const ids = new Set<string>();
  for (const [index, { id }] of barriers.entries()) {
    if (ids.has(id)) throw unfounded(`/barriers/${index}/id`, `there are two barriers ${id}`);
    ids.add(id);
  }
}

function checkCounts({ summary, changes }: Plan): void {
  const count = (test: (change: Change) => boolean) => changes.filter(test).length;
  const counts = {
    create: count(({ action }) => action === "create"),
    update: count(({ action }) => action !== "create" && action !== "delete"),
    delete: count(({ action }) => action === "delete"),
  };
  for (const name of ["create", "update", "delete"] as const)
    if (summary[name] !== counts[name]) throw unfounded(`/summary/${name}`, `the changes are ${counts[name]}`);
}

/**
 * Holds a plan against what its own changes would be planned as by now: what each change says, and every call, but for those that will not be carried out because
 * something that they are about has moved. Answers the plan with the calls as they were made again. Throws TrueupError `plan.calls` where anything else differs.
 */
export function holdClaims({ plan, owners }: Owned, again: DecidedAgain): Plan {
  const idle = idleCalls(plan, owners, again.moved);
  const byKey = new Map(again.plan.changes.map((change) => [changeKey(change), change]));
  const said = new Map<string, string>();
  for (const [index, change] of plan.changes.entries()) {
    const made = byKey.get(changeKey(change));
    byKey.delete(changeKey(change));
    if (again.moved.has(change)) continue;
    const isHeld = change.calls.length === 0 || change.calls.some((id) => !idle.has(id));
    if (isHeld) checkChange(change, made, `/changes/${index}`);
    for (const [at, id] of (made?.calls ?? []).entries()) said.set(id, change.calls[at] ?? "");
  }
  const [unsaid] = byKey.values();
  if (unsaid) throw unfounded("/changes", `${unsaid.address} would have to be changed too by now`);
  return { ...plan, calls: heldCalls(plan, again.plan, idle, said) };
}

/** Calls of what has moved, and those that come after them. */
function idleCalls(plan: Plan, owners: Owned["owners"], moved: ReadonlySet<Change>): ReadonlySet<string> {
  const idle = new Set<string>();
  const before = earlierCalls(plan);
  for (const call of plan.calls) {
    const isMoved = owners.get(call.id)?.some((change) => moved.has(change));
    if (isMoved || before(call).some((one) => idle.has(one))) idle.add(call.id);
  }
  return idle;
}

function checkChange(change: Change, made: Change | undefined, at: string): void {
  if (!made) throw unfounded(at, `${change.address} needs no change, or another one`);
  // An older release says no parent where its kinds had only one.
  if (change.parent !== undefined && change.parent !== made.parent) throw unfounded(`${at}/parent`, "it hangs on something else");
  const [claimed, derived] = [saidBy(change), saidBy(made)];
  const wrong = Object.keys(derived).find((name) => !equalAsSets(claimed[name], derived[name]));
  if (wrong !== undefined) throw unfounded(`${at}/${wrong}`, `${change.address} would be planned otherwise`);
}

/** What a change says, but for where it was asked for and in what words something cannot be seen. */
function saidBy({ action, from, attributes, kept, sends, unverifiable, fingerprint, calls }: Change): Spec {
  const byPath = (list: readonly { readonly path: string }[], parts: (one: never) => Value) =>
    list.map((one) => [one.path, parts(one as never)]) as Value;
  return {
    action,
    from,
    attributes: byPath(attributes, ({ before, after }: Change["attributes"][number]) => ({ before, after })),
    kept: byPath(kept, ({ value }: Change["kept"][number]) => ({ value })),
    sends,
    unverifiable: byPath(unverifiable, () => null),
    fingerprint,
    calls: calls.length,
  };
}

/** The calls that follow from the changes, under the ids that the plan gives them; those that stay idle as they are. What a call comes after may be said by other barriers. */
function heldCalls(
  plan: Plan,
  made: Pick<Plan, "calls" | "barriers">,
  idle: ReadonlySet<string>,
  said: ReadonlyMap<string, string>,
): readonly Call[] {
  const [before, madeBefore] = [earlierCalls(plan), earlierCalls(made)];
  const derived = made.calls.flatMap((call) => {
    const id = said.get(call.id);
    return id === undefined || idle.has(id) ? [] : [renamed({ ...call, after: madeBefore(call) }, id, said)];
  });
  let next = 0;
  return plan.calls.map((call, index) => {
    if (idle.has(call.id)) return call;
    const held = derived[next++];
    if (!held || held.id !== call.id) throw unfounded(`/calls/${index}`, `${routeOf(call)} would stand elsewhere`);
    const claimed = { ...call, after: before(call) };
    const wrong = Object.keys({ ...held, ...call }).find((name) => differs(name as keyof Call, claimed, held));
    if (wrong !== undefined)
      throw unfounded(`/calls/${index}/${wrong}`, `${routeOf(call)} does not follow from what the plan says of its changes`);
    return { ...held, after: call.after };
  });
}

function differs(name: keyof Call, one: Call, other: Call): boolean {
  return !equalAsSets(one[name] as Value | undefined, other[name] as Value | undefined);
}

/** A call with the ids that another plan gives to calls; what that has no id for gets none. */
function renamed(call: Call, id: string, said: ReadonlyMap<string, string>): Call {
  const idOf = (one: string) => said.get(one) ?? "";
  const fill = (value: Value): Value => {
    if (isRef(value)) return ref(idOf(value.$ref), value.field);
    if (Array.isArray(value)) return value.map((item: Value) => fill(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, part === undefined ? undefined : fill(part)]));
  };
  const { body, params, after } = call;
  return {
    ...call,
    id,
    params: fill(params) as Spec,
    ...(body === undefined ? {} : { body: fill(body) as Spec }),
    after: after.map(idOf),
  };
}

function changeKey({ kind, address, identity }: Change): string {
  return canonicalJson([kind, address, identity ?? null]);
}

function routeOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

function unfounded(pointer: string, why: string): TrueupError {
  return new TrueupError({
    code: "plan.calls",
    message: `the plan is refused at ${pointer}: ${why}`,
    hint: "Nothing was changed. The file is not as it was made, or what it names (a user, what it lies in) has been made anew since: plan again.",
  });
}
