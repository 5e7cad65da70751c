import type { Address } from "./address.js";
import { type Field, type Fields, reference, typeOf } from "./fields.js";
import { isObject, type Value, type Spec } from "./json.js";
import { addressIn, topParent, type Kind, kindIn, type PlacedKind } from "./kind.js";
import { isPlaceholder } from "./placeholders.js";

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
  // What a group or project itself names hangs on it.
  const holder = by.kind.tree ? by.kind.name : by.kind.parent;
  return Object.hasOwn(target.parents, holder) ? addressIn(kindIn(target, holder), by.path ?? "", name) : undefined;
}

const keyFields = new WeakMap<NonNullable<Kind["key"]>, Field>();

/** The key of a kind as a reference, where keys name things of another. */
export function keyReference({ key }: Pick<Kind, "key">): Field | undefined {
  if (key?.target === undefined) return undefined;
  const known = keyFields.get(key) ?? reference(key.description, key.target, "id");
  keyFields.set(key, known);
  return known;
}

/** All names that stand in a body in file form; `prefix` comes before their paths. */
export function referencesOf(fields: Fields, spec: Spec, prefix = ""): NamedReference[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && value !== undefined ? referencesIn(field, value, prefix + name) : [];
  });
}

/** All names that stand in a value of an attribute; `path` is that of the attribute. */
export function referencesIn(field: Field, value: Value, path: string): NamedReference[] {
  if (isPlaceholder(value)) return [];
  if (typeOf(field).namesThings) return typeof value === "string" ? [{ field, name: value, path }] : [];
  const { item, fields } = field;
  if (Array.isArray(value)) {
    return value.flatMap((one: Value, index) => {
      if (item) return referencesIn(item, one, `${path}.${index}`);
      return fields && isObject(one) ? referencesOf(fields, one, `${path}.${index}.`) : [];
    });
  }
  return fields && isObject(value) ? referencesOf(fields, value, `${path}.`) : [];
}
