import { addressKey } from "../../core/address-key.js";
import { fold } from "../../core/address.js";
import type { Origin } from "../../core/errors.js";
import type { Spec } from "../../core/json.js";
import { type Kinds, type PlacedKind, fieldsOf, kindAt } from "../../core/kind.js";
import type { Change, Desired, Plan, PlanDiagnostic } from "../../core/plan.js";
import { movedName } from "../forms/index.js";
import type { Basis, Facts, Observed } from "../snapshot/index.js";
import type { AppliedSecrets } from "./applied-secrets.js";
import { addressOfChange } from "./change-address.js";
import { askedBy, attributesOf } from "./change-content.js";
import { pictureHashes } from "./compare.js";
import { planOf } from "./decide-plan.js";
import { withDeclaredNames } from "./declared-names.js";
import { type ChangeDraft, draftKey } from "./draft.js";
import { type Drafted, draftChanges } from "./drafts.js";
import { equalAsSets } from "./equal-as-sets.js";
import { fingerprint } from "./fingerprint.js";
import { type Allowances, withinReach } from "./guard.js";
import type { ResolveSecret } from "./missing-secrets.js";
import { observe } from "./observe.js";
import { withImplied } from "./scope.js";

/** What the changes of a plan would be planned as by now. */
export interface DecidedAgain {
  /** The plan that files would give that say what the changes say, with all its refusals. */
  readonly plan: Omit<Plan, "stats">;
  /** What is live of each change that is still as it was when the plan was made. */
  readonly observed: ReadonlyMap<Change, Observed>;
  /** Changes of things that are not as they were: nothing of them may be carried out. */
  readonly moved: ReadonlySet<Change>;
}

/** What planning again goes by beside the platform. */
export interface AgainOptions {
  readonly allowances: Allowances;
  readonly resolve: ResolveSecret;
}

/**
 * Plans the changes of a plan once more, as if files said them: the same comparison, names, guards and order, with what is live now. A change of something that
 * has moved since is taken as the plan tells it, so that all else can still be held against it.
 */
