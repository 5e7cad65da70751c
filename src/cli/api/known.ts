import { didYouMean } from "../../core/names.js";
import type { Endpoint } from "../../platform/endpoint.js";
import { endpoints } from "../../platform/endpoints.gen.js";

/** One documented path: an endpoint under its own path or an alias. */
export interface DocumentedPath {
  readonly template: string;
  readonly endpoint: Endpoint;
}

/** Every path of every endpoint, aliases included. */
const documentedPaths: readonly DocumentedPath[] = endpoints.flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((template) => ({ template, endpoint })),
);

/** The endpoint that a request reaches; undefined if none is described. Literal names count before places. */
export function endpointFor(method: string, path: string): Endpoint | undefined {
  const paths = matching(path).filter(({ endpoint }) => endpoint.method === (method === "HEAD" ? "GET" : method));
  return paths.sort((a, b) => places(a.template) - places(b.template))[0]?.endpoint;
}

/** What may have been meant by a request that is not described, as a sentence; empty if nothing comes near. */
export function nearestEndpoint(method: string, path: string): string {
  const otherMethods = new Set(matching(path).map(({ endpoint }) => endpoint.method));
  if (otherMethods.size > 0) return `It is described with ${[...otherMethods].sort().join(", ")}.`;
  const encoded = withEncodedPath(method, path);
  if (encoded !== undefined) return `Encode the slashes of a full path: ${method} ${encoded}.`;
  const shapes = documentedPaths
    .filter(({ endpoint }) => endpoint.method === method)
    .map(({ template }) => filledLike(template, path));
  const guess = didYouMean(
    path,
    shapes.map(({ filled }) => filled),
  );
  const template = shapes.find(({ filled }) => filled === guess)?.template;
  return template === undefined ? "" : `Did you mean ${method} ${template}?`;
}

/** Documented paths that begin as the text does: what stands at their places already is kept. */
export function pathsLike(method: string, typed: string): readonly DocumentedPath[] {
  return documentedPaths
    .filter(({ endpoint }) => endpoint.method === method)
    .map(({ template, endpoint }) => ({ template: filledLike(template, typed).filled, endpoint }));
}

function matching(path: string): DocumentedPath[] {
  const parts = path.split("/");
  return documentedPaths.filter(({ template }) => {
    const desired = template.split("/");
    return desired.length === parts.length && desired.every((part, index) => isPlace(part) || part === parts[index]);
  });
}

/** The path with a namespace and its names in one segment, where that makes it a documented one. */
function withEncodedPath(method: string, path: string): string | undefined {
  const [, root, ...rest] = path.split("/");
  // Behind a number, or a path that is encoded already, no further names belong to the path.
  if ((root !== "projects" && root !== "groups") || /^\d+$|%2F/i.test(rest[0] ?? "")) return undefined;
  for (let taken = 2; taken <= rest.length; taken++) {
    const candidate = `/${[root, rest.slice(0, taken).join("%2F"), ...rest.slice(taken)].join("/")}`;
    if (endpointFor(method, candidate)) return candidate;
  }
  return undefined;
}

/** The template with the path's own values at its places, so that only names are compared. */
function filledLike(template: string, path: string): { readonly template: string; readonly filled: string } {
  const parts = path.split("/");
  const filled = template
    .split("/")
    .map((part, index) => (isPlace(part) ? parts[index] || part : part))
    .join("/");
  return { template, filled };
}

function isPlace(part: string): boolean {
  return part.startsWith("{");
}

function places(template: string): number {
  return template.split("/").filter(isPlace).length;
}
