import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { asItIs, sameForms, textIn, type TypeDefinition } from "./type-definition.js";

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
  form: {
    ...sameForms,
    decode: textIn,
    canonical: (_field, value, parts, place) => (typeof value === "string" ? parts.content(value, place) : value),
  },
  terraform: { type: "string", decode: asItIs, decodeState: asItIs },
};
