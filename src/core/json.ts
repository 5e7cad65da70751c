/** Any JSON value: what files hold, what travels on the wire, what a plan stores. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** True for a plain object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text with sorted keys and no spaces: equal values give equal text. Keys whose value is undefined are left out. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(",")}]`;
  if (isObject(value)) {
    const keys = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/** An attribute of a reply as text; empty where it is neither a text nor a number. */
export function textAt(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
