import type { Field, Fields } from "./fields.js";
import { isObject, type Spec, type Value } from "./json.js";

/** A value in a body, and the field that it is of. */
export interface UsedField {
  readonly field: Field;
  /** Dotted, from the body on. */
  readonly path: string;
  readonly value: Value;
}

/** All that a body says, attributes of entries and records and items of lists too; what no field knows is left out. */
export function usedFields(fields: Fields, values: Spec, prefix = ""): readonly UsedField[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || value === undefined) return [];
    return usedAt(field, value, prefix + name);
  });
}

function usedAt(field: Field, value: Value, path: string): UsedField[] {
  return [{ field, path, value }, ...inside(field, value, path)];
}

function inside({ fields, item }: Field, value: Value, path: string): readonly UsedField[] {
  if (Array.isArray(value)) {
    return value.flatMap((part: Value, index) => {
      if (item) return usedAt(item, part, `${path}.${index}`);
      return fields && isObject(part) ? usedFields(fields, part, `${path}.${index}.`) : [];
    });
  }
  if (!isObject(value)) return [];
  if (fields) return usedFields(fields, value, `${path}.`);
  return item
    ? Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : usedAt(item, part, `${path}.${key}`)))
    : [];
}

/** Attributes in the order of the kind, then the unchecked ones by name: however they were spread over files and layers, they look the same. */
export function inFieldOrder(fields: Fields, spec: Spec): Spec {
  const known = Object.keys(fields).filter((name) => Object.hasOwn(spec, name));
  const others = Object.keys(spec)
    .filter((name) => !Object.hasOwn(fields, name))
    .sort();
  return Object.fromEntries([...known, ...others].map((name) => [name, spec[name]]));
}
