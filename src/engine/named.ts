import type { Field, Fields } from "../core/fields.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { isSecret } from "../core/plan.js";

/** A name that stands somewhere in what a draft writes. */
export interface NamedReference {
  readonly field: Field;
  readonly name: string;
  readonly path: string;
}

/** All names that stand in a body. */
export function referencesOf(fields: Fields, spec: JsonObject): NamedReference[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const field = fields[name];
    return field && value !== undefined ? referencesIn(field, value, name) : [];
  });
}

/** All names that stand in a value of an attribute. */
export function referencesIn(field: Field, value: Json, path: string): NamedReference[] {
  if (value === null || isSecret(value)) return [];
  if (field.type === "reference") return typeof value === "string" ? [{ field, name: value, path }] : [];
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (field.item) return list.flatMap((one, index) => referencesIn(field.item as Field, one, `${path}.${index}`));
    return list.flatMap((one, index) => (isObject(one) ? inRecord(field, one, `${path}.${index}`) : []));
  }
  return field.type === "record" && isObject(value) ? inRecord(field, value, path) : [];
}

function inRecord(field: Field, value: { readonly [key: string]: Json | undefined }, path: string): NamedReference[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const inner = field.fields?.[name];
    return inner && part !== undefined ? referencesIn(inner, part, `${path}.${name}`) : [];
  });
}
