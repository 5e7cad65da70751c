import { field, type Field, type FieldOptions, type Fields, type OrNull, type SpecOf } from "./field.js";
import { isObject, type Json } from "./json.js";
import { orNull } from "./schema-parts.js";
import { asItIs, type DecodedParts, type TypeDefinition } from "./type-definition.js";

/** A group of attributes that are managed one by one. */
export function record<F extends Fields, const O extends FieldOptions = object>(
  description: string,
  fields: F,
  options?: O,
): Field<OrNull<SpecOf<F>, O>> {
  return field<SpecOf<F>, O>({ type: "record", description, fields }, options);
}

export const recordType: TypeDefinition = {
  name: "record",
  title: () => "mapping of attributes",
  isManagedInParts: true,
  schema: {
    file: (field, parts) => ({
      type: orNull(field, "object"),
      properties: parts.properties(field.fields ?? {}),
      additionalProperties: false,
    }),
    request: (field, parts) => ({ type: "object", properties: parts.properties(field.fields ?? {}) }),
    reply: () => ({ type: ["object", "null"] }),
    sample: () => ({}),
  },
  form: {
    meaning: asItIs,
    normal: ({ fields }, value, parts) => (isObject(value) && fields ? parts.attributes(fields, value) : value),
    decode: decodeRecord,
    encode: ({ fields }, value, parts) => (isObject(value) && fields ? parts.attributes(fields, value) : value),
    canonical: ({ fields }, value, parts, place) => (isObject(value) && fields ? parts.attributes(fields, value, place) : value),
    written: ({ fields }, value, parts) => (isObject(value) && fields ? parts.attributes(fields, value) : (value as Json)),
  },
  terraform: { type: { objects: "single" }, decode: asItIs, decodeState: asItIs },
};

function decodeRecord(field: Field, value: Json, parts: DecodedParts): Json | undefined {
  if (value === "") return null;
  if (!isObject(value)) return undefined;
  return field.fields ? { ...parts.attributes(field.fields, value), ...parts.unknown(field, value) } : value;
}
