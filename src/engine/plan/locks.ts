import { addressKey, thingKey } from "../../core/address-key.js";
import { formatAddress, pathsAbove } from "../../core/address.js";
import { groupedBy } from "../../core/collections.js";
import { type AttributeLock, type Fields, namesWith } from "../../core/fields.js";
import { type Spec, type Value, canonicalJson } from "../../core/json.js";
import { type PlacedKind, addressIn, fieldsOf, topKind } from "../../core/kind.js";
import { lockingNames } from "../../core/locking.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { same } from "../forms/index.js";
import { type Basis, type Facts, type Observations, each, lackingAttribute } from "../snapshot/index.js";
import { type ChangeDraft, type PlanSoFar, source } from "./draft.js";
import { newEntries } from "./entry-calls.js";
import { placeNeed } from "./shown.js";

/** What holds an attribute from above. */
interface HeldFromAbove {
  /** Address of the group, or of what the instance has one of, that decides it. */
  readonly by: string;
  /** The attribute of that by which it decides, and its value. */
  readonly field: string;
  readonly is: Value;
  /** What the attribute is therefore; undefined for a list to which nothing may be added. */
  readonly value?: Value;
}

/** A thing whose attributes may be locked. */
type Lockable = Pick<ChangeDraft, "kind" | "path" | "fields">;

/** Tells what holds an attribute of a thing from above; undefined where nothing does, or where that is not known. */
export type LockOf = (thing: Lockable, attribute: string) => HeldFromAbove | undefined;

/**
 * Who locks what, once everything that the files say of groups and the instance is carried out: what they say counts before what is live. What is not observed is asked of
 * `facts`; without it only what is observed counts. What this token may not read locks nothing: nobody is refused by a guess.
 */
export function locksFromAbove(basis: Basis, observations: Pick<Observations, "observed">, facts?: Facts): LockOf {
  const observed = new Map(
    observations.observed.map((resource) => [addressKey(resource.desired, basis.kinds), resource] as const),
  );
  const look = (kind: PlacedKind, path: string | undefined): Level => {
    const resource = observed.get(thingKey(kind, path, undefined));
    return {
      kind,
      path,
      said: resource?.desired.ensure === "present" ? resource.desired.spec : {},
      isNew: resource !== undefined && !resource.live,
      livePath: resource?.livePath ?? path,
    };
  };
  const known = new Map<string, HeldFromAbove | undefined>();
  return (thing, attribute) => {
    const held = (thing.fields[attribute]?.lockedBy ?? []).map((lock) => {
      const above = levelsAbove(basis, thing, lock).map(({ kind, path }) => look(kind, path));
      const key = `${above[0] ? thingKey(above[0].kind, above[0].path, undefined) : ""} ${thing.kind.name} ${attribute} ${lock.field}`;
      if (!known.has(key)) known.set(key, heldBy({ basis, lock, attribute, fields: thing.fields, facts }, above));
      return known.get(key);
    });
    return held.find((lock) => lock !== undefined);
  };
}

/** A group above, or the instance. */
interface Level {
  readonly kind: PlacedKind;
  readonly path: string | undefined;
  /** What the files say of it. */
  readonly said: Spec;
  /** It is made by this plan: nothing of it is live. */
  readonly isNew: boolean;
  readonly livePath: string | undefined;
}

/** The groups above a thing, the nearest first; or the one thing of the instance. */
function levelsAbove({ kinds }: Basis, { kind, path = "" }: Lockable, lock: AttributeLock): Pick<Level, "kind" | "path">[] {
  const locking = topKind(kinds, lock.kind);
  if (!locking.tree) return [{ kind: locking, path: undefined }];
  const paths = kind.parent === locking.name ? [path, ...pathsAbove(path)] : pathsAbove(path);
  return paths.filter((at) => at !== "").map((at) => ({ kind: locking, path: at }));
}

interface Question {
  readonly basis: Basis;
  readonly lock: AttributeLock;
  readonly attribute: string;
  /** Those of the thing that may be locked. */
  readonly fields: Fields;
  readonly facts: Facts | undefined;
}

function heldBy(question: Question, above: readonly Level[]): HeldFromAbove | undefined {
  const { basis, lock, attribute } = question;
  let isSettled = false;
  for (const level of above) {
    const fields = fieldsOf(level.kind);
    const field = fields[lock.field];
    // What is said of real servers alone others may show as well: what they show counts.
    if (lackingAttribute(basis.capabilities, lock.field, field).some(({ rule }) => rule !== "dialect")) return undefined;
    const declared = level.said[lock.field];
    const asks = declared === undefined && !level.isNew && !isSettled;
    const live = asks ? liveOf(question, level) : undefined;
    const value = declared ?? valueIn(live, lock.field);
    // What a group inherits it shows as its own: those above it say no more, but for what this plan changes of them.
    if (live !== undefined && field?.defaultFrom?.includes("parent")) isSettled = true;
    if (value === undefined || !isSame(fields, lock.field, value, lock.is)) continue;
    const by = formatAddress(addressIn(level.kind, level.path, undefined));
    if (lock.noMore) return { by, field: lock.field, is: value };
    const due = lock.value ?? level.said[attribute] ?? valueIn(live ?? liveOf(question, level), attribute);
    if (due !== undefined) return { by, field: lock.field, is: value, value: due };
  }
  return undefined;
}

