import fc from "fast-check";
import type { Json } from "../../src/core/json.js";
import type { Server } from "../e2e/subjects.js";
import { type Attribute, attributesOf, oddTexts, valuesOf } from "./attributes.js";

/** The label of an attribute, and what it is to be. */
export interface Pick {
  readonly label: string;
  readonly value: Json;
}

/** What can be done to a platform by hand. */
export const deeds = [
  "group",
  "project",
  "personal project",
  "import",
  "topic",
  "rule",
  "environment",
  "rename",
  "rename topic",
  "move",
  "delete",
  "restore",
  "member",
  "branch",
  "branch of a group",
  "drop child",
] as const;

/**
 * One change over the API, as data. The numbers say which of the things there are by then is meant, so that every selection of steps is a
 * sequence that can be gone through.
 */
export type Step =
  | { readonly what: "set"; readonly who: number; readonly where: number; readonly name: string; readonly picks: readonly Pick[] }
  | { readonly what: (typeof deeds)[number]; readonly who: number; readonly where: number; readonly name: string };

const paths = [
  "web",
  "api",
  "Web-UI",
  "instance",
  "trueup",
  "topics",
  "_hidden",
  ".dotted",
  "con",
  "nul.yaml",
  "node_modules",
  "yes",
  "null",
  "0123",
  "1e3",
  "a.b-c_d",
  "x--y",
  "__proto__",
  "constructor",
  `long-${"path-".repeat(30)}`,
] as const;

const numbers = { who: fc.nat(), where: fc.nat() };
const names = fc
  .tuple(fc.constantFrom(...paths, ...oddTexts), fc.constantFrom("", "-2", "-3", "-4"))
  .map((parts) => parts.join(""));

const deed: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof({ weight: 2, arbitrary: fc.constantFrom("group", "project", "rule") }, fc.constantFrom(...deeds)),
  ...numbers,
  name: fc.oneof(fc.constantFrom(...paths), names),
});

function setting(picks: readonly Attribute[]): fc.Arbitrary<Step> {
  const all = picks.map((attribute) => valuesOf(attribute).map((value): Pick => ({ label: attribute.label, value })));
  return fc.record({ what: fc.constant("set"), ...numbers, name: names, picks: fc.tuple(...all) });
}

/** Attributes of one kind (and slug) together, since one call carries those of one thing. */
function byThing(all: readonly Attribute[]): Attribute[][] {
  const groups = new Map<string, Attribute[]>();
  for (const attribute of all) {
    const key = `${attribute.kind.name} ${attribute.slug ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), attribute]);
  }
  return [...groups.values()];
}

/** Any step: structure and attributes alike. */
export function anyStep(server: Server): fc.Arbitrary<Step> {
  const things = byThing(attributesOf(server));
  const some = fc
    .constantFrom(...things)
    .chain((all) => fc.subarray(all, { minLength: 1, maxLength: Math.min(4, all.length) }))
    .chain((picks) => setting(picks));
  return fc.oneof(deed, some);
}

/** Steps that set every attribute that a server has, one to four at a time, with anything in between; and as many more. */
export function coveringSteps(
  server: Server,
): fc.Arbitrary<{ readonly covering: readonly Step[]; readonly more: readonly Step[] }> {
  const things = byThing(attributesOf(server));
  const covering = fc
    .tuple(...things.map((all) => fc.shuffledSubarray(all, { minLength: all.length })))
    .chain((orders) => fc.tuple(...orders.flatMap((order) => chunks(order)).map((picks) => setting(picks))));
  const exactly = (count: number) => fc.array(anyStep(server), { minLength: count, maxLength: count });
  const mixed = fc.tuple(covering, exactly(120)).chain(([some, others]) => {
    const all = [...some, ...others];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });
  return fc.record({ covering: mixed, more: exactly(500) });
}

/** Pieces of one, two, three, four, one, two… */
function chunks<T>(all: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let [start, size] = [0, 1]; start < all.length; start += size, size = (size % 4) + 1)
    pieces.push(all.slice(start, start + size));
  return pieces;
}
