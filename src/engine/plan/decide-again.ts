import { addressKey } from "../../core/address-key.js";
import { fold } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { type Origin, TrueupError } from "../../core/errors.js";
import { canonicalJson, isObject, type Spec, type Value } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds, type PlacedKind } from "../../core/kind.js";
import { type Call, type Change, type Desired, earlierCalls, type Plan, type PlanDiagnostic } from "../../core/plan.js";
import { movedName } from "../forms/index.js";
import type { Basis, Facts, Observed } from "../snapshot/index.js";
import { addressOfChange, askedBy, attributesOf, fingerprint, type MovedChanges } from "./change-content.js";
import { type AppliedSecrets, pictureHashes, type ResolveSecret } from "./compare.js";
import { planOf } from "./decide-plan.js";
import { type ChangeDraft, draftKey, idleDraft } from "./draft.js";
import { draftChanges, type Drafted } from "./drafts.js";
import { type Allowances, withinReach } from "./guard.js";
import { withCalls } from "./number-calls.js";
import { observe } from "./observe.js";
import { countsOf } from "./plan-document.js";
import { withImplied } from "./scope.js";
import { withDeclaredNames } from "./shown.js";

/** What the changes of a plan would be planned as by now. */
interface DecidedAgain {
  /** The plan that files would give that say what the changes say, with all its refusals. */
  readonly plan: Omit<Plan, "stats">;
  /** What is live of each change that is still as it was when the plan was made. */
  readonly observed: ReadonlyMap<Change, Observed>;
  /** Changes of things that are not as they were: nothing of them may be carried out. */
  readonly moved: MovedChanges;
}

/** Plans the changes of a plan once more, as if files said them, with what is live now. A change of something that has moved since is taken as the plan tells it. */
export function decideAgain(
  basis: Basis,
  saved: Pick<Plan, "changes" | "root" | "warnings">,
  { allowances, resolve }: { readonly allowances: Allowances; readonly resolve: ResolveSecret },
  facts: Facts,
): DecidedAgain {
  const { resources } = withImplied(
    { resources: saved.changes.map((change) => desiredBy(change, basis.kinds)), deleteUndeclared: {}, root: saved.root },
    basis.kinds,
  );
  const changeOf = new Map(resources.map((desired, index) => [desired, saved.changes[index] as Change]));
  const { within, refusals } = withinReach(basis, resources);
  const seen = observe(basis, { resources: within, deleteUndeclared: {} }, facts, (desired, kind, live) =>
    pictureHashes(fieldsOf(kind, { key: desired.key }), desired, live, facts),
  );
  const observations = { ...seen, observed: withDeclaredNames(basis, seen.observed, resolve) };
  const applied = appliedAsTold(saved.changes);
  const options = { resolve, applied, resend: () => true, kinds: basis.kinds, isPart: true };
  const drafted = draftChanges(observations, options, facts);
  const draftOf = new Map(drafted.drafts.map((draft) => [draft.desired, draft]));
  const movedOnes = observations.observed.filter((resource) =>
    hasMoved(resource, draftOf.get(resource.desired), changeOf.get(resource.desired) as Change),
  );
  const taken = asTold(drafted, movedOnes, changeOf, basis.kinds);
  const toldKeys = new Set(resources.map((desired) => addressKey(desired, basis.kinds)));
  const mayGiveBack = (draft: ChangeDraft) => toldKeys.has(draftKey(draft));
  const { plan, before } = planOf(
    basis,
    saved,
    { observations, drafted: taken, refusals, allowances, targets: [], mayGiveBack, cautionsBeside: () => [] },
    facts,
  );
  const moved = new Map(
    movedOnes.map(({ desired }) => [changeOf.get(desired) as Change, draftOf.has(desired) ? "otherwise" : "as-asked"] as const),
  );
  for (const change of saved.changes) if (hasLost(change, saved, plan)) moved.set(change, "otherwise");
  const looked = new Set(before.values());
  const observed = observations.observed.flatMap((resource) => {
    const change = changeOf.get(resource.desired);
    return change && !moved.has(change) && looked.has(resource) ? [[change, resource] as const] : [];
  });
  return { plan: { ...plan, refusals: others(plan.refusals, moved) }, observed: new Map(observed), moved };
}

/** What files would say that ask for a change of a plan: enough to observe, compare and write it. */
export function desiredBy(change: Change, kinds: Kinds): Desired {
  const names = addressOfChange(change, kinds);
  const kind = kindAt(kinds, names);
  const { key } = names;
  const asked: Spec = { ...change.identity, ...attributesOf(change, kind, key), ...change.sends };
  const known = Object.keys(fieldsOf(kind, { key })).filter((name) => Object.hasOwn(asked, name));
  const loose = Object.keys(asked).filter((name) => !known.includes(name));
  return {
    ...names,
    address: change.address,
    ensure: change.action === "delete" ? "absent" : "present",
    ...formerName(change, kind),
    spec: Object.fromEntries([...known, ...loose].map((name) => [name, asked[name]])),
    origins: {},
    // Guards count by layers what one policy changes.
    layers: Object.fromEntries(change.attributes.flatMap(({ path, layer }) => (layer === undefined ? [] : [[path, layer]]))),
    ...proposedBy(change),
    origin: originOf(change),
  };
}

