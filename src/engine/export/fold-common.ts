import { fold } from "../../core/address.js";
import { append, compareTexts, groupedBy } from "../../core/collections.js";
import type { Foldable, Unit } from "./fold-units.js";

/** What several things say alike. */
export interface CommonUnits {
  /** Those that say it. */
  readonly things: readonly Foldable[];
  readonly units: readonly Unit[];
  /** Of a policy: what it holds for. Empty for a preset. */
  readonly globs: readonly string[];
  readonly except: readonly string[];
}

/** So many things must say something alike for a policy or a preset to say it. */
const fewest = 3;
/** The share of those below a group that must say it for a policy to do so. */
const share = 0.8;
/** The lines of a policy beside what it says: its name, its globs, `set`. */
const frame = 3;

/** What a group holds, or the instance (""). */
interface Below {
  readonly prefix: string;
  readonly things: readonly Foldable[];
}

/** A value that most things below a group say at one place. */
interface Majority {
  readonly unit: Unit;
  /** So many lines fewer it takes to say it once. */
  readonly saved: number;
  /** What does not say anything there: it must not be given it, or say its default. */
  readonly silent: readonly Foldable[];
}

/** What most things of one kind say alike below a group, from the top down. Writes down in `given` what each thing has of it. */
export function commonBelow(things: readonly Foldable[]): CommonUnits[] {
  const index = belowOf(things.filter(({ isClosed }) => !isClosed));
  return [...index.values()].flatMap((below) => {
    if (below.things.length < fewest || isInOneGroup(below, index)) return [];
    const all = bySilent(majorities(below)).flatMap((alike) => withDefaults(alike, below, index));
    return bySilent(all).flatMap((alike) => policyOf(below, alike, index) ?? []);
  });
}
/** Things by each group that holds them, groups before what lies in them. */
function belowOf(things: readonly Foldable[]): ReadonlyMap<string, Below> {
  const places = new Map<string, { readonly prefix: string; readonly things: Foldable[] }>();
  for (const thing of things) {
    for (const prefix of prefixesOf(thing)) {
      const known = places.get(fold(prefix)) ?? { prefix, things: [] };
      known.things.push(thing);
      places.set(fold(prefix), known);
    }
  }
  const depthOf = (prefix: string): number => (prefix === "" ? 0 : prefix.split("/").length);
  return new Map([...places].sort(([a], [b]) => depthOf(a) - depthOf(b) || compareTexts(a, b)));
}

/** The prefixes whose glob `prefix/**` names a thing, from the top. Such a glob names what stands at the prefix itself, too. */
function prefixesOf({ path }: Foldable): string[] {
  const segments = path.split("/");
  return ["", ...segments.map((_, index) => segments.slice(0, index + 1).join("/"))];
}

/** True where a group further down holds all of it: a policy for that one says the same, and names less. */
function isInOneGroup({ prefix, things: [first, ...others] }: Below, index: ReadonlyMap<string, Below>): boolean {
  if (!first) return true;
  const next = prefixesOf(first).find((longer) => longer.length > prefix.length);
  return next !== undefined && index.get(fold(next))?.things.length === others.length + 1;
}

function majorities({ things }: Below): Majority[] {
  const places = new Map<string, { readonly thing: Foldable; readonly unit: Unit }[]>();
  for (const thing of things) for (const unit of thing.units.values()) append(places, unit.id, { thing, unit });
  return [...places.values()].flatMap((place) => {
    const counts = groupedBy(
      place.map(({ unit }) => unit),
      ({ text }) => text,
    );
    const [most = []] = [...counts]
      .sort(([a, units], [b, other]) => other.length - units.length || compareTexts(a, b))
      .map(([, units]) => units);
    const [first] = most;
    const unit = first && { ...first, lines: Math.max(...most.map(({ lines }) => lines)) };
    if (!unit || most.length < Math.max(fewest, share * things.length)) return [];
    const saved = place.reduce((sum, { thing, unit: stated }) => {
      const isGiven = thing.given.get(stated.id) === stated.text;
      return sum + (stated.text === unit.text ? (isGiven ? 0 : stated.lines) : isGiven ? -stated.lines : 0);
    }, 0);
    return saved <= unit.lines ? [] : [{ unit, saved, silent: things.filter(({ units }) => !units.has(unit.id)) }];
  });
}

function bySilent(all: readonly Majority[]): readonly (readonly Majority[])[] {
  return [...groupedBy(all, ({ silent }) => JSON.stringify(silent.map(({ path }) => path))).values()];
}

