import type { Field } from "./field.js";
import type { Json, JsonObject } from "./json.js";

/** The types of a value in a file, with that of null where null unsets it. */
export function orNull(field: Field, ...types: string[]): Json {
  const all = field.nullable ? [...types, "null"] : types;
  return all.length === 1 ? (all[0] ?? null) : all;
}

/** The bounds of a field, by the words for them. */
export function bounds(field: Field, least: string, most: string): JsonObject {
  return {
    ...(field.min === undefined ? {} : { [least]: field.min }),
    ...(field.max === undefined ? {} : { [most]: field.max }),
  };
}

/** The pattern of a field, and how to say it. */
export function patternOf(field: Field): JsonObject {
  if (field.pattern === undefined) return {};
  return { pattern: field.pattern.like, "x-pattern-hint": field.pattern.hint };
}
