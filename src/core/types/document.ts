import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { isObject, type Json, type Value } from "./json.js";
import { asItIs, sameForms, type TypeDefinition } from "./type-definition.js";

/** A document of any JSON: for objects and lists of which nobody says what is in them. They are compared and sent as a whole. */
export function document<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<Json, O>> {
  return field<Json, O>({ type: "document", description }, options);
}

export const documentType: TypeDefinition = {
  name: "document",
  title: () => "any JSON",
  holdsAnyJson: true,
  schema: { file: () => ({}), request: () => ({}), reply: () => ({}), sample: () => ({}) },
  form: {
    ...sameForms,
    canonical: (_field, value, parts, place) => within(value, (text) => parts.text(text, place)),
    written: (_field, value, parts) => within(value, (text) => parts.text(text)) as Json,
  },
  terraform: { type: "dynamic", decode: asItIs, decodeState: asItIs },
};

/** The value with each text in it in another form. */
function within(value: Value, formOf: (text: string) => Value): Value {
  if (typeof value === "string") return formOf(value);
  if (Array.isArray(value)) return value.map((item: Value) => within(item, formOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, within(part, formOf)] as const])),
  );
}
