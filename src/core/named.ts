import type { Field, Fields } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { isSecret } from "./plan.js";

/** A name of a user, group, project, branch or topic that stands somewhere in a body. */
export interface NamedReference {
  readonly field: Field;
  readonly name: string;
  /** Dotted path of the attribute that says it. */
  readonly path: string;
}

/** All names that stand in a body in file form; `prefix` comes before their paths. */
export function referencesOf(fields: Fields, spec: JsonObject, prefix = ""): NamedReference[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && value !== undefined ? referencesIn(field, value, prefix + name) : [];
  });
}

/** All names that stand in a value of an attribute; `path` is that of the attribute. */
export function referencesIn(field: Field, value: Json, path: string): NamedReference[] {
  if (isSecret(value)) return [];
  if (field.type === "reference") return typeof value === "string" ? [{ field, name: value, path }] : [];
  const { item, fields } = field;
  if (Array.isArray(value)) {
    return value.flatMap((one: Json, index) => {
      if (item) return referencesIn(item, one, `${path}.${index}`);
      return fields && isObject(one) ? referencesOf(fields, one, `${path}.${index}.`) : [];
    });
  }
  return fields && isObject(value) ? referencesOf(fields, value, `${path}.`) : [];
}
