import type { Query } from "../core/api.js";

/** Query text without the question mark; arrays repeat as `name[]=` (document 1, conventions 5). Undefined values are left out. */
function encodeQuery(query: Query): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === "object") for (const item of value) pairs.push(pair(`${name}[]`, item));
    else pairs.push(pair(name, value));
  }
  return pairs.join("&");
}

function pair(name: string, value: string | number | boolean): string {
  const key = encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]");
  return `${key}=${encodeURIComponent(value)}`;
}

/** The path with the query behind it, whether or not it has one already. */
export function withQuery(path: string, query: Query): string {
  const text = encodeQuery(query);
  if (text === "") return path;
  return path + (path.includes("?") ? "&" : "?") + text;
}
