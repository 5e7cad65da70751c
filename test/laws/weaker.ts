import type { Field, Fields } from "../../src/core/fields.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { fieldsOf, placedKinds, type PlacedKind } from "../../src/core/kind.js";
import { accessLevels, rolesSince } from "../../src/core/types/access-level.js";
import { kinds } from "../../src/program/kinds.js";
import { hasValues, twoValues } from "../e2e/values.js";

/** Two values of which one protects less, made of what the words `more`, `less`, `allowed` and `covered` of a kind and the type of the attribute say, and of nothing that the product makes of them. */
export interface Pair {
  readonly strict: Json;
  readonly weak: Json;
  /** Each lets somebody in whom the other does not: both ways ask. */
  readonly bothWays?: true;
}

/** A pair of an attribute, in one place of its kind. */
export interface Case extends Pair {
  readonly place: PlacedKind;
  /** As the kind names it: dotted for a part of an entry or a record. */
  readonly name: string;
  /** The attribute itself. */
  readonly attribute: string;
}

const ways = ["more", "less", "allowed", "covered"] as const;
type Way = (typeof ways)[number];

/** Users and groups that the world of these tests has, and protected branches and projects. */
export const named: Readonly<Record<string, readonly [string, string]>> = {
  user: ["alice", "bob"],
  group: ["acme/one", "acme/two"],
  project: ["acme/base", "acme/spare"],
  protected_branch: ["main", "release"],
};

/** Attributes with a direction, in each place of each kind that has them. */
export function directedNames(): { readonly place: PlacedKind; readonly name: string; readonly way: Way }[] {
  return placedKinds(kinds).flatMap((place) =>
    ways.flatMap((way) =>
      (place.weakens?.[way] ?? []).flatMap((name) => (fieldAt(fieldsOf(place), name) ? [{ place, name, way }] : [])),
    ),
  );
}

/** The pairs of an attribute, as values of the attribute that a file says. */
export function casesOf({ place, name, way }: ReturnType<typeof directedNames>[number]): Case[] {
  const [attribute = "", ...parts] = name.split(".");
  const field = fieldsOf(place)[attribute];
  if (field === undefined) return [];
  return pairsWithin(field, parts, way, `${place.name}.${attribute}`).map((pair) => ({ ...pair, place, name, attribute }));
}

/** Two values of each attribute of which nobody can tell which is the weaker one, as far as tests know any that a reply shows. */
export function casesOfNobodyKnows(): Case[] {
  return placedKinds(kinds).flatMap((place) =>
    (place.weakens?.other ?? []).flatMap((name) => {
      const [field, at] = [fieldsOf(place)[name], `${place.name}.${name}`];
      if (field === undefined || field.secret || place.committed || !hasValues(field)) return [];
      const [strict, weak] = field.item ? [[itemOf(field, 0, at)], [itemOf(field, 1, at)]] : twoValues(field, at);
      return [{ place, name, attribute: name, strict, weak }];
    }),
  );
}

function fieldAt(fields: Fields, name: string): Field | undefined {
  const [first = "", ...rest] = name.split(".");
  return rest.reduce<Field | undefined>((field, part) => field?.fields?.[part], fields[first]);
}

/** The pairs of a part, each within a value of what holds it. */
function pairsWithin(field: Field, [part, ...rest]: readonly string[], way: Way, at: string): Pair[] {
  if (part === undefined) return pairsOf(field, way, at);
  const inner = field.fields?.[part];
  if (inner === undefined) return [];
  return pairsWithin(inner, rest, way, `${at}.${part}`).map(({ strict, weak, ...more }) => {
    const around = (value: Json) => (field.type === "entries" ? [entryWith(field, { [part]: value }, at)] : { [part]: value });
    return { strict: around(strict), weak: around(weak), ...more };
  });
}

function pairsOf(field: Field, way: Way, at: string): Pair[] {
  if (way === "allowed") return allowedPairs(field, at);
  if (way === "covered") return coveredPairs(field, at);
  const sizes = risingSizes(field, at);
  const rising = sizes.slice(1).map((greater, index) => ({ less: sizes[index] ?? null, greater }));
  const pairs = rising.map(({ less, greater }) =>
    way === "more" ? { strict: less, weak: greater } : { strict: greater, weak: less },
  );
  const lists = field.type === "set" || field.type === "entries" ? swapsOf(field, at) : [];
  return [...pairs, ...nobodyPairs(field, at), ...lists];
}

