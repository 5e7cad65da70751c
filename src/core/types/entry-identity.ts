import type { Field } from "./field.js";
import { canonicalJson, isObject, type Value } from "./json.js";
import type { NormalParts } from "./type-definition.js";

/** What tells one entry from another: the identity attribute that it has, with its normal value. */
export function entryIdentity(field: Field, entry: Value, parts: NormalParts): string {
  if (!isObject(entry)) return canonicalJson(entry);
  for (const name of field.identity ?? []) {
    const value = entry[name];
    const part = field.fields?.[name];
    if (value !== undefined && value !== null && part) return `${name}:${canonicalJson(parts.value(part, value))}`;
  }
  return canonicalJson(entry);
}
