import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { numeric } from "./numeric.js";
import type { TypeDefinition } from "./type-definition.js";

/** Any number. */
export function number<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<number, O>> {
  return field<number, O>({ type: "number", description }, options);
}

export const numberType: TypeDefinition = {
  name: "number",
  title: () => "number",
  ...numeric("number"),
};
