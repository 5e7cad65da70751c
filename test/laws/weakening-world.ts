import { acknowledgedAll } from "../../src/core/acknowledgement.js";
import { formatAddress } from "../../src/core/address.js";
import type { Field, Fields } from "../../src/core/fields.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { addressIn, fieldsOf, kindOf, makesMembers, type PlacedKind } from "../../src/core/kind.js";
import { compareVersions } from "../../src/core/names.js";
import { kinds } from "../../src/program/kinds.js";
import { twoValues } from "../e2e/values.js";
import { decision, planned, type Shown } from "../engine/in-memory.js";
import { named } from "./weaker.js";

const group = (path: string, id: number): Shown => ({ kind: "group", path, id, spec: { name: path, visibility: "public" } });
const project = (path: string, id: number): Shown => ({
  kind: "project",
  path,
  id,
  spec: { visibility: "private", archived: false },
});

/** What things may name, beside what they hang on. */
const around: readonly Shown[] = [
  ...["acme", ...(named["group"] ?? [])].map((path, index) => group(path, 101 + index)),
  ...(named["project"] ?? []).map((path, index) => project(path, 201 + index)),
];
const ids: Readonly<Record<string, number>> = {
  alice: 11,
  bob: 12,
  main: 21,
  release: 22,
  ...Object.fromEntries(around.map(({ path = "", id = 0 }) => [path, id])),
};

/** A thing of a kind in one of its places, on a group or project of its own. */
export class Thing {
  readonly address: string;
  /** The full path of the group or project that it is or hangs on. */
  private readonly on: string | undefined;
  private readonly key: string | undefined;

  constructor(
    readonly place: PlacedKind,
    private readonly number = 0,
  ) {
    this.on = { group: `team${number}`, project: `acme/web${number}` }[place.tree ? place.name : place.parent];
    // A key may begin with the full path of the project.
    const key = place.exampleKey?.replace(new RegExp(`^${kindOf(kinds, "project").exampleKey}(?=/)`), this.on ?? "");
    this.key = place.as === "map" ? key : undefined;
    const path = this.on ?? this.key;
    this.address = formatAddress(addressIn(place, path, this.on === undefined ? undefined : this.key));
  }

  /** True for what a policy can say. */
  get isInReachOfPolicies(): boolean {
    return this.on !== undefined;
  }

  /** What a file says of it. */
  file(body: Json): JsonObject {
    return this.on === undefined ? this.within(body) : this.holder(this.place.tree ? body : this.within(body));
  }

  /** The same as a policy says it; the files only name what it is on. */
  policy(body: Json): JsonObject {
    const set = this.place.tree ? body : this.within(body);
    return {
      ...this.holder({}),
      policies: { [`policy${this.number}`]: { [this.holders]: [this.on ?? ""], set } },
    };
  }

  /** Files that say nothing of it; of what it hangs on only that it is there. */
  unsaid(): JsonObject {
    return this.on === undefined || this.place.tree ? {} : this.holder({});
  }

  /** Files that want it gone because nothing declares it. */
  undeclared(): JsonObject {
    return { ...this.unsaid(), delete_undeclared: { [this.place.file]: this.on === undefined ? true : [this.on] } };
  }

  /** What is live of it and of what it hangs on. */
  live(spec: JsonObject, marks: JsonObject = {}): Shown[] {
    const { place, on = "", key, number } = this;
    const holder = (this.holders === "groups" ? group : project)(on, 1001 + number);
    if (place.tree) return [{ ...holder, spec: { ...holder.spec, ...spec } }];
    const shown: Shown = {
      kind: place.name,
      parent: place.parent,
      id: 5001 + number,
      spec,
      marks,
      entryKeys: keysOfEntries(fieldsOf(place), spec),
      ...(this.on === undefined ? { path: key as string } : { path: on, key: key as string }),
    };
    // Nobody can lower the last owner.
    const other: Shown = { ...shown, id: 8001 + number, key: "carol", spec: { access_level: "owner" }, entryKeys: {} };
    return [...(this.on === undefined ? [] : [holder]), shown, ...(makesMembers(place) ? [other] : [])];
  }

  private get holders(): string {
    return `${this.place.tree ? this.place.name : this.place.parent}s`;
  }

  private holder(body: Json): JsonObject {
    return { [this.holders]: { [this.on ?? ""]: body } };
  }

  private within(body: Json): JsonObject {
    return { [this.place.file]: this.key === undefined ? body : { [this.key]: body } };
  }
}

/** What calls name the entries of a live thing by. */
function keysOfEntries(fields: Fields, spec: JsonObject): Record<string, JsonObject[]> {
  const lists = Object.entries(spec).flatMap(([name, value]) =>
    fields[name]?.type === "entries" && Array.isArray(value) ? [[name, value] as const] : [],
  );
  const keyOf = (entry: Json, index: number): JsonObject => {
    const known = isObject(entry) && typeof entry["group"] === "string" ? { group: ids[entry["group"]] ?? 0 } : {};
    return { id: 901 + index, ...known };
  };
  return Object.fromEntries(lists.map(([name, entries]) => [name, entries.map(keyOf)]));
}

