import type { Field } from "./field.js";
import { canonicalJson, isObject, type Value } from "./json.js";
import type { NormalParts } from "./type-definition.js";

/** All that an entry says in its normal form: what it leaves out counts as its default, so that a short entry equals the long one that the platform returns. */
export function wholeEntry(
  { fields = {}, identity }: Field,
  entry: Value,
  parts: NormalParts,
): { readonly [name: string]: Value | undefined } {
  const normal: Record<string, Value | undefined> = isObject(entry) ? { ...parts.attributes(fields, entry) } : {};
  for (const [name, part] of Object.entries(fields)) {
    if (!identity?.includes(name)) normal[name] ??= part.default === undefined ? null : parts.value(part, part.default);
  }
  return normal;
}

/** What tells one entry from another: the identity attribute that it has, with its normal value; all that it says where there is no such attribute. */
export function entryIdentity(field: Field, entry: Value, parts: NormalParts): string {
  if (!isObject(entry)) return canonicalJson(entry);
  if (field.identity?.length === 0) return canonicalJson(wholeEntry(field, entry, parts));
  const { fields = {}, identity = [] } = field;
  // What only a newer release has may be what tells them apart there.
  const unknown = Object.entries(entry).filter(([name]) => !Object.hasOwn(fields, name));
  const beside = unknown.length === 0 ? "" : canonicalJson(Object.fromEntries(unknown));
  for (const name of identity) {
    const value = entry[name];
    const part = fields[name];
    if (value !== undefined && value !== null && part) return `${name}:${canonicalJson(parts.value(part, value))}${beside}`;
  }
  return canonicalJson(entry);
}
