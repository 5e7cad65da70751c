import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import type { Json, Value } from "./json.js";
import { asItIs, asWritten, type CanonicalParts, textIn, type TypeDefinition } from "./type-definition.js";

/** A file whose content another attribute has, as a path relative to the declaring file. */
export function source<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return field<string, O>({ type: "source", description }, options);
}

export const sourceType: TypeDefinition = {
  name: "source",
  title: () => "path of a file, relative to the declaring one",
  counts: "characters",
  schema: {
    file: () => ({ type: "string", minLength: 1 }),
    request: () => ({ type: "string" }),
    reply: () => ({ type: ["string", "null"] }),
    sample: () => "sample",
  },
  form: { meaning: asItIs, normal: asItIs, decode: textIn, encode: asItIs, canonical: canonicalSource, written: asWritten },
  terraform: { type: "string", decode: asItIs, decodeState: asItIs },
};

function canonicalSource<Place>(_field: Field, value: Json, parts: CanonicalParts<Place>, place: Place): Value {
  return typeof value === "string" ? parts.content(value, place) : value;
}
