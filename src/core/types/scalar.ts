import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import type { Value } from "./json.js";
import { orNull } from "./schema-parts.js";
import { asItIs, sameForms, textForms, type TypeDefinition } from "./type-definition.js";

/** A text, a number or a flag: for what nobody says which of them it is. */
export function scalar<const O extends FieldOptions = object>(
  description: string,
  options?: O,
): Field<OrNull<string | number | boolean, O>> {
  return field<string | number | boolean, O>({ type: "scalar", description }, options);
}

export const scalarType: TypeDefinition = {
  name: "scalar",
  title: () => "text, number, or true or false",
  isFreeText: true,
  isUnsettled: true,
  isPlain: true,
  schema: {
    file: (field) => ({ type: orNull(field, "string", "number", "boolean") }),
    request: () => ({ type: ["string", "number", "boolean"] }),
    // Nobody knows what it is, so nothing that is shown is wrong.
    reply: () => ({}),
    sample: () => "sample",
  },
  form: { ...sameForms, ...textForms, normal: normalScalar },
  terraform: { type: "string", decode: asItIs, decodeState: asItIs },
};

/** Whoever writes `1`, `"1"`, `true` or `"true"` means one thing, and servers show it in the one form that theirs has. */
function normalScalar(_field: Field, value: Value): Value {
  if (value === "") return null;
  if (value === 1 || value === "1" || value === "true") return true;
  if (value === 0 || value === "0" || value === "false") return false;
  if (typeof value !== "string") return value;
  const number = Number(value);
  return String(number) === value && Number.isFinite(number) ? number : value.replaceAll("\r\n", "\n");
}
