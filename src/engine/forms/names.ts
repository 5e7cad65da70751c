import { type Field, fieldOf, type Fields, type ReferenceTarget, typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";

/** A number where a name could stand. */
export interface Numbered {
  readonly target: ReferenceTarget;
  readonly id: number;
  /** It lies in the same group or project. */
  readonly beside?: true;
}

/** What a value that names something is to be: the name behind a number, or the number itself where nobody (visible) has it. */
export type NameOf = (field: Field, value: string | number) => string | number;

/** Puts the names of a map, each under its target and number, in the place of numbers. */
export function nameBehind(names: ReadonlyMap<string, string | number | undefined>): NameOf {
  return ({ target }, value) => (typeof value === "number" ? names.get(`${target} ${value}`) : undefined) ?? value;
}

/** All numbers in attributes in file form in whose place names could stand. */
export function numbersIn(fields: Fields, spec: JsonObject): Numbered[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const field = fieldOf(fields, name);
    return field && value !== undefined ? numbersOf(field, value) : [];
  });
}

/** The attributes with what names things in them as `nameOf` says it. */
export function withNames(fields: Fields, spec: JsonObject, nameOf: NameOf): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => {
      const field = fieldOf(fields, name);
      return [name, field && value !== undefined ? named(field, value, nameOf) : value];
    }),
  );
}

/** True if a value in file form has a number where a name could stand. */
export function holdsNumber(field: Field, value: Json): boolean {
  return numbersOf(field, value).length > 0;
}

function numbersOf(field: Field, value: Json): Numbered[] {
  if (typeOf(field).namesThings)
    return typeof value === "number" && field.target !== undefined ? [numbered(field, field.target, value)] : [];
  const { item, fields } = field;
  if (Array.isArray(value)) {
    if (item) return value.flatMap((one: Json) => numbersOf(item, one));
    return fields ? value.flatMap((one: Json) => (isObject(one) ? numbersIn(fields, one) : [])) : [];
  }
  return typeOf(field).isManagedInParts && fields && isObject(value) ? numbersIn(fields, value) : [];
}

function numbered({ beside }: Field, target: ReferenceTarget, id: number): Numbered {
  return { target, id, ...(beside ? { beside } : {}) };
}

function named(field: Field, value: Json, nameOf: NameOf): Json {
  if (typeOf(field).namesThings) return typeof value === "number" || typeof value === "string" ? nameOf(field, value) : value;
  const { item, fields } = field;
  if (Array.isArray(value)) {
    if (item) return value.map((one: Json) => named(item, one, nameOf));
    return fields ? value.map((one: Json) => (isObject(one) ? withNames(fields, one, nameOf) : one)) : value;
  }
  return typeOf(field).isManagedInParts && fields && isObject(value) ? withNames(fields, value, nameOf) : value;
}
