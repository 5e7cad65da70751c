import { isObject, type Json } from "../../core/json.js";

/** Values by their names, of a list of objects that have `value` beside the name. */
export const byName =
  (name: "name" | "key") =>
  (value: Json): Json => {
    if (!Array.isArray(value)) return value;
    const pairs = value.map((item: Json) =>
      isObject(item) && typeof item[name] === "string" ? [item[name], item["value"] ?? null] : [],
    );
    return pairs.every((pair) => pair.length === 2) ? (Object.fromEntries(pairs) as Json) : value;
  };

/** A mapping as such a list. */
export const asPairs =
  (name: "name" | "key") =>
  (value: Json): Json =>
    isObject(value) ? Object.entries(value).map(([key, part]) => ({ [name]: key, value: part ?? null })) : value;