/** Majorities with the same silent things; these say what is at its default where that takes no more lines than to except them. */
function withDefaults(alike: readonly Majority[], below: Below, index: ReadonlyMap<string, Below>): readonly Majority[] {
  const stating = alike.map((majority): Majority => {
    const silent = majority.silent.filter(({ defaults }) => !defaults.has(majority.unit.id));
    // A child takes a line for its kind and one for its key.
    const lines = majority.unit.child ? majority.unit.lines + 2 : majority.unit.lines;
    return { ...majority, silent, saved: majority.saved - lines * (majority.silent.length - silent.length) };
  });
  const savedBy = (all: readonly Majority[]): number => all.reduce((sum, { saved }) => sum + saved, 0);
  const cost = frame + exceptionsOf(new Set(alike[0]?.silent), below, index).length;
  return savedBy(alike) - savedBy(stating) <= cost ? stating : alike;
}

/** One policy for places of which the same things are silent; undefined where that takes more lines than it saves. */
function policyOf(below: Below, alike: readonly Majority[], index: ReadonlyMap<string, Below>): CommonUnits | undefined {
  const silent = new Set(alike[0]?.silent);
  const except = exceptionsOf(silent, below, index);
  const cost = alike.reduce((sum, { unit }) => sum + unit.lines, frame + except.length);
  if (alike.reduce((sum, { saved }) => sum + saved, 0) <= cost) return undefined;
  const things = below.things.filter((thing) => !silent.has(thing));
  for (const thing of things)
    for (const { unit } of alike) {
      const actual = thing.units.get(unit.id) ?? thing.defaults.get(unit.id);
      if (actual) thing.units.set(unit.id, actual);
      thing.given.set(unit.id, unit.text);
    }
  const globs = [below.prefix === "" ? "**" : `${below.prefix}/**`];
  return { things, units: alike.map(({ unit }) => unit), globs, except };
}

/** Globs of what a policy must not hold for: of a whole group at once where nothing below it may be meant. */
function exceptionsOf(silent: ReadonlySet<Foldable>, { prefix }: Below, index: ReadonlyMap<string, Below>): string[] {
  const globs = [...silent].map((thing) => {
    const whole = prefixesOf(thing).find((candidate) => {
      const things = candidate.length > prefix.length ? (index.get(fold(candidate))?.things ?? []) : [];
      return things.length > 1 && things.every((other) => silent.has(other));
    });
    return whole === undefined ? thing.path : `${whole}/**`;
  });
  return [...new Set(globs)].sort(compareTexts);
}

/** What one place says in some things. */
interface Saying {
  readonly unit: Unit;
  readonly things: Foldable[];
}

/** What sets of things of one kind say alike beside what policies give them. Writes down in `given` what each has of it. */
export function commonToSome(things: readonly Foldable[]): CommonUnits[] {
  const places = new Map<string, Saying>();
  for (const thing of things) {
    for (const unit of thing.units.values()) {
      if (unit.lines === 0 || thing.given.get(unit.id) === unit.text) continue;
      const place = JSON.stringify([unit.id, unit.text]);
      const known = places.get(place) ?? { unit, things: [] };
      known.things.push(thing);
      places.set(place, known);
    }
  }
  const alike = new Map<string, Saying[]>();
  for (const place of places.values())
    if (place.things.length >= fewest) append(alike, JSON.stringify(place.things.map(({ path }) => path)), place);
  const extending = new Set<Foldable>();
  return [...alike]
    .sort(([a, sayings], [b, other]) => savedBy(other, extending) - savedBy(sayings, extending) || compareTexts(a, b))
    .flatMap(([, sayings]) => presetOf(sayings, extending) ?? []);
}

function presetOf(sayings: readonly Saying[], extending: Set<Foldable>): CommonUnits | undefined {
  const [first] = sayings;
  if (!first || savedBy(sayings, extending) <= 0) return undefined;
  const units = sayings.map(({ unit }) => unit);
  for (const thing of first.things) {
    extending.add(thing);
    for (const unit of units) thing.given.set(unit.id, unit.text);
  }
  return { things: first.things, units, globs: [], except: [] };
}

/** How many lines fewer it takes: the preset has its name, and each thing that extends no other one line more. */
function savedBy(sayings: readonly Saying[], extending: ReadonlySet<Foldable>): number {
  const things = sayings[0]?.things ?? [];
  const children = new Set(sayings.flatMap(({ unit: { child } }) => (child ? [`${child.kind} ${child.key ?? ""}`] : []))).size;
  const lines = sayings.reduce((sum, { unit }) => sum + unit.lines, children);
  // The name of a preset is no shorter than one line.
  if (lines < 2) return 0;
  return things.length * lines - (lines + 2 + things.filter((thing) => !extending.has(thing)).length);
}
