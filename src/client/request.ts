import { TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { didYouMean } from "../core/names.js";
import { fillPath, parseRoute, routeParameters, type ParsedRoute } from "../core/route.js";
import type { Endpoint } from "../platform/endpoint.js";
import { endpoints } from "../platform/endpoints.gen.js";
import type { ApiCall } from "../platform/index.js";
import { filePart, isUpload, type Upload } from "./upload.js";

const byRoute: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.flatMap((one) => [one.path, ...(one.aliases ?? [])].map((path) => [`${one.method} ${path}`, one] as const)),
);

/** The operation behind a route. Throws TrueupError `route.unknown` for one that is not described. */
export function endpointOf(route: string): Endpoint {
  const found = byRoute.get(route);
  if (found) return found;
  const guess = didYouMean(route, [...byRoute.keys()]);
  throw new TrueupError({
    code: "route.unknown",
    message: `${JSON.stringify(route)} is no route of the API description.`,
    hint: guess === undefined ? "Send what is not described with call()." : `Did you mean ${JSON.stringify(guess)}?`,
  });
}

/**
 * The request that a route and its parameters make: names in the path fill it, reads take the rest in the query, writes in the body but for the parameters that are described
 * as their query's (document 1, conventions 2, 5 and 6). Throws TrueupError `parameter.missing` or `parameter.invalid`.
 */
export async function requestFor(route: string, parameters: Readonly<Record<string, unknown>>): Promise<ApiCall> {
  const endpoint = endpointOf(route);
  const { path: template } = parseRoute(route as ParsedRoute);
  const inPath = new Set(routeParameters(template));
  const parts = { query: new Map<string, Json>(), body: new Map<string, Json>(), files: new Map<string, Upload>() };
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || inPath.has(name)) continue;
    if (isUpload(value)) parts.files.set(name, value);
    else
      parts[endpoint.body === undefined || endpoint.query?.includes(name) ? "query" : "body"].set(
        name,
        plain(value, name, route),
      );
  }
  if (parts.files.size > 0 && endpoint.body === undefined) throw refused("parameter.invalid", route, "takes no file");
  const files = await Promise.all([...parts.files].map(async ([name, upload]) => [name, await filePart(name, upload)] as const));
  return {
    method: methodOf(endpoint),
    path: filled(template, parameters, route),
    outside: endpoint.outside,
    query: Object.fromEntries(parts.query),
    ...(endpoint.body !== undefined ? { body: Object.fromEntries(parts.body) } : {}),
    files: Object.fromEntries(files),
    encoding: endpoint.body,
    accept: endpoint.reply ?? "json",
  };
}

function methodOf({ method, path }: Endpoint): ApiCall["method"] {
  if (method === "OPTIONS") throw new TrueupError({ code: "usage", message: `OPTIONS ${path} is for browsers.` });
  return method;
}

function filled(template: string, parameters: Readonly<Record<string, unknown>>, route: string): string {
  const values: Record<string, Json> = {};
  for (const name of routeParameters(template)) {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined || value === null || value === "") throw refused("parameter.missing", route, `needs ${name}`);
    if ((typeof value !== "string" && typeof value !== "number") || value === "." || value === "..") {
      throw refused("parameter.invalid", route, `cannot take ${JSON.stringify(value)} as ${name}`);
    }
    values[name] = value;
  }
  return fillPath(template, values);
}

/** The value as JSON. Dates become their text; what has no JSON is refused, as it would be dropped in silence. */
function plain(value: unknown, name: string, route: string): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      break;
    case "object":
      if (value === null) return null;
      if (value instanceof Date) return value.toISOString();
      if (Array.isArray(value)) return value.map((one: unknown) => plain(one, name, route));
      if (isObject(value)) return plainObject(value, name, route);
  }
  throw refused("parameter.invalid", route, `cannot send a ${typeof value} as ${name}`);
}

function plainObject(value: JsonObject, name: string, route: string): JsonObject {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, plain(inner, `${name}.${key}`, route)]));
}

function refused(code: string, route: string, what: string): TrueupError {
  return new TrueupError({ code, message: `${route} ${what}.`, where: route });
}
