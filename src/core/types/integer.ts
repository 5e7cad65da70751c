import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { numeric } from "./numeric.js";
import type { TypeDefinition } from "./type-definition.js";

/** A whole number. */
export function integer<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<number, O>> {
  return field<number, O>({ type: "integer", description }, options);
}

export const integerType: TypeDefinition = {
  name: "integer",
  title: () => "whole number",
  ...numeric("integer"),
};
