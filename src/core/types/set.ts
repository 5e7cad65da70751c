import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { itemSchema, listForms, listInTerraform, listSchema, listSchemas } from "./items.js";
import { canonicalJson, type Value } from "./json.js";
import { asItIs, type NormalParts, type TypeDefinition } from "./type-definition.js";

/** A list whose order does not count and whose items are different. */
export function setOf<T, const O extends FieldOptions = object>(
  description: string,
  item: Field<T>,
  options?: O,
): Field<OrNull<readonly T[], O>> {
  return field<readonly T[], O>({ type: "set", description, item }, options);
}

export const setType: TypeDefinition = {
  name: "set",
  title: () => "list without order",
  counts: "items",
  unordered: {
    key: (field, item, keyOf) => keyOf(field.item, item),
    rank: (_field, item) => [0, 0, canonicalJson(item)],
  },
  schema: { file: (field, parts) => ({ ...listSchema(field, itemSchema(field, parts)), uniqueItems: true }), ...listSchemas },
  form: { meaning: asItIs, normal: normalSet, ...listForms },
  terraform: { type: { collection: "set" }, ...listInTerraform },
};

/** Keyed by the items, so that their order does not count. */
function normalSet({ item, adds }: Field, value: Value, parts: NormalParts): Value {
  if (!Array.isArray(value) || !item) return value;
  const result: Record<string, Value> = {};
  for (const element of value as readonly Value[]) {
    if (typeof adds === "object" && adds.some((added) => added === element)) continue;
    const normal = parts.value(item, element);
    result[canonicalJson(normal)] = normal;
  }
  return result;
}
