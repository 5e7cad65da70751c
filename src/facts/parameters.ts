import type { Field, Fields } from "../core/fields.js";
import type { IgnoredParameters } from "../core/kind-data.js";
import { allFields, fieldsOf, type Kind, placesOf } from "../core/kind.js";
import { namingParameters } from "../core/routing-words.js";
import { type KindOperation, operationsOf } from "./operations.js";
import type { ParameterFacts, ReleaseFacts } from "./release.js";

/** One use of a parameter, in an operation that writes. */
export interface ParameterUse extends KindOperation {
  readonly parameter: ParameterFacts;
}

/** All that releases say of what is written to members of a kind, or to those of one key. */
export interface KindParameters {
  readonly key: string | undefined;
  /** Operations that write and read, of all releases, the oldest first. */
  readonly operations: readonly KindOperation[];
  /** By name, in the order of the newest release. */
  readonly uses: ReadonlyMap<string, readonly ParameterUse[]>;
}

/** The parameters of a kind's operations, of each shape by itself; `releases` stand from the oldest to the newest. */
export function parametersOf(kind: Kind, releases: readonly ReleaseFacts[]): KindParameters[] {
  const operations = releases.flatMap((release) => operationsOf(kind, release));
  const keys = kind.shapes ? [...new Set(operations.flatMap(({ key }) => key ?? []))] : [undefined];
  return keys.map((key) => {
    const own = operations.filter((one) => one.key === key || one.key === undefined);
    return { key, operations: own, uses: usesIn(own) };
  });
}

function usesIn(operations: readonly KindOperation[]): ReadonlyMap<string, readonly ParameterUse[]> {
  const uses = new Map<string, ParameterUse[]>();
  for (const one of operations.toReversed()) {
    if (one.role !== "create" && one.role !== "update") continue;
    for (const [name, parameter] of Object.entries(one.facts.params ?? {})) {
      if (parameter.in === "query") continue;
      uses.set(name, [{ ...one, parameter }, ...(uses.get(name) ?? [])]);
    }
  }
  return uses;
}

/** What a parameter is to a kind: what names the thing or where it lies, a field of the kind's file, another name of one, nothing, or an attribute that facts alone know. */
export type Standing = "key" | "field" | "alias" | "ignored" | "plain";

/** How a parameter stands, and the attribute that it writes. */
export interface Stood {
  readonly standing: Standing;
  readonly attribute?: string;
  readonly reason?: IgnoredParameters[string];
}

/** What parameters are to a kind, or to one shape of it, as its file says. */
export function standings(kind: Kind, key: string | undefined): (name: string) => Stood {
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  const ignored = { ...kind.ignored, ...shape?.ignored };
  const named = attributeNames(
    key === undefined
      ? [shapeAttributes(kind, key), ...placesOf(kind).map((place) => place.fields)]
      : [shapeAttributes(kind, key)],
  );
  const keys = namingParameters(kind);
  return (name) => {
    const found = named.get(name);
    if (found) return { standing: found.field.deprecated?.alias ? "alias" : found.standing, attribute: found.attribute };
    if (Object.hasOwn(ignored, name)) return { standing: "ignored", reason: ignored[name] as IgnoredParameters[string] };
    return { standing: keys.has(name) ? "key" : "plain" };
  };
}

/** All attributes of a kind, or of one of its shapes. */
export function shapeAttributes(kind: Kind, key: string | undefined): Fields {
  return key === undefined ? allFields(kind) : fieldsOf(kind, { key });
}

interface Named {
  readonly attribute: string;
  readonly field: Field;
  readonly standing: "field" | "alias";
}

/** The attributes by every name that requests may have for them, under whichever parent. */
function attributeNames(all: readonly Fields[]): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  for (const [attribute, field] of all.flatMap((fields) => Object.entries(fields))) {
    const { vendor = attribute, write = attribute, older } = field;
    for (const name of [attribute, vendor, write]) names.set(name, { attribute, field, standing: "field" });
    if (older && !names.has(older.name)) names.set(older.name, { attribute, field, standing: "alias" });
  }
  return names;
}
