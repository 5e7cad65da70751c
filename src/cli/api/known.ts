import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { didYouMean } from "../../core/names.js";
import type { Endpoint } from "../../platform/endpoint.js";
import { endpoints } from "../../platform/endpoints.gen.js";
import { packageDirectory } from "../package.js";

/** One documented path: an endpoint under its own path or an alias. */
export interface DocumentedPath {
  readonly template: string;
  readonly endpoint: Endpoint;
}

/** What real servers or the documents have: a method and a path with `{name}` places. */
interface KnownRoute {
  readonly method: string;
  readonly template: string;
}

/** Every path of every endpoint, aliases included. */
const documentedPaths: readonly DocumentedPath[] = endpoints.flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((template) => ({ template, endpoint })),
);

/** The endpoint that a request reaches; undefined if none is described. Literal names count before places. */
export function endpointFor(method: string, path: string): Endpoint | undefined {
  const paths = documentedPaths.filter(
    ({ template, endpoint }) => endpoint.method === described(method) && matches(template, path),
  );
  return paths.sort((a, b) => places(a.template) - places(b.template))[0]?.endpoint;
}

/**
 * What to say of a request that is not described: what may have been meant by it. Undefined if a release of real servers has it by its facts (schemas/facts),
 * which name no more than method and path.
 */
export function unknownEndpoint(method: string, path: string): string | undefined {
  const documented = documentedPaths.map(({ template, endpoint }) => ({ template, method: endpoint.method }));
  const known: readonly KnownRoute[] = [...documented, ...factRoutes()];
  if (isAmong(known, method, path)) return undefined;
  return `trueup does not know the endpoint ${method} ${path}. ${nearest(known, method, path)}`.trimEnd();
}

/** The routes of all releases whose facts are known. */
function factRoutes(): KnownRoute[] {
  const folder = join(packageDirectory(), "schemas", "facts");
  return readdirSync(folder).flatMap((file) => {
    const { operations } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly operations: object };
    return Object.keys(operations).map((key) => {
      const [method = "", template = ""] = key.split(" ");
      return { method, template };
    });
  });
}

function nearest(known: readonly KnownRoute[], method: string, path: string): string {
  const otherMethods = new Set(known.filter(({ template }) => matches(template, path)).map((route) => route.method));
  if (otherMethods.size > 0) return `It is described with ${[...otherMethods].sort().join(", ")}.`;
  const encoded = withEncodedPath(known, method, path);
  if (encoded !== undefined) return `Encode the slashes of a full path: ${method} ${encoded}.`;
  const templates = known.filter((route) => route.method === described(method)).map((route) => route.template);
  const guess = didYouMean(
    path,
    templates.map((candidate) => filledLike(candidate, path)),
  );
  const template = templates.find((candidate) => filledLike(candidate, path) === guess);
  return template === undefined ? "" : `Did you mean ${method} ${template}?`;
}

/** Documented paths that begin as the text does: what stands at their places already is kept. */
export function pathsLike(method: string, typed: string): readonly DocumentedPath[] {
  return documentedPaths
    .filter(({ endpoint }) => endpoint.method === method)
    .map(({ template, endpoint }) => ({ template: filledLike(template, typed), endpoint }));
}

function isAmong(known: readonly KnownRoute[], method: string, path: string): boolean {
  return known.some((route) => route.method === described(method) && matches(route.template, path));
}

function matches(template: string, path: string): boolean {
  const [wanted, parts] = [template.split("/"), path.split("/")];
  return wanted.length === parts.length && wanted.every((part, index) => isPlace(part) || part === parts[index]);
}

/** The method under which a request is described. */
function described(method: string): string {
  return method === "HEAD" ? "GET" : method;
}

/** The path with a namespace and its names in one segment, where that makes it a documented one. */
function withEncodedPath(known: readonly KnownRoute[], method: string, path: string): string | undefined {
  const [, root, ...rest] = path.split("/");
  // Behind a number, or a path that is encoded already, no further names belong to the path.
  if ((root !== "projects" && root !== "groups") || /^\d+$|%2F/i.test(rest[0] ?? "")) return undefined;
  for (let taken = 2; taken <= rest.length; taken++) {
    const candidate = `/${[root, rest.slice(0, taken).join("%2F"), ...rest.slice(taken)].join("/")}`;
    if (isAmong(known, method, candidate)) return candidate;
  }
  return undefined;
}

/** The template with the path's own values at its places, so that only names are compared. */
function filledLike(template: string, path: string): string {
  const parts = path.split("/");
  return template
    .split("/")
    .map((part, index) => (isPlace(part) ? parts[index] || part : part))
    .join("/");
}

function isPlace(part: string): boolean {
  return part.startsWith("{");
}

function places(template: string): number {
  return template.split("/").filter(isPlace).length;
}
