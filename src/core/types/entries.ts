import { accessLevels } from "./access-level.js";
import { field, type Field, type FieldOptions, type Fields, foldName, type OrNull, type SpecOf } from "./field.js";
import { canonicalItems, listSchema } from "./items.js";
import { canonicalJson, isObject, type Json, type JsonObject, type Spec, type Value } from "./json.js";
import {
  asItIs,
  type DecodedParts,
  entryIdentity,
  type FileSchemas,
  type NormalParts,
  type RequestSchemas,
  type TypeDefinition,
  wholeEntry,
} from "./type-definition.js";

/** A set of small objects; exactly one of the `identity` attributes stands in each and tells it from the others; without any, all that it says does. */
export function entries<F extends Fields, const O extends FieldOptions = object>(
  description: string,
  fields: F,
  identity: readonly (keyof F & string)[],
  options?: O,
): Field<OrNull<readonly SpecOf<F>[], O>> {
  return field<readonly SpecOf<F>[], O>({ type: "entries", description, fields, identity }, options);
}

export const entriesType: TypeDefinition = {
  name: "entries",
  title: () => "list of entries without order",
  unordered: { key: keyOfEntry, rank: rankOfEntry },
  schema: {
    file: (field, parts) => listSchema(field, entrySchema(field, parts)),
    request: (field, parts) => ({ type: "array", items: entryRequest(field, parts) }),
    reply: () => ({ type: ["array", "null"] }),
    sample: () => [],
  },
  form: {
    meaning: asItIs,
    normal: normalEntries,
    decode: decodeEntries,
    encode: ({ fields }, list, parts) => eachEntry(list, (entry) => (fields ? parts.attributes(fields, entry) : entry)),
    canonical: canonicalItems,
    written: ({ fields }, list, parts) => eachEntry(list, (entry) => (fields ? parts.attributes(fields, entry) : entry)) as Json,
  },
  terraform: { type: { objects: "set" }, decode: asItIs, decodeState: asItIs },
};

/** By the attribute that tells entries apart. */
function keyOfEntry({ identity, fields }: Field, entry: Value): string | undefined {
  if (!isObject(entry)) return undefined;
  const name = identity?.find((attribute) => (entry[attribute] ?? null) !== null);
  if (name === undefined) return undefined;
  const part = entry[name] ?? null;
  return `${name}:${typeof part === "string" ? foldName(fields?.[name], part) : canonicalJson(part)}`;
}

/** By who is meant, roles first and from the lowest. */
function rankOfEntry({ identity = [] }: Field, entry: Value): readonly [number, number, string] {
  const values = isObject(entry) ? entry : {};
  const index = identity.findIndex((name) => (values[name] ?? null) !== null);
  const who = values[identity[index] ?? ""] ?? null;
  const level = typeof who === "number" ? who : Object.entries(accessLevels).find(([name]) => name === who)?.[1];
  return [index, level ?? 0, canonicalJson(who)];
}

function entrySchema(field: Field, parts: FileSchemas): JsonObject {
  const fields = field.fields ?? {};
  const required = Object.entries(fields).flatMap(([name, part]) => (part.required ? [name] : []));
  return {
    type: "object",
    properties: parts.properties(fields),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    ...(field.identity?.length === 0 ? {} : { oneOf: (field.identity ?? []).map((name) => ({ required: [name] })) }),
  };
}

function entryRequest({ fields = {} }: Field, parts: RequestSchemas): JsonObject {
  const required = parts.required(fields);
  return { type: "object", properties: parts.properties(fields), ...(required.length === 0 ? {} : { required }) };
}

function normalEntries(field: Field, list: Value, parts: NormalParts): Value {
  if (!Array.isArray(list)) return list;
  return Object.fromEntries(
    list.map((entry: Value) => [entryIdentity(field, entry, parts), wholeEntry(field, entry, parts)] as const),
  );
}

/** A list with each entry in another form. */
function eachEntry(list: Value, formOf: (entry: Spec) => Value): Value {
  return Array.isArray(list) ? list.map((entry: Value) => (isObject(entry) ? formOf(entry) : entry)) : list;
}

function decodeEntries(field: Field, value: Json, parts: DecodedParts): Json | undefined {
  if (value === "") return null;
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: Json, index) =>
    isObject(entry) ? decodeEntry(field, entry, index, parts) : parts.wrong("an object", entry, index),
  );
}

/** Servers add an access level to entries that name a user or a group: only the most telling identity attribute is kept, and whatever is unknown. */
function decodeEntry(field: Field, entry: JsonObject, at: number, parts: DecodedParts): Json {
  const { fields, identity = [] } = field;
  if (!fields) return entry;
  const all = parts.attributes(fields, entry, at);
  const unknown = parts.unknown(field, entry);
  const identities = identity.filter((name) => (all[name] ?? null) !== null);
  // One of a sort that only a newer release has goes by its number; with neither it is known by nothing.
  if (identities.length === 0 && (entry["id"] ?? null) === null && Object.keys(unknown).length === 0)
    return parts.wrong(`an entry with ${identity.join(" or ")}`, entry, at);
  const chosen = identities.find((name) => parts.namesThings(fields[name])) ?? identities[0];
  const stated = Object.entries(all).filter(([name, part]) =>
    identity.includes(name) ? name === chosen : (part ?? null) !== null,
  );
  return { ...Object.fromEntries(stated), ...unknown };
}