/** How the plan says that a file gets into its branch; however many more there are. */
function proposedBy({ proposal, closes }: Change): Pick<Desired, "proposal" | "closes"> {
  const { title, labels, reviewers } = proposal ?? {};
  return {
    ...(title !== undefined && labels && reviewers ? { proposal: { title, labels, reviewers, files: 0 } } : {}),
    ...(closes === undefined ? {} : { closes }),
  };
}

/** What files would call it by before; what the platform itself renamed because it is to be deleted is no move of theirs. */
function formerName({ from, attributes }: Change, kind: PlacedKind): Pick<Desired, "movedFrom" | "formerKey"> {
  if (from === undefined) return {};
  if (!kind.tree) return { formerKey: from };
  return attributes.some(({ path }) => path === movedName) ? { movedFrom: from } : {};
}

/** Where the plan says that files ask for it; a plan knows no file. */
function originOf({ source = "" }: Change): Origin {
  const [, file = "", line, column] = /^([\s\S]+):(\d+):(\d+)$/.exec(source) ?? [];
  return { file, line: Number(line ?? 0), column: Number(column ?? 0) };
}

/** A secret that cannot be seen and stands among what changes was another one than was last applied: the plan tells that, and it is sent either way. */
function appliedAsTold(changes: readonly Change[]): AppliedSecrets {
  const keyOf = (address: string, path: string) => JSON.stringify([address, path]);
  const asApplied = new Set(
    changes.flatMap(({ address, attributes, unverifiable }) => {
      const unseen = new Set(unverifiable.map(({ path }) => path));
      return attributes.flatMap(({ path }) => (unseen.has(path) ? [keyOf(address, path)] : []));
    }),
  );
  return { isKept: (address, path) => asApplied.has(keyOf(address, path)), isSame: () => false };
}

/** By the fingerprint, and by the live values that the change tells: pictures, and names that no field knows, are in no fingerprint. */
function hasMoved({ desired, kind, live }: Observed, draft: ChangeDraft | undefined, change: Change): boolean {
  if (fingerprint(fieldsOf(kind, { key: desired.key }), live, change) !== change.fingerprint) return true;
  const shown = new Map(draft?.differences.map(({ path, before }) => [path, before]));
  return change.attributes.some(({ path, before }) => shown.has(path) && !equalAsSets(shown.get(path), before));
}

/** True for what has lost what it hangs on or lies in, and for what holds something else now than the plan says will go along with it. */
function hasLost(change: Change, saved: Pick<Plan, "warnings">, again: Pick<Plan, "warnings" | "refusals">): boolean {
  const about = (rule: string) => (diagnostic: PlanDiagnostic) =>
    diagnostic.rule === rule && diagnostic.addresses.includes(change.address);
  if (again.refusals.some(about("parent.missing"))) return true;
  const contents = ({ warnings }: Pick<Plan, "warnings">) => warnings.find(about("delete.contents"))?.message;
  return change.action === "delete" && contents(saved) !== contents(again);
}

/** Refusals of anything but what will not be carried out in any case. */
function others(refusals: readonly PlanDiagnostic[], moved: MovedChanges): readonly PlanDiagnostic[] {
  const addresses = new Set([...moved.keys()].map(({ address }) => address));
  return refusals.filter(
    (refusal) => refusal.addresses.length === 0 || !refusal.addresses.every((address) => addresses.has(address)),
  );
}

/** The drafts, with those of moved things as the plan tells them. */
function asTold(drafted: Drafted, movedOnes: readonly Observed[], changeOf: ReadonlyMap<Desired, Change>, kinds: Kinds): Drafted {
  const keys = new Set(movedOnes.map(({ desired }) => addressKey(desired, kinds)));
  const addresses = new Set(movedOnes.map(({ desired }) => fold(desired.address)));
  const kept = drafted.drafts.filter(({ desired }) => !desired || !keys.has(addressKey(desired, kinds)));
  const restated = movedOnes.map((observed) => draftAsTold(observed, changeOf.get(observed.desired) as Change, kinds));
  const isOther = (diagnostic: PlanDiagnostic) => !diagnostic.addresses.every((address) => addresses.has(fold(address)));
  return { ...drafted, drafts: [...kept, ...restated], refusals: drafted.refusals.filter(isOther) };
}

function draftAsTold({ desired, kind, live, livePath }: Observed, change: Change, kinds: Kinds): ChangeDraft {
  const { address, action, unverifiable } = change;
  const { path, key, write } = askedBy(change, kinds);
  const thing = { address, kind, path, key, desired, live: action === "create" ? undefined : live, livePath };
  const differences = change.attributes.map(({ path: at, before, after }) => ({ path: at, before, after }));
  return { action, ...idleDraft(thing), differences, write, unverifiable };
}

