import type { Query } from "../core/api.js";
import type { JsonObject } from "../core/json.js";
import { textFields } from "./fields.js";

/** The path with the query behind it, whether or not it has one already. Values that are undefined are left out. */
export function withQuery(path: string, query: Query | JsonObject): string {
  const text = encodeFields(query);
  if (text === "") return path;
  return path + (path.includes("?") ? "&" : "?") + text;
}

/** Values as the text of a query or of a form body. */
export function encodeFields(values: Query | JsonObject): string {
  return Object.entries(values)
    .flatMap(([name, value]) => [...textFields(name, value)])
    .map(
      ([name, text]) => `${encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]")}=${encodeURIComponent(text)}`,
    )
    .join("&");
}