/** What is allowed alone: one entry, two, and none, which allows all; and one in place of another. */
function allowedPairs(field: Field, at: string): Pair[] {
  const isText = field.type === "text";
  const values = twoValues(field, at).flat() as string[];
  const [one = "", other = ""] = [...new Set(values.flatMap((value) => value.split(",")))];
  const said = (...entries: string[]): Json => (isText ? entries.join(",") : entries);
  const none: Json = isText && field.nullable ? null : said();
  return [
    { strict: said(one), weak: said(one, other) },
    { strict: said(one, other), weak: none },
    { strict: said(one), weak: said(other), bothWays: true },
  ];
}

/** What alone is protected: two entries, one, and none, which protects all; and one in place of another. */
function coveredPairs(field: Field, at: string): Pair[] {
  const [one, other] = [itemOf(field, 0, at), itemOf(field, 1, at)];
  return [
    { strict: [one, other], weak: [one] },
    { strict: [], weak: [one] },
    { strict: [one], weak: [other], bothWays: true },
  ];
}

/** Some values, each more than the one before. Nothing is less than anything, and nobody is the highest of roles. */
function risingSizes(field: Field, at: string): Json[] {
  const none = field.nullable ? [null] : [];
  const least = field.inVendor?.min ?? field.min ?? 0;
  switch (field.type) {
    case "flag":
      return [false, true];
    case "integer":
    case "number":
      return [least, least + 1, Math.min(field.max ?? 50, 50)];
    case "enum":
      return [...none, ...(field.values ?? [])];
    case "level":
      return rolesOf(field).sort((one, other) => rankOf(one) - rankOf(other));
    case "text":
      return [...(field.nullable ? [null] : [""]), twoValues(field, at)[0]];
    case "set":
    case "entries":
      return [
        ...(field.nullable ? none : mayBeEmpty(field) ? [[]] : []),
        [itemOf(field, 0, at)],
        [itemOf(field, 0, at), itemOf(field, 1, at)],
      ];
    default:
      throw new Error(`nothing is known of values of ${at}: ${field.type}`);
  }
}

/** An empty list of who may do something is none at all: the platform takes its default. */
function mayBeEmpty(field: Field): boolean {
  return field.type === "set" || (Array.isArray(field.default) && field.default.length === 0);
}

/** Roles that every release has. */
function rolesOf({ values = [] }: Field): string[] {
  return values.map(String).filter((role) => rolesSince[role] === undefined);
}

const rankOf = (role: string) => (role === "no_access" ? Infinity : accessLevels[role as keyof typeof accessLevels]);

/** One in place of another; roles stand in an order, so that none is in place of another. */
function swapsOf(field: Field, at: string): Pair[] {
  if (whoOf(field) === "access_level") return [];
  return [{ strict: [itemOf(field, 0, at)], weak: [itemOf(field, 1, at)], bothWays: true }];
}

/** One of two items of a list. */
function itemOf(field: Field, which: 0 | 1, at: string): Json {
  const { item, fields = {} } = field;
  const known = item?.target === undefined ? undefined : named[item.target];
  if (item) return (known ?? [...new Set(twoValues(field, at).flat())])[which] ?? "";
  const who = whoOf(field);
  const one = who === "access_level" ? (["maintainer", "developer"] as const)[which] : named[fields[who]?.target ?? ""]?.[which];
  return entryWith(field, { [who]: one ?? "" }, at);
}

/** Who is meant by the entries of these tests. */
function whoOf({ fields = {}, identity = [] }: Field): string {
  return identity.find((one) => named[fields[one]?.target ?? ""] !== undefined) ?? "access_level";
}

/** An entry with this, with whom it is about, and with what each needs. */
function entryWith({ fields = {}, identity = [] }: Field, said: JsonObject, at: string): JsonObject {
  const isSaid = identity.some((one) => Object.hasOwn(said, one));
  const who = identity.find((one) => named[fields[one]?.target ?? ""] !== undefined) ?? "";
  const needed = Object.entries(fields).filter(([part, { required }]) => required && !identity.includes(part));
  return {
    ...Object.fromEntries(needed.map(([part, field]) => [part, twoValues(field, `${at}.${part}`)[0]])),
    ...(isSaid ? {} : { [who]: named[fields[who]?.target ?? ""]?.[0] ?? "" }),
    ...said,
  };
}

/** A list that says that nobody may, and one that lets somebody. */
function nobodyPairs(field: Field, at: string): Pair[] {
  const role = field.type === "entries" ? field.fields?.["access_level"] : undefined;
  if (!role?.values?.includes("no_access")) return [];
  const roles = rolesOf(role).filter((one) => one !== "no_access");
  const somebody = [...roles.map((access_level) => ({ access_level })), itemOf(field, 0, at)];
  return somebody.map((one) => ({ strict: [{ access_level: "no_access" }], weak: [one] }));
}
