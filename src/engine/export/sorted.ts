import { compareTexts } from "../../core/compare.js";
import { type Field, fieldOf, type Fields, typeOf } from "../../core/fields.js";
import { isObject, type Value, type Spec } from "../../core/json.js";

/**
 * A value with everything whose order does not count in an order of its own, so that two exports of equal instances are equal: replies give it in the order in
 * which it was made. Sets go by name; entries by who is meant, roles first and from the lowest.
 */
export function sorted(field: Field, value: Value): Value {
  const { unordered, isManagedInParts } = typeOf(field);
  if (isManagedInParts) return sortedParts(field.fields, value);
  if (!unordered || !Array.isArray(value)) return value;
  return value
    .map((item: Value) => ({ item: sortedParts(field.fields, item), rank: unordered.rank(field, item) }))
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || compareTexts(a.rank[2], b.rank[2]))
    .map(({ item }) => item);
}

function sortedParts(fields: Fields | undefined, value: Value): Value {
  if (!fields || !isObject(value)) return value;
  const parts = Object.entries(value).map(([name, part]): [string, Spec[string]] => {
    const field = fieldOf(fields, name);
    return [name, field && part !== undefined ? sorted(field, part) : part];
  });
  return Object.fromEntries(parts);
}
