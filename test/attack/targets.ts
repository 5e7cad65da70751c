import type { Field, Fields } from "../../src/core/fields.js";
import { isObject, type Json } from "../../src/core/json.js";
import { everyFieldsOf, type PlacedKind, isLive, placedKinds } from "../../src/core/kind.js";
import type { ReadRoute } from "../../src/core/route.js";
import { kinds } from "../../src/program/kinds.js";

/** An attribute that replies about things of a kind show. */
export interface Target {
  readonly kind: PlacedKind;
  /** As replies call it. */
  readonly name: string;
  /** What it is: the name of its type, or what the engine needs it for. */
  readonly sort: string;
  /** The requests whose replies show it. */
  readonly path: RegExp;
}

/** Every attribute of every kind that a reply may show, and all that tells things apart, by its names on the wire: all of it is data of the kinds. */
export const targets: readonly Target[] = placedKinds(kinds)
  .filter(isLive)
  .flatMap((kind) => {
    const path = pathOf(kind);
    const own = everyFieldsOf(kind).flatMap((fields) =>
      namesOf(fields).map(({ name, field }) => ({ name, sort: sortOf(field) })),
    );
    const marks = [
      ["id", "number of a thing"],
      [kind.key?.read, "key"],
      [kind.key?.with?.field, "key"],
      [kind.tree?.fullPath, "full path"],
      [kind.tree?.scheduled, "schedule"],
    ].flatMap(([name, sort]) => (name === undefined || sort === undefined ? [] : [{ name, sort }]));
    const unique = new Map([...own, ...marks].map((one) => [one.name, one]));
    return [...unique.values()].map((one) => ({ kind, path, ...one }));
  });

function namesOf(fields: Fields): { readonly name: string; readonly field: Field }[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.unreadable || field.deprecated?.alias
      ? []
      : [...new Set([field.read, field.vendor, name])].flatMap((one) => (one === undefined ? [] : [{ name: one, field }])),
  );
}

function sortOf(field: Field): string {
  return [field.type, field.item?.type, field.secret ? "secret" : undefined, field.decode === undefined ? undefined : "decoded"]
    .filter((part) => part !== undefined)
    .join(" of ");
}

/** The lists and single reads that tell of things of a kind. */
function pathOf({ routes, tree }: PlacedKind): RegExp {
  const all = [routes.list, routes.read, tree?.within, tree?.all, tree?.personal].filter((route) => route !== undefined);
  return new RegExp(`^(?:${all.map(patternOf).join("|")})(?:\\?|$)`);
}

function patternOf(route: ReadRoute): string {
  return route
    .slice("GET ".length)
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/?]+");
}

/** A reply in which every thing says something else there; `shown` is called for each that said it. */
export function lying(reply: Json, { name, kind }: Pick<Target, "name" | "kind">, value: Json, shown: () => void): Json {
  if (Array.isArray(reply)) return reply.map((one: Json) => lying(one, { name, kind }, value, shown));
  if (!isObject(reply)) return reply;
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  if (isObject(inner) && Object.hasOwn(inner, name))
    return { ...reply, [kind.readUnder ?? ""]: lying(inner, { name, kind }, value, shown) };
  if (!Object.hasOwn(reply, name)) return reply;
  shown();
  return { ...reply, [name]: value };
}
