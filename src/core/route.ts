import type { Json, JsonObject } from "./json.js";

/** Splits `GET /projects/{project}` into its method and its path template. */
export function parseRoute(route: string): { readonly method: string; readonly path: string } {
  const space = route.indexOf(" ");
  return { method: route.slice(0, space), path: route.slice(space + 1) };
}

/** Names in braces of a path template, in order. */
export function routeParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/**
 * Fills a path template; each value becomes one URL-encoded segment.
 * Throws if a parameter is missing or no text or number: a path with a hole in it must never be sent.
 */
export function fillPath(path: string, params: Readonly<Record<string, Json | undefined>> | JsonObject): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string" && typeof value !== "number") throw new Error(`the path ${path} lacks its parameter ${name}`);
    if (value === "" || value === "." || value === "..")
      throw new Error(`${JSON.stringify(value)} cannot stand as ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}
