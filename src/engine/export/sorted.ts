import { compareTexts } from "../../core/compare.js";
import type { Field, Fields } from "../../core/fields.js";
import { canonicalJson, isObject, type Value, type Spec } from "../../core/json.js";
import { accessLevels } from "../../core/names.js";

/**
 * A value with everything whose order does not count in an order of its own, so that two exports of equal instances are equal: replies give it in the order in
 * which it was made. Sets go by name; entries by who is meant, roles first and from the lowest.
 */
export function sorted(field: Field, value: Value): Value {
  switch (field.type) {
    case "set":
      return Array.isArray(value) ? inOrder(value, (item: Value) => [0, 0, canonicalJson(item)]) : value;
    case "entries":
      return Array.isArray(value)
        ? inOrder(
            value.map((entry: Value) => sortedParts(field.fields, entry)),
            (entry) => placeOf(field, entry),
          )
        : value;
    case "record":
      return sortedParts(field.fields, value);
    default:
      return value;
  }
}

/** What comes first: the smaller numbers, then the text. */
type Place = readonly [number, number, string];

function inOrder(items: readonly Value[], place: (item: Value) => Place): Value {
  return items
    .map((item) => ({ item, at: place(item) }))
    .sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1] || compareTexts(a.at[2], b.at[2]))
    .map(({ item }) => item);
}

function placeOf({ identity = [] }: Field, entry: Value): Place {
  const values = isObject(entry) ? entry : {};
  const index = identity.findIndex((name) => (values[name] ?? null) !== null);
  const who = values[identity[index] ?? ""] ?? null;
  const level = typeof who === "number" ? who : Object.entries(accessLevels).find(([name]) => name === who)?.[1];
  return [index, level ?? 0, canonicalJson(who)];
}

function sortedParts(fields: Fields | undefined, value: Value): Value {
  if (!fields || !isObject(value)) return value;
  const parts = Object.entries(value).map(([name, part]): [string, Spec[string]] => {
    const field = fields[name];
    return [name, field && part !== undefined ? sorted(field, part) : part];
  });
  return Object.fromEntries(parts);
}
