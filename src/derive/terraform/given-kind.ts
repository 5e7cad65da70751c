import { oncePer } from "../../core/collections.js";
import type { Field, Fields } from "../../core/fields.js";
import { type PlacedKind, withFields } from "../../core/kind.js";

/** A kind as configurations give it: a secret stands there as any text, not empty where it is needed, and null says nothing instead of unsetting something. */
export const givenKind = oncePer((kind: PlacedKind) => withFields(kind, givenFields));

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
