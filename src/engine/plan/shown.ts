import { firstSegment } from "../../core/address.js";
import type { Fields } from "../../core/fields.js";
import type { JsonObject } from "../../core/json.js";
import { fieldsOf, isTopLevel, type PlacedKind } from "../../core/kind.js";
import type { Desired, Live } from "../../core/plan.js";
import { nameBehind, numbersIn, withNames } from "../forms/index.js";
import { each, type Facts, type NameNeed, type Observed, together, type TreeNeed } from "../snapshot/index.js";

/** Asks what is at a path, and for nothing of it but what the engine always needs. */
export function placeNeed(kind: string, path: string): TreeNeed {
  return { read: "tree", kind, path, attributes: [] };
}

/** Attributes that bodies name, and those that their calls may have to take along. */
export function desiredNames(kind: PlacedKind, members: readonly Desired[]): string[] {
  const names = members.flatMap(({ key, spec, bounds = [] }) => {
    const fields = fieldsOf(kind, { key });
    return [...Object.keys(spec), ...bounds.map(({ path: [first = ""] }) => first)].flatMap((name) => [
      name,
      ...(fields[name]?.requires ?? []),
    ]);
  });
  return [...new Set(names)];
}

/** Asks what else must be known of an observed thing, so that it is read in the same round. */
export type AskBeside = (desired: Desired, kind: PlacedKind, live: Live) => unknown;

/** What is live of a desired thing, as it is compared: under the address that the files give it, with names in place of numbers. */
export function shownAs(desired: Desired, kind: PlacedKind, live: Live, facts: Facts, askBeside: AskBeside): Live {
  const [own] = together(
    () => named(kind, live, facts),
    () => askBeside(desired, kind, live),
  );
  return addressed(own, desired);
}

/** The group or project that is the parent of a live thing. */
function holderOf(kind: PlacedKind, { path }: Pick<Live, "path">): NameNeed["within"] {
  return path === undefined || isTopLevel(kind) ? undefined : { kind: kind.parent, id: path };
}

/** A live thing with names in place of numbers. */
export function named(kind: PlacedKind, live: Live, facts: Facts): Live {
  const spec = namedIn(fieldsOf(kind, { key: live.key }), live.spec, facts, { within: holderOf(kind, live), path: live.path });
  return spec === live.spec ? live : { ...live, spec };
}

/** What is desired as it is compared: with names in place of numbers, as far as they are known; a number that nobody has is what the platform judges. */
export function withKnownNames(observed: Observed, facts: Facts): Observed {
  const { desired, kind, live } = observed;
  // What nobody has yet has nothing beside it.
  const holder = live && holderOf(kind, live);
  const spec = namedIn(fieldsOf(kind, { key: desired.key }), desired.spec as JsonObject, facts, {
    within: holder,
    path: desired.path,
  });
  return spec === desired.spec ? observed : { ...observed, desired: { ...desired, spec } };
}

/** Where the thing lies whose numbers are named. */
interface Place {
  readonly within: NameNeed["within"];
  readonly path: string | undefined;
}

function namedIn(fields: Fields, spec: JsonObject, facts: Facts, { within, path }: Place): JsonObject {
  const numbers = numbersIn(fields, spec).filter(({ beside }) => !beside || within !== undefined);
  if (numbers.length === 0) return spec;
  const names = new Map(
    each(numbers, ({ target, id, beside }) => {
      const top = path === undefined ? {} : { top: firstSegment(path) };
      const need = { read: "name", target, id, ...(beside && within ? { within } : {}), ...top } as const;
      return [`${target} ${id}`, facts(need)] as const;
    }),
  );
  return withNames(fields, spec, nameBehind(names));
}

/** A live thing under the address that the files give it. */
function addressed(live: Live, { kind, parent, path, key, address }: Desired): Live {
  if (live.address === address) return live;
  return {
    ...live,
    kind,
    ...(parent === undefined ? {} : { parent }),
    ...(path === undefined ? {} : { path }),
    ...(key === undefined ? {} : { key }),
    address,
  };
}
