import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import type { Value } from "./json.js";
import { hashOfLocation } from "./picture-location.js";
import { orNull, patternOf } from "./schema-parts.js";
import { asItIs, sameForms, textIn, type TypeDefinition } from "./type-definition.js";

/** An uploaded picture, given as a path relative to the declaring file. */
export function image<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return field<string, O>({ type: "image", description }, options);
}

export const imageType: TypeDefinition = {
  name: "image",
  title: () => "picture, as a path relative to the file",
  isUploaded: true,
  schema: {
    file: (field) => ({ type: orNull(field, "string"), minLength: 1, ...patternOf(field) }),
    request: () => ({ type: "string", format: "binary" }),
    reply: () => ({ type: ["string", "null"] }),
    sample: () => "sample",
  },
  form: {
    ...sameForms,
    normal: normalImage,
    decode: textIn,
    canonical: (_field, value, parts, place) => (typeof value === "string" ? parts.picture(value, place) : value),
  },
  terraform: { type: "string", decode: asItIs, decodeState: asItIs },
};

/** Uploads carry their content's hash in their name, so a reply that only gives a path still tells what it is. */
function normalImage(_field: Field, value: Value): Value {
  if (value === "") return null;
  return typeof value === "string" ? (hashOfLocation(value) ?? value) : value;
}
