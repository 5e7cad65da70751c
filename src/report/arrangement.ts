import { fold, formatAddress, parseAddress } from "../core/address.js";
import { append, defined } from "../core/collections.js";
import { canonicalJson, type Value } from "../core/json.js";
import { isTopLevel, type Kinds } from "../core/kind.js";
import type { Change, Plan } from "../core/plan.js";
import { type ChangePart, changeParts, placeText } from "./change-parts.js";
import { parentUnsaid } from "./nouns.js";

/** So many things must change in the same way for that to be said once. */
const fewestUpdates = 3;
/** So many must be made alike. */
const fewestCreates = 2;

/** What several things have in common, said once: parts of their updates, or creates that are the same from end to end. */
export interface SharedChange {
  readonly kind: string;
  readonly action: "create" | "update";
  readonly changes: readonly Change[];
  readonly parts: readonly {
    readonly part: ChangePart;
    /** Where it is asked for, for each of the changes in their order. */
    readonly places: readonly (string | undefined)[];
  }[];
}

/** A change as it stands by itself, and what of it is said once for several. */
export interface OwnChange {
  readonly change: Change;
  readonly parts: readonly ChangePart[];
  /** Paths of what it shares with others. */
  readonly shared: readonly string[];
}

/** What changes about one thing: itself, and what hangs on it. */
export interface ThingChanges {
  /** The address of the thing. */
  readonly thing: string;
  readonly kind: string;
  readonly changes: readonly OwnChange[];
}

type PartOfChange = { readonly change: Change; readonly part: ChangePart };

/**
 * Says once what at least three updates have in common, what at least two creates make alike on different things, and at least three new groups or projects that are alike, and puts the rest of the changes together by the thing that they are in. Every part of every change stands in it
 * once. What is deleted or moved, and any other resource that is created under a name of its own, is never put together with others.
 */
export function arrange(
  { changes }: Pick<Plan, "changes">,
  kinds: Kinds,
): { readonly shared: readonly SharedChange[]; readonly things: readonly ThingChanges[] } {
  const partsBy = new Map(changes.map((change) => [change, changeParts(change, kinds)]));
  const shared = [...sharedCreates(partsBy, kinds), ...sharedUpdates(partsBy)];
  const made = shared.flatMap(({ change }) => (change.action === "create" ? change.changes : []));
  const parts = new Map<Change, Set<ChangePart>>(made.map((change) => [change, new Set()]));
  for (const part of shared.flatMap((entry) => entry.said)) {
    const done = parts.get(part.change) ?? new Set();
    parts.set(part.change, done.add(part.part));
  }
  const order = new Map(changes.map((change, index) => [change, index]));
  const first = (change: SharedChange) => order.get(change.changes[0] as Change) ?? 0;
  return {
    shared: shared.map((entry) => entry.change).toSorted((change, other) => first(change) - first(other)),
    things: thingsOf(partsBy, parts, kinds),
  };
}

function thingsOf(
  partsBy: ReadonlyMap<Change, readonly ChangePart[]>,
  sharedParts: ReadonlyMap<Change, ReadonlySet<ChangePart>>,
  kinds: Kinds,
): ThingChanges[] {
  const things = new Map<string, { readonly thing: string; readonly kind: string; readonly changes: OwnChange[] }>();
  for (const [change, parts] of partsBy) {
    const done = sharedParts.get(change) ?? new Set();
    const left = parts.filter((part) => !done.has(part));
    if (left.length === 0 && sharedParts.has(change)) continue;
    const [kind, thing] = thingOf(change, kinds);
    const thingChanges = things.get(fold(thing)) ?? { thing, kind, changes: [] };
    thingChanges.changes.push({ change, parts: left, shared: [...done].map(({ path }) => path) });
    things.set(fold(thing), thingChanges);
  }
  return [...things.values()];
}

/** The kind and the address of the thing that a change is in: what it hangs on, or itself. */
function thingOf({ address, kind, parent = "" }: Change, kinds: Kinds): readonly [kind: string, thing: string] {
  const { path } = parseAddress(address);
  const on = parent === "" ? parentUnsaid(kinds, kind) : parent;
  return path === undefined || on === undefined || isTopLevel({ parent: on })
    ? [kind, address]
    : [on, formatAddress({ kind: on, path })];
}

/** What is said once, and all that it stands for. */
interface Sharing {
  readonly change: SharedChange;
  readonly said: readonly PartOfChange[];
}

