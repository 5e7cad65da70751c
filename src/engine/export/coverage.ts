import { thingKey } from "../../core/address-key.js";
import { fold, parseAddress } from "../../core/address.js";
import { append, compareTexts, groupedBy } from "../../core/collections.js";
import { addressGlob, globRoot } from "../../core/glob.js";
import type { JsonObject } from "../../core/json.js";
import { type Kinds, type PlacedKind, isTopLevel, kindAt, kindsUnder, parentsOf, topKind, topParent } from "../../core/kind.js";
import type { Coverage, Desired } from "../../core/plan.js";
import { type Found, type LiveInstance, type Scope, Survey } from "../live/index.js";
import { type Move, candidatePaths, instancePart, movesOf, subtreeOf } from "../plan/index.js";
import { matchSiblings, namesSaid } from "../snapshot/index.js";
import { NotDeclaredFinder } from "./not-declared.js";

/** A live thing as far as counting needs it. */
export interface CountedResource {
  readonly kind: PlacedKind;
  /** Full path of the group or project (also of what hangs on it), or the topic's name. */
  readonly path?: string;
  readonly address: string;
  /** Of the reply what tells it from its siblings. */
  readonly marks: JsonObject;
}

/** What is counted: all, or what has such an address and lies under such a path. */
interface CountedPart {
  /** Address globs; empty for all. */
  readonly targets: readonly string[];
  /** Globs of full paths; empty for all. */
  readonly under?: readonly string[];
  /** Address globs of what is held to what the platform gives by itself; empty for all. */
  readonly undeclared?: readonly string[];
}

/** Counts what is live, declared or not, and holds what no file says to what the platform gives by itself. `resources` are what all layers say; what policies alone reach is not declared. */
export async function cover(instance: LiveInstance, resources: readonly Desired[], part: CountedPart): Promise<Coverage> {
  const { kinds } = instance;
  const survey = new Survey(instance, scopeOf(kinds, part, movesOf(resources)), { details: false });
  const [isCounted, isNamed] = [countedBy(part), namedBy(part.undeclared ?? [])];
  const finder = new NotDeclaredFinder(instance, resources, (kind, address) => isCounted(kind, address) && isNamed(address));
  const things: CountedResource[] = [];
  for await (const thing of survey.things()) {
    things.push(thingOf(thing));
    finder.take(thing);
  }
  const { administrator, username } = instance.capabilities.user;
  const view = administrator ? [] : [`${username} is no administrator: what ${username} does not see in lists is not counted`];
  const declared = resources.filter(({ reached }) => !reached);
  const counted = coverageOf(kinds, things, declared, part);
  return { ...counted, gaps: [...view, ...survey.gaps], notDeclared: finder.among(counted.unmanaged.filter(isNamed)) };
}

/** Tells whether a thing belongs to a part. */
function countedBy({ targets, under = [] }: CountedPart): (kind: PlacedKind, address: string) => boolean {
  const isNamed = namedBy(targets);
  const subtree = subtreeOf(under);
  return (kind, address) =>
    isNamed(address) &&
    (kind.tree === undefined && isTopLevel(kind) ? subtree.hasInstance : subtree.holds(parseAddress(address).path ?? ""));
}

/** Tells whether an address matches one of some globs; without any all do. */
function namedBy(patterns: readonly string[]): (address: string) => boolean {
  const tests = patterns.map((pattern) => addressGlob(pattern));
  return (address) => tests.length === 0 || tests.some((test) => test(address));
}

/** How many live things of each kind the resources declare, under the addresses that the files give them, and which they do not. */
export function coverageOf(
  kinds: Kinds,
  things: readonly CountedResource[],
  resources: readonly Desired[],
  part: CountedPart,
): Omit<Coverage, "gaps" | "notDeclared"> {
  const isCounted = countedBy(part);
  const managed = managedThings(kinds, things, resources);
  const counted = things.filter(
    (thing) => isCounted(thing.kind, managed.get(thing) ?? thing.address) && (managed.has(thing) || !isAlwaysThere(thing.kind)),
  );
  const tallies = [...kinds.values()].flatMap((kind) => {
    const live = counted.filter((thing) => thing.kind.name === kind.name);
    const unmanaged = live.filter((thing) => !managed.has(thing)).map(({ address }) => address);
    return live.length === 0 ? [] : [{ kind: kind.name, live: live.length, unmanaged: unmanaged.sort(compareTexts) }];
  });
  return {
    kinds: tallies.map(({ kind, live, unmanaged }) => ({ kind, live, managed: live - unmanaged.length })),
    unmanaged: tallies.flatMap(({ unmanaged }) => unmanaged),
  };
}