/** What the check of a kind, or the platform, wants beside. */
const checked: Readonly<Record<string, JsonObject>> = {
  approval_rule: { users: ["alice"], groups: ["acme/one"] },
  container_protection_rule: { minimum_access_level_for_push: "admin", minimum_access_level_for_delete: "admin" },
};

/** Attributes that must stand beside one: what each thing needs, what goes along with it, and what tells it from its siblings. */
export function beside(place: PlacedKind, attribute = ""): JsonObject {
  const fields = fieldsOf(place, { key: place.exampleKey });
  const isNeeded = ([name, field]: readonly [string, Field]) =>
    field.required === true || fields[attribute]?.requires?.includes(name) === true;
  const example = place.example as Readonly<Record<string, Json>>;
  const needed = Object.entries(fields)
    .filter(isNeeded)
    .map(([name, field]) => [name, example[name] ?? twoValues(field, `${place.name}.${name}`)[0]] as const);
  const { with: siblings } = place.key ?? {};
  const all = {
    ...Object.fromEntries(needed),
    ...(siblings ? { [siblings.field]: siblings.default } : {}),
    ...checked[place.name],
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== attribute));
}

/** What is asked of a plan about one thing. */
export interface Asked {
  readonly thing: Thing;
  readonly files: JsonObject;
  readonly live: readonly Shown[];
  /** What files said at the revision since which what they no longer say goes. */
  readonly before?: JsonObject | undefined;
  /** The attribute that it is about, which the server must know. */
  readonly field?: Pick<Field, "since" | "until"> | undefined;
}

/** What becomes of each thing: `held`, what is done, or why it is refused. Things of different addresses are planned together. */
export async function fatesOf(all: readonly Asked[], isAcknowledged: boolean): Promise<string[]> {
  const fates = new Map<Asked, string>();
  const left = new Set(all);
  while (left.size > 0) {
    const batch = batchOf([...left]);
    for (const one of batch) left.delete(one);
    // What a server can only take away and make again asks whichever way it goes.
    const acknowledged = ["window", ...(isAcknowledged ? batch.map(({ thing }) => `weakening:${thing.address}`) : [])];
    for (const [one, fate] of await fatesTogether(batch, acknowledged)) fates.set(one, fate);
  }
  return all.map((one) => fates.get(one) ?? "");
}

const largestBatch = 25;

/** As many as one plan can be about: none of one address, and all on one release. */
function batchOf([first, ...others]: readonly Asked[]): Asked[] {
  if (first === undefined) return [];
  const [release, isMembership, isOnSomething] = [
    releaseOf(first.field),
    makesMembers(first.thing.place),
    first.thing.isInReachOfPolicies,
  ];
  const batch = new Map([[first.thing.address, first]]);
  for (const one of others) {
    const { place, isInReachOfPolicies } = one.thing;
    const isAlike =
      releaseOf(one.field) === release && makesMembers(place) === isMembership && isInReachOfPolicies === isOnSomething;
    if (batch.size < largestBatch && isAlike && !batch.has(one.thing.address)) batch.set(one.thing.address, one);
  }
  return [...batch.values()];
}

/** The newest of some releases that has an attribute. */
function releaseOf({ since = "0", until = "99" }: Asked["field"] = {}): string {
  const has = (version: string) => compareVersions(version, since) >= 0 && compareVersions(version, until) < 0;
  return ["19.0.0", "18.11.0", "17.11.0", "15.11.0"].find(has) ?? "19.0.0";
}

async function fatesTogether(batch: readonly Asked[], acknowledged: readonly string[]): Promise<[Asked, string][]> {
  const [first] = batch;
  const merged = (all: readonly (JsonObject | undefined)[]) => all.reduce<JsonObject>((sum, one = {}) => mergedOf(sum, one), {});
  const files = merged(batch.map((one) => one.files));
  const before = merged(batch.map((one) => one.before));
  const since = Object.keys(before).length === 0 ? {} : { before: { revision: "HEAD~1", state: (await decision(before)).state } };
  const plan = await planned(files, [...around, ...batch.flatMap(({ live }) => live)], {
    ids,
    // Who is a member above cannot have less below.
    members: first && makesMembers(first.thing.place) ? [] : ["alice", "bob"],
    capabilities: { version: releaseOf(first?.field) },
    acknowledged: acknowledgedAll(acknowledged),
    allowDelete: ["group", "project", ...batch.map(({ thing }) => thing.place.name)],
    maxDeletes: 1000,
    ...since,
  });
  return batch.map((one) => {
    const isOf = ({ addresses }: { readonly addresses: readonly string[] }) => addresses.includes(one.thing.address);
    const said = [
      ...plan.refusals.filter(isOf).map(({ message }) => `refused: ${message}`),
      ...(plan.held ?? []).filter(isOf).map(({ rule }) => (rule === "weakening" ? "held" : rule)),
      ...plan.changes.filter(({ address }) => address === one.thing.address).map(({ action }) => action),
    ];
    return [one, said.join(" and ") || "nothing"];
  });
}

function mergedOf(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([name, value]) => {
    const before = one[name];
    if (Array.isArray(before) && Array.isArray(value)) return [name, [...(before as Json[]), ...(value as Json[])]] as const;
    return [name, isObject(before) && isObject(value) ? mergedOf(before, value) : value] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
}
