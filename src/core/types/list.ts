import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { itemSchema, listForms, listInTerraform, listSchema, listSchemas } from "./items.js";
import type { Value } from "./json.js";
import { asItIs, type TypeDefinition } from "./type-definition.js";

/** A list whose order counts. */
export function listOf<T, const O extends FieldOptions = object>(
  description: string,
  item: Field<T>,
  options?: O,
): Field<OrNull<readonly T[], O>> {
  return field<readonly T[], O>({ type: "list", description, item }, options);
}

export const listType: TypeDefinition = {
  name: "list",
  title: () => "list",
  counts: "items",
  isOrdered: true,
  schema: { file: (field, parts) => listSchema(field, itemSchema(field, parts)), ...listSchemas },
  form: {
    meaning: asItIs,
    normal: ({ item }, value, parts) =>
      Array.isArray(value) && item ? value.map((element: Value) => parts.value(item, element)) : value,
    ...listForms,
  },
  terraform: { type: { collection: "list" }, ...listInTerraform },
};