/** The live things that files declare or name, each with the address that the files give it. */
function managedThings(
  kinds: Kinds,
  things: readonly CountedResource[],
  resources: readonly Desired[],
): ReadonlyMap<CountedResource, string> {
  const declared = declaredByPlace(kinds, resources);
  const managed = new Map<CountedResource, string>();
  for (const [place, siblings] of groupedBy(things, ({ kind, path = "" }) => placeOf(kind, path))) {
    const [first] = siblings;
    if (first === undefined) continue;
    const members = declared.get(place) ?? [];
    const [member] = members;
    if (first.kind.as === "map")
      for (const [{ address }, thing] of matchSiblings(first.kind, members, siblings)) managed.set(thing, address);
    else if (member) for (const thing of siblings) managed.set(thing, member.address);
  }
  for (const kind of kindsUnder(kinds, topParent)) {
    if (kind.as !== "map") continue;
    const names = namesSaid(kinds, resources, kind);
    const named = things.filter((thing) => thing.kind === kind && names.has(fold(thing.path ?? "")));
    for (const thing of named) managed.set(thing, managed.get(thing) ?? thing.address);
  }
  return managed;
}

/** Declared things by every place at which they may live: before and after the moves that the files ask for. */
function declaredByPlace(kinds: Kinds, resources: readonly Desired[]): ReadonlyMap<string, readonly Desired[]> {
  const moves = movesOf(resources);
  const byPlace = new Map(resources.map((resource) => [placeOf(kindAt(kinds, resource), resource.path ?? ""), resource]));
  const places = new Map<string, Desired[]>();
  for (const desired of resources) {
    const kind = kindAt(kinds, desired);
    const host = isTopLevel(kind) ? kind : topKind(kinds, kind.parent);
    // What hangs on a group or project moves with it.
    const moved = byPlace.get(placeOf(host, desired.path ?? "")) ?? desired;
    const paths = host.tree ? candidatePaths(host, moved, moves) : [""];
    for (const place of new Set(paths.map((path) => placeOf(kind, path)))) append(places, place, desired);
  }
  return places;
}

/** True for what every member of another kind has one of, whether or not anybody cares: it counts only where files declare it. */
function isAlwaysThere(kind: PlacedKind): boolean {
  return !isTopLevel(kind) && kind.as === "one" && kind.routes.create === undefined;
}

/** Where things of a kind are told apart by their keys alone. */
function placeOf(kind: PlacedKind, path: string): string {
  return thingKey(kind, isTopLevel(kind) && !kind.tree ? undefined : path, undefined);
}

function thingOf({ kind, path, live }: Found): CountedResource {
  const { read, with: beside, scope, sameBy } = kind.key ?? {};
  const names = [read, beside?.field, scope?.field, sameBy].filter((name) => name !== undefined);
  const marks = Object.fromEntries(names.map((name) => [name, live.marks[name]]));
  return { kind, ...(path === undefined ? {} : { path }), address: live.address, marks };
}

/** The part of the instance in which all lies that targets may name. What moves is looked for where it was as well. */
function scopeOf(kinds: Kinds, { targets, under: given = [] }: CountedPart, moves: readonly Move[]): Scope {
  if (given.length > 0) {
    const paths = given.filter((path) => path !== instancePart);
    const under = paths.length === 0 ? [] : [...paths, ...moves.map(({ from }) => from)];
    return { under, kinds: [], ...(paths.length < given.length ? { withInstance: true } : {}) };
  }
  const parts = targets.map((target) => parseAddress(target));
  if (parts.some(({ kind }) => kind.includes("*"))) return { under: [], kinds: [] };
  const roots = parts.flatMap(({ kind: name, path = "" }) => {
    const kind = kinds.get(name);
    if (!kind || (!kind.tree && parentsOf(kind).every((parent) => parent === topParent))) return [];
    return [path.includes("*") ? globRoot(path) : path];
  });
  const under = roots.includes("") || roots.length === 0 ? [] : [...roots, ...moves.map(({ from }) => from)];
  return { under, kinds: [...new Set(parts.map(({ kind }) => kind))] };
}
