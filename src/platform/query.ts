import type { Query } from "../core/api.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";

/** The path with the query behind it, whether or not it has one already. Values that are undefined are left out. */
export function withQuery(path: string, query: Query | JsonObject): string {
  const text = encodeFields(query);
  if (text === "") return path;
  return path + (path.includes("?") ? "&" : "?") + text;
}

/** Values as the text of a query or of a form body. */
export function encodeFields(values: Query | JsonObject): string {
  const nameOf = (name: string): string => encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]");
  const fields = Object.entries(values).flatMap(([name, value]) => [...textFields(name, value)]);
  return fields.map(([name, text]) => `${nameOf(name)}=${encodeURIComponent(text)}`).join("&");
}

/** The path and its query apart, as `withQuery` puts them together: `name[]` is a list; of a name that comes again the last counts. */
export function readQuery(target: string): { readonly path: string; readonly query: Query } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, query: {} };
  const pairs = new URLSearchParams(target.slice(mark + 1));
  const query = [...new Set(pairs.keys())].map((name) =>
    name.endsWith("[]") ? [name.slice(0, -2), pairs.getAll(name)] : [name, pairs.getAll(name).at(-1) ?? ""],
  );
  return { path: target.slice(0, mark), query: Object.fromEntries(query) as Query };
}

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