/** What is live above, where this token may read it. */
function liveOf({ basis, lock, attribute, facts }: Question, { kind, livePath }: Level): Live | undefined {
  const isHidden = kind.administrators === "read" && !basis.capabilities.user.administrator;
  if (facts === undefined || isHidden) return undefined;
  // Of what the instance has one of, all locks are asked for at once; of groups some are shown by a single read only.
  if (livePath === undefined) return facts({ read: "one", kind: kind.name, attributes: lockingNames(basis.kinds, kind.name) });
  const attributes = lock.value === undefined && !lock.noMore ? [lock.field, attribute] : [lock.field];
  return facts({ ...placeNeed(kind.name, livePath), attributes });
}

/** Settings that no kind declares are marks. */
function valueIn(live: Live | undefined, name: string): Value | undefined {
  return live?.spec[name] ?? live?.marks[name];
}

function isSame(fields: Fields, name: string, a: Value, b: Value): boolean {
  return fields[name] ? same(fields, name, a, b) : canonicalJson(a) === canonicalJson(b);
}

/** What a declaration says against what holds it from above. */
interface Contradiction {
  readonly thing: Declared;
  readonly attribute: string;
  readonly held: HeldFromAbove;
}

/** A declared thing, or the draft of one. */
type Declared = Lockable & Pick<ChangeDraft, "address" | "desired" | "live">;

/**
 * One refusal for each group (or the instance) and attribute that it locks, where declarations say otherwise: servers refuse such a value or keep their own without a word. The
 * platform is asked only about what a change writes; what stays as it is may come under a lock that this plan closes.
 */
export function lockedOnes({ basis, observations, drafts, facts }: PlanSoFar): PlanDiagnostic[] {
  const asking = locksFromAbove(basis, observations, facts);
  const written = drafts
    .filter(({ action }) => action !== "delete")
    .flatMap((draft) => lockable(draft.fields, draft.write).map((attribute) => ({ draft, attribute })));
  const refused = each(written, ({ draft, attribute }) => contradiction(draft, attribute, draft.write[attribute], asking)).flat();
  const touched = new Set(drafts.map(({ desired }) => desired));
  const closing = locksFromAbove(basis, observations);
  const kept = observations.observed
    .filter(({ desired, live }) => live && desired.ensure === "present" && !touched.has(desired))
    .flatMap(({ desired, kind, live }) => {
      const { address, path, key, spec } = desired;
      const thing = { kind, path, fields: fieldsOf(kind, { key }), address, desired, live };
      return lockable(thing.fields, spec).flatMap((name) => contradiction(thing, name, spec[name], closing));
    });
  return refusalsOf([...refused, ...kept]);
}

function lockable(fields: Fields, spec: Spec): string[] {
  return namesWith(fields, "lockedBy").filter((name) => spec[name] !== undefined);
}

function contradiction(thing: Declared, attribute: string, value: Value | undefined, lockOf: LockOf): Contradiction[] {
  const { fields, live } = thing;
  const { lockedBy = [] } = fields[attribute] ?? {};
  if (value === undefined) return [];
  const adds = newEntries(fields, attribute, value, live?.spec[attribute]).length > 0;
  const isHarmless = ({ noMore, value: due }: AttributeLock) =>
    noMore ? !adds : due !== undefined && same(fields, attribute, value, due);
  if (lockedBy.every((lock) => isHarmless(lock))) return [];
  const held = lockOf(thing, attribute);
  if (held === undefined || (held.value === undefined ? !adds : same(fields, attribute, value, held.value))) return [];
  return [{ thing, attribute, held }];
}

function refusalsOf(contradictions: readonly Contradiction[]): PlanDiagnostic[] {
  const keyOf = ({ held, thing, attribute }: Contradiction) => `${held.by} ${held.field} ${thing.kind.name} ${attribute}`;
  return [...groupedBy(contradictions, keyOf).values()].flatMap((list): PlanDiagnostic[] => {
    const [first] = list;
    if (first === undefined) return [];
    const { attribute, held } = first;
    const addresses = list.map(({ thing }) => thing.address);
    const instead = held.value === undefined ? "leave that out" : "declare that or nothing";
    const message = `${whyLocked(attribute, held)}: ${instead}, or change ${held.field} there first`;
    return [{ rule: "locked", message, addresses, ...source(first.thing.desired, attribute) }];
  });
}

/** What holds an attribute, and what that leaves of it, in a sentence. */
export function whyLocked(attribute: string, { field, by, is, value }: HeldFromAbove): string {
  const left = value === undefined ? `nothing can be added to ${attribute}` : `${attribute} can only be ${wordOf(value)}`;
  return `${field} of ${by} is ${wordOf(is)}, so ${left}`;
}

function wordOf(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