/** A plan whose calls belong to its changes as they should, and which changes each belongs to. */
interface Owned {
  readonly plan: Plan;
  readonly owners: ReadonlyMap<string, readonly Change[]>;
}

/** Checks without the platform that calls belong to changes, come after earlier ones, and that the summary counts right. Throws TrueupError `plan.calls`. */
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
  const barriers = new Set<string>();
  for (const [index, { id }] of (plan.barriers ?? []).entries()) {
    if (barriers.has(id)) throw unfounded(`/barriers/${index}/id`, `there are two barriers ${id}`);
    barriers.add(id);
  }
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

function checkCounts({ summary, changes }: Plan): void {
  const counts = countsOf(changes);
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
  const savedIds = new Map<string, string>();
  for (const [index, change] of plan.changes.entries()) {
    const made = byKey.get(changeKey(change));
    byKey.delete(changeKey(change));
    if (again.moved.has(change)) continue;
    const isHeld = change.calls.length === 0 || change.calls.some((id) => !idle.has(id));
    if (isHeld) checkChange(change, made, `/changes/${index}`);
    for (const [at, id] of (made?.calls ?? []).entries()) savedIds.set(id, change.calls[at] ?? "");
  }
  const [unsaid] = byKey.values();
  if (unsaid) throw unfounded("/changes", `${unsaid.address} would have to be changed too by now`);
  return { ...plan, calls: heldCalls(plan, again.plan, idle, savedIds) };
}

/** Calls of what has moved, and those that come after them. */
function idleCalls(plan: Plan, owners: Owned["owners"], moved: MovedChanges): ReadonlySet<string> {
  const idle = new Set<string>();
  const before = earlierCalls(plan);
  for (const call of plan.calls) {
    const isMoved = owners.get(call.id)?.some((change) => moved.has(change));
    if (isMoved || before(call).some((id) => idle.has(id))) idle.add(call.id);
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
function saidBy(change: Change): Spec {
  const { action, from, attributes, kept, sends, unverifiable, fingerprint, calls, proposal, closes } = change;
  const byPath = (list: readonly { readonly path: string }[], parts: (entry: never) => Value) =>
    list.map((entry) => [entry.path, parts(entry as never)]) as Value;
  return {
    action,
    from,
    attributes: byPath(attributes, ({ before, after }: Change["attributes"][number]) => ({ before, after })),
    kept: byPath(kept, ({ value }: Change["kept"][number]) => ({ value })),
    sends,
    unverifiable: byPath(unverifiable, () => null),
    fingerprint,
    proposal: proposal && { ...proposal },
    closes,
    calls: calls.length,
  };
}

/** The calls that follow from the changes, under the ids that the plan gives them; those that stay idle as they are. What a call comes after may be said by other barriers. */
function heldCalls(
  plan: Plan,
  made: Pick<Plan, "calls" | "barriers">,
  idle: ReadonlySet<string>,
  savedIds: ReadonlyMap<string, string>,
): readonly Call[] {
  const [before, madeBefore] = [earlierCalls(plan), earlierCalls(made)];
  const derived = made.calls.flatMap((call) => {
    const id = savedIds.get(call.id);
    return id === undefined || idle.has(id) ? [] : [renamed({ ...call, after: madeBefore(call) }, id, savedIds)];
  });
  let next = 0;
  return plan.calls.map((call, index) => {
    if (idle.has(call.id)) return call;
    const held = derived[next++];
    if (!held || held.id !== call.id) throw unfounded(`/calls/${index}`, `${routeOf(call)} would stand elsewhere`);
    const claimed = { ...call, after: before(call) };
    const names = Object.keys({ ...held, ...call }) as (keyof Call)[];
    const wrong = names.find((name) => !equalAsSets(claimed[name] as Value | undefined, held[name] as Value | undefined));
    if (wrong !== undefined)
      throw unfounded(`/calls/${index}/${wrong}`, `${routeOf(call)} does not follow from what the plan says of its changes`);
    return { ...held, after: call.after };
  });
}

/** A call with the ids that another plan gives to calls; what that has no id for gets none. */
function renamed(call: Call, id: string, savedIds: ReadonlyMap<string, string>): Call {
  const idOf = (madeId: string) => savedIds.get(madeId) ?? "";
  const { body, params, after } = call;
  const sent = { params: withCalls(params, idOf), ...(body === undefined ? {} : { body: withCalls(body, idOf) }) };
  return { ...call, id, ...sent, after: after.map(idOf) };
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

/** True if two values are the same but for the order of lists: servers show lists now in one order and now in another. */
function equalAsSets(value: Value | undefined, other: Value | undefined): boolean {
  return unordered(value) === unordered(other);
}

function unordered(value: Value | undefined): string {
  if (Array.isArray(value))
    return `[${value
      .map((item: Value) => unordered(item))
      .sort()
      .join()}]`;
  if (!isObject(value)) return canonicalJson(value);
  const parts = Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : [`${JSON.stringify(name)}:${unordered(part)}`],
  );
  return `{${parts.sort().join()}}`;
}
