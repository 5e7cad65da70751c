import type { Field, Fields } from "../../core/fields.js";
import { type PlacedKind, withFields } from "../../core/kind.js";

const known = new WeakMap<PlacedKind, PlacedKind>();

/** A kind as configurations give it: a secret stands there as any text, not empty where it is needed, and null says nothing instead of unsetting something. */
export function givenKind(kind: PlacedKind): PlacedKind {
  const made = known.get(kind) ?? withFields(kind, givenFields);
  known.set(kind, made);
  return made;
}

function givenFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, givenField(field)]));
}

function givenField({ nullable: _nullable, secret, ...field }: Field): Field {
  const least = secret && field.required ? { min: Math.max(1, field.min ?? 1) } : {};
  return {
    ...field,
    ...least,
    ...(field.item ? { item: givenField(field.item) } : {}),
    ...(field.fields ? { fields: givenFields(field.fields) } : {}),
  };
}
