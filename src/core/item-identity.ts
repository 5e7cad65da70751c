import { type Field, foldName } from "./fields.js";
import { canonicalJson, isObject, type Value } from "./json.js";

/** Equal for two items of a set that mean the same: names without letter case, entries by the attribute that tells them apart. Undefined for an entry that has none such. */
export function itemIdentity(field: Field, value: Value): string | undefined {
  if (field.type === "set")
    return field.item?.type === "reference" && typeof value === "string" ? foldName(field.item, value) : canonicalJson(value);
  if (!isObject(value)) return undefined;
  const name = field.identity?.find((one) => (value[one] ?? null) !== null);
  if (name === undefined) return undefined;
  const part = value[name] ?? null;
  return `${name}:${typeof part === "string" ? foldName(field.fields?.[name], part) : canonicalJson(part)}`;
}
