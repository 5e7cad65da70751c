import { append, compareTexts } from "../../core/collections.js";
import type { CommonUnits } from "./fold-names.js";
import type { Foldable, Unit } from "./fold-units.js";

/** So many things must say something alike for a preset to say it. */
const fewest = 3;

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
