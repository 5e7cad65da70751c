import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import type { Json, Value } from "./json.js";
import { orNull } from "./schema-parts.js";
import { asItIs, sameForms, type TypeDefinition } from "./type-definition.js";

/** true or false. */
export function flag<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<boolean, O>> {
  return field<boolean, O>({ type: "flag", description }, options);
}

export const flagType: TypeDefinition = {
  name: "flag",
  title: () => "true or false",
  isPlain: true,
  schema: {
    file: (field) => ({ type: orNull(field, "boolean") }),
    request: () => ({ type: "boolean" }),
    reply: () => ({ type: ["boolean", "null"] }),
    sample: () => true,
  },
  form: { ...sameForms, normal: flagOf, decode: decodeFlag },
  terraform: { type: "bool", decode: asItIs, decodeState: asItIs },
};

function decodeFlag(field: Field, value: Json): boolean | undefined {
  const flag = flagOf(field, value);
  return typeof flag === "boolean" ? flag : undefined;
}

/** Older servers give flags of integrations as text. */
function flagOf<V extends Value>(_field: Field, value: V): V | boolean {
  if (value === "true" || value === "1" || value === 1) return true;
  if (value === "false" || value === "0" || value === 0 || value === "") return false;
  return value;
}
