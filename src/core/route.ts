import { TrueupError } from "./errors.js";
import type { Json, JsonObject } from "./json.js";

/** What a request may be. */
export type Method = "GET" | "HEAD" | WriteMethod;

/** What a request may be that changes something. */
export type WriteMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** A method and a path template, such as `GET /projects/{project}`. */
export type ParsedRoute<M extends Method = Method> = `${M} /${string}`;

/** A route that only reads. */
export type ReadRoute = ParsedRoute<"GET">;

/** A route that changes something. */
export type WriteRoute = ParsedRoute<WriteMethod>;

/** Splits `GET /projects/{project}` into its method and its path template. Throws for an empty text, which stands for a route that is not there. */
export function parseRoute<M extends Method>(route: ParsedRoute<M> | ""): { readonly method: M; readonly path: string } {
  if (route === "") throw new Error("there is no such route");
  const space = route.indexOf(" ");
  return { method: route.slice(0, space) as M, path: route.slice(space + 1) };
}

/** Names in braces of a path template, in order. */
export function routeParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** Fills a path template with URL-encoded segments. Throws if a parameter is missing or no text or number, and TrueupError `path.invalid` for a name that no segment can be. */
export function fillPath(path: string, params: Readonly<Record<string, Json | undefined>> | JsonObject): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string" && typeof value !== "number") throw new Error(`the path ${path} lacks its parameter ${name}`);
    if (value === "" || value === "." || value === ".." || /\p{Cs}/u.test(String(value)))
      throw new TrueupError({
        code: "path.invalid",
        message: `${JSON.stringify(value)} cannot stand as ${name} in ${path}`,
        hint: "No request can name it: give it another name on the server.",
      });
    return encodeURIComponent(value);
  });
}

/** The path of a route with its parameters filled in. Throws as `parseRoute` and `fillPath` do. */
export function routePath(route: ParsedRoute | "", params: Parameters<typeof fillPath>[1]): string {
  return fillPath(parseRoute(route).path, params);
}
