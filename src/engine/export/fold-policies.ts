import { fold } from "../../core/address.js";
import { append, compareTexts, groupedBy } from "../../core/collections.js";
import type { CommonUnits } from "./fold-names.js";
import type { Foldable, Unit } from "./fold-units.js";

/** So many things, and this share of those below a group, must say something alike for a policy to say it. */
const fewest = 3;
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
