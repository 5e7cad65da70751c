import type { Address } from "./address.js";
import { oncePer } from "./collections.js";
import { type Field, type Fields, reference, typeOf } from "./fields.js";
import { isObject, type Value, type Spec } from "./json.js";
import { addressIn, topParent, type Key, type Kind, kindIn, type PlacedKind } from "./kind.js";

/** A name of something that stands somewhere in a body. */
export interface NamedReference {
  readonly field: Field;
  readonly name: string;
  /** Dotted path of the attribute that says it. */
  readonly path: string;
}

/** Where a member of a kind is that a body names: at the top of files, or beside the body, on the same thing. Undefined where the kind cannot stand there. */
export function placeOfNamed(
  target: Kind,
  name: string,
  by: { readonly kind: PlacedKind; readonly path?: string | undefined },
): Address | undefined {
  if (Object.hasOwn(target.parents, topParent)) return addressIn(kindIn(target, topParent), name, undefined);
  // A group or project names things that it holds.
  const holder = by.kind.tree ? by.kind.name : by.kind.parent;
  return Object.hasOwn(target.parents, holder) ? addressIn(kindIn(target, holder), by.path ?? "", name) : undefined;
}

/** The key of a kind as a reference, where keys name things of another. */
export function keyReference({ key }: Pick<Kind, "key">): Field | undefined {
  return key && keyField(key);
}

const keyField = oncePer(({ description, target }: Key): Field | undefined =>
  target === undefined ? undefined : reference(description, target, "id"),
);

/** All names that stand in a body in file form; `prefix` comes before their paths. */
export function referencesOf(fields: Fields, spec: Spec, prefix = ""): NamedReference[] {
  return namesAmong(usedFields(fields, spec, prefix));
}

/** All names that stand in a value of an attribute; `path` is that of the attribute. */
export function referencesIn(field: Field, value: Value, path: string): NamedReference[] {
  return namesAmong(usedAt(field, value, path));
}

function namesAmong(used: readonly UsedField[]): NamedReference[] {
  return used.flatMap(({ field, path, value }) =>
    typeof value === "string" && typeOf(field).namesThings ? [{ field, name: value, path }] : [],
  );
}

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
