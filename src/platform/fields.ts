import { isObject, type Json } from "../core/json.js";

/** Names and texts of a value as queries and forms carry it: nested values as `name[key]`, arrays as `name[]`, null as an empty text (document 1, conventions 5). */
export function* textFields(name: string, value: Json | undefined): Generator<readonly [name: string, text: string]> {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    // A list without entries would not be sent at all, which means "leave it".
    if (items.length === 0) yield [`${name}[]`, ""];
    for (const item of items) yield* textFields(`${name}[]`, item);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield* textFields(`${name}[${key}]`, inner);
  } else {
    yield [name, value === null ? "" : typeof value === "string" ? value : JSON.stringify(value)];
  }
}