/** Creates that are the same from end to end but for what they hang on. */
function sharedCreates(partsBy: ReadonlyMap<Change, readonly ChangePart[]>, kinds: Kinds): Sharing[] {
  const alike = new Map<string, Change[]>();
  for (const [change, parts] of partsBy) {
    const { key } = parseAddress(change.address);
    // Without a key it is alike only if it has no name of its own, or is one of many groups or projects.
    const isNamed = key === undefined && !isTree(change, kinds) && thingOf(change, kinds)[1] === change.address;
    if (change.action !== "create" || isNamed) continue;
    append(alike, JSON.stringify([...sortOf(change), key ?? null, parts.map(keyOf)]), change);
  }
  return [...alike.values()].flatMap((changes) => {
    const [first] = changes;
    if (!first || changes.length < (isTree(first, kinds) ? fewestUpdates : fewestCreates)) return [];
    const rows = (partsBy.get(first) ?? []).map((_, index) =>
      changes.map((change): PartOfChange => ({ change, part: (partsBy.get(change) ?? [])[index] as ChangePart })),
    );
    return [sharing("create", changes, rows)];
  });
}

/** True for groups and projects: their creates have nothing else that they are on. */
export function isTree({ kind }: Pick<Change, "kind">, kinds: Kinds): boolean {
  return kinds.get(kind)?.tree !== undefined;
}

/** Parts of updates that several have; those of the same things stand together. */
function sharedUpdates(partsBy: ReadonlyMap<Change, readonly ChangePart[]>): Sharing[] {
  const alike = new Map<string, PartOfChange[]>();
  for (const [change, parts] of partsBy) {
    if (change.action !== "update") continue;
    for (const part of parts)
      if (part.role !== "kept") append(alike, JSON.stringify([...sortOf(change), keyOf(part)]), { change, part });
  }
  const numbers = new Map([...partsBy.keys()].map((change, index) => [change, index]));
  const together = new Map<string, PartOfChange[][]>();
  for (const row of alike.values()) {
    const changes = new Set(row.map(({ change }) => change));
    if (changes.size < fewestUpdates || changes.size !== row.length) continue;
    append(together, row.map(({ change }) => numbers.get(change)).join(), row);
  }
  const reported = new Set<Change>();
  return [...together.values()].map((rows) => {
    const changes = (rows[0] ?? []).map(({ change }) => change);
    const kept = changes.some((change) => reported.has(change)) ? [] : keptByAll(changes, partsBy);
    for (const change of changes) reported.add(change);
    return sharing("update", changes, [...rows, ...kept]);
  });
}

/** What all of these changes keep alike: it goes with what they change alike, and is nothing to read by itself. */
function keptByAll(changes: readonly Change[], partsBy: ReadonlyMap<Change, readonly ChangePart[]>): PartOfChange[][] {
  const keptOf = (change: Change) => (partsBy.get(change) ?? []).filter(({ role }) => role === "kept");
  const [first] = changes;
  return (first ? keptOf(first) : []).flatMap((kept) => {
    const key = keyOf(kept);
    const row = changes.flatMap((change) => {
      const part = keptOf(change).find((candidate) => keyOf(candidate) === key);
      return part ? [{ change, part }] : [];
    });
    return row.length === changes.length ? [row] : [];
  });
}

function sharing(
  action: SharedChange["action"],
  changes: readonly Change[],
  rows: readonly (readonly PartOfChange[])[],
): Sharing {
  const parts = rows.flatMap((row) => {
    const [first] = row;
    const places = row.map(({ change, part }) => placeText({ ...part, ...defined({ source: part.source ?? change.source }) }));
    return first ? [{ part: first.part, places }] : [];
  });
  return { change: { kind: changes[0]?.kind ?? "", action, changes, parts }, said: rows.flat() };
}

function sortOf({ kind, parent, identity, proposal }: Change): readonly unknown[] {
  return [kind, parent ?? null, identity ?? null, proposal?.into ?? null];
}

/** What makes one part the same as another: all that is said of it but where it is asked for. */
function keyOf({ role, path, before, after, reason, layer, origin }: ChangePart): string {
  const side = (value: Value | undefined) => (value === undefined ? null : [canonicalJson(value)]);
  return JSON.stringify([role, path, side(before), side(after), reason ?? null, layer ?? null, origin ?? null]);
}