export function decideAgain(
  basis: Basis,
  told: Pick<Plan, "changes" | "root" | "warnings">,
  { allowances, resolve }: AgainOptions,
  facts: Facts,
): DecidedAgain {
  const { resources } = withImplied(
    { resources: told.changes.map((change) => desiredBy(change, basis.kinds)), deleteUndeclared: {}, root: told.root },
    basis.kinds,
  );
  const changeOf = new Map(resources.map((desired, index) => [desired, told.changes[index] as Change]));
  const { within, refusals } = withinReach(basis, resources);
  const found = observe(basis, { resources: within, deleteUndeclared: {} }, facts, (desired, kind, live) =>
    pictureHashes(fieldsOf(kind, { key: desired.key }), desired, live, facts),
  );
  const observations = { ...found, observed: withDeclaredNames(basis, found.observed, resolve) };
  const applied = appliedAsTold(told.changes);
  const options = { resolve, applied, resend: () => true, kinds: basis.kinds, isPart: true };
  const drafted = draftChanges(observations, options, facts);
  const draftOf = new Map(drafted.drafts.map((draft) => [draft.desired, draft]));
  const movedOnes = observations.observed.filter((one) =>
    hasMoved(one, draftOf.get(one.desired), changeOf.get(one.desired) as Change),
  );
  const taken = asTold(drafted, movedOnes, changeOf, basis.kinds);
  const toldKeys = new Set(resources.map((desired) => addressKey(desired, basis.kinds)));
  const mayGiveBack = (draft: ChangeDraft) => toldKeys.has(draftKey(draft));
  const { plan, before } = planOf(
    basis,
    told,
    { observations, drafted: taken, refusals, allowances, targets: [], mayGiveBack, cautionsBeside: () => [] },
    facts,
  );
  const moved = new Set(movedOnes.map((one) => changeOf.get(one.desired) as Change));
  for (const change of told.changes) if (hasLost(change, told, plan)) moved.add(change);
  const looked = new Set(before.values());
  const observed = observations.observed.flatMap((one) => {
    const change = changeOf.get(one.desired);
    return change && !moved.has(change) && looked.has(one) ? [[change, one] as const] : [];
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
    layers: layersOf(change),
    origin: originOf(change),
  };
}

/** The layers that the plan names: guards count by them what one policy changes. */
function layersOf({ attributes }: Change): Readonly<Record<string, string>> {
  return Object.fromEntries(attributes.flatMap(({ path, layer }) => (layer === undefined ? [] : [[path, layer]])));
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
  const told = new Set(
    changes.flatMap(({ address, attributes, unverifiable }) => {
      const unseen = new Set(unverifiable.map(({ path }) => path));
      return attributes.flatMap(({ path }) => (unseen.has(path) ? [keyOf(address, path)] : []));
    }),
  );
  return { isKept: (address, path) => told.has(keyOf(address, path)), isSame: () => false };
}

/** By the fingerprint, and by the live values that the change tells: pictures, and names that no field knows, are in no fingerprint. */
function hasMoved({ desired, kind, live }: Observed, draft: ChangeDraft | undefined, change: Change): boolean {
  if (fingerprint(fieldsOf(kind, { key: desired.key }), live, change) !== change.fingerprint) return true;
  const shown = new Map(draft?.differences.map(({ path, before }) => [path, before]));
  return change.attributes.some(({ path, before }) => shown.has(path) && !equalAsSets(shown.get(path), before));
}

/** True for what has lost what it hangs on or lies in, and for what holds something else now than the plan says will go along with it. */
function hasLost(change: Change, told: Pick<Plan, "warnings">, again: Pick<Plan, "warnings" | "refusals">): boolean {
  const about = (rule: string) => (one: PlanDiagnostic) => one.rule === rule && one.addresses.includes(change.address);
  if (again.refusals.some(about("parent.missing"))) return true;
  const contents = ({ warnings }: Pick<Plan, "warnings">) => warnings.find(about("delete.contents"))?.message;
  return change.action === "delete" && contents(told) !== contents(again);
}

/** Refusals of anything but what will not be carried out in any case. */
function others(refusals: readonly PlanDiagnostic[], moved: ReadonlySet<Change>): readonly PlanDiagnostic[] {
  const addresses = new Set([...moved].map(({ address }) => address));
  return refusals.filter((one) => one.addresses.length === 0 || !one.addresses.every((address) => addresses.has(address)));
}

/** The drafts, with those of moved things as the plan tells them. */
function asTold(drafted: Drafted, movedOnes: readonly Observed[], changeOf: ReadonlyMap<Desired, Change>, kinds: Kinds): Drafted {
  const keys = new Set(movedOnes.map(({ desired }) => addressKey(desired, kinds)));
  const addresses = new Set(movedOnes.map(({ desired }) => fold(desired.address)));
  const kept = drafted.drafts.filter(({ desired }) => !desired || !keys.has(addressKey(desired, kinds)));
  const told = movedOnes.map((one) => draftAsTold(one, changeOf.get(one.desired) as Change, kinds));
  const isOther = (one: PlanDiagnostic) => !one.addresses.every((address) => addresses.has(fold(address)));
  return { ...drafted, drafts: [...kept, ...told], refusals: drafted.refusals.filter(isOther) };
}

function draftAsTold({ desired, kind, live, livePath }: Observed, change: Change, kinds: Kinds): ChangeDraft {
  const { fields, path, key, write } = askedBy(change, kinds);
  return {
    address: change.address,
    kind,
    fields,
    path,
    key,
    action: change.action,
    desired,
    live: change.action === "create" ? undefined : live,
    livePath,
    differences: change.attributes.map((one) => ({ path: one.path, before: one.before, after: one.after })),
    write,
    preserved: [],
    unverifiable: change.unverifiable,
  };
}
