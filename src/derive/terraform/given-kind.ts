import type { Field, Fields } from "../../core/fields.js";
import type { Kind, Shape } from "../../core/kind.js";

const known = new WeakMap<Kind, Kind>();

/**
 * A kind as a configuration gives it: a secret stands there as it is, so it is checked as any text and must not be empty where it is needed, and null means
 * that nothing is said, not that something is unset.
 */
export function givenKind(kind: Kind): Kind {
  const made = known.get(kind) ?? {
    ...kind,
    fields: givenFields(kind.fields),
    ...(kind.shapes ? { shapes: givenShapes(kind.shapes) } : {}),
  };
  known.set(kind, made);
  return made;
}

function givenShapes(shapes: Readonly<Record<string, Shape>>): Readonly<Record<string, Shape>> {
  return Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, { ...shape, fields: givenFields(shape.fields) }]));
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
