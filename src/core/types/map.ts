import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { itemSchema } from "./items.js";
import { isObject, type Json, type Value } from "./json.js";
import { orNull } from "./schema-parts.js";
import { asItIs, type DecodedParts, sameForms, type TypeDefinition, type WrittenParts } from "./type-definition.js";

/** Values under keys that the user chooses. */
export function mapOf<T, const O extends FieldOptions = object>(
  description: string,
  item: Field<T>,
  options?: O,
): Field<OrNull<{ readonly [key: string]: T }, O>> {
  return field<{ readonly [key: string]: T }, O>({ type: "map", description, item }, options);
}

export const mapType: TypeDefinition = {
  name: "map",
  title: () => "mapping",
  hasFreeKeys: true,
  schema: {
    file: (field, parts) => ({ type: orNull(field, "object"), additionalProperties: itemSchema(field, parts) }),
    request: ({ item }, parts) => ({ type: "object", additionalProperties: item ? parts.value(item) : true }),
    reply: () => ({ type: ["object", "null"] }),
    sample: () => ({}),
  },
  form: {
    ...sameForms,
    decode: decodeReply,
    canonical: ({ item }, value, parts, place) => (isObject(value) && item ? parts.keyed(item, value, place) : value),
    written: writtenMap,
  },
  terraform: { type: { collection: "map" }, decode: decodeMap, decodeState: asItIs },
};

function decodeReply({ item }: Field, value: Json, parts: DecodedParts): Json | undefined {
  if (value === "") return null;
  if (!isObject(value) || !item) return isObject(value) ? value : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, parts.value(item, part ?? null, key)]));
}

function writtenMap({ item }: Field, value: Value, parts: WrittenParts): Json {
  if (!isObject(value) || !item) return value as Json;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, parts.value(item, part)] as const])),
  );
}

function decodeMap({ item }: Field, value: Json, decodeItem: (item: Field, value: Json) => Json): Json {
  if (!isObject(value) || !item) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decodeItem(item, part ?? null)]));
}
