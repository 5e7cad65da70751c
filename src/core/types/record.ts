import { field, type Field, type FieldOptions, type Fields, type OrNull, type SpecOf } from "./field.js";
import { isObject, type Json, type Value } from "./json.js";
import { orNull } from "./schema-parts.js";
import {
  asItIs,
  type CanonicalParts,
  type DecodedParts,
  type EncodedParts,
  type NormalParts,
  type TypeDefinition,
  type WrittenParts,
} from "./type-definition.js";

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
    normal: normalRecord,
    decode: decodeRecord,
    encode: encodeRecord,
    canonical: canonicalRecord,
    written: writtenRecord,
  },
  terraform: { type: { objects: "single" }, decode: asItIs, decodeState: asItIs },
};

function normalRecord({ fields }: Field, value: Value, parts: NormalParts): Value {
  return isObject(value) && fields ? parts.attributes(fields, value) : value;
}

function decodeRecord(field: Field, value: Json, parts: DecodedParts): Json | undefined {
  if (value === "") return null;
  if (!isObject(value)) return undefined;
  return field.fields ? { ...parts.attributes(field.fields, value), ...parts.unknown(field, value) } : value;
}

function encodeRecord({ fields }: Field, value: Value, parts: EncodedParts): Value {
  return isObject(value) && fields ? parts.attributes(fields, value) : value;
}

function canonicalRecord<Place>({ fields }: Field, value: Json, parts: CanonicalParts<Place>, place: Place): Value {
  return isObject(value) && fields ? parts.attributes(fields, value, place) : value;
}

function writtenRecord({ fields }: Field, value: Value, parts: WrittenParts): Json {
  return isObject(value) && fields ? parts.attributes(fields, value) : (value as Json);
}
