import { whyAbsent } from "./absent.js";
import { notServed } from "./errors.js";
import type { HttpError } from "./errors.js";
import { nameOf, newestFacts, placeless } from "./facts/served.js";
import type { ServedFacts } from "./facts/served.js";
import type { Operation } from "./operations.js";
import { patternOf } from "./path-pattern.js";
import type { Handler, OperationDeclaration } from "./resource.js";
import { resources } from "./resources.js";
import { rowOperations } from "./row/operations.js";

/** All collections. */
export const collections = resources.flatMap(({ collections: some = [] }) => some);

type Entry = readonly [route: string, declaration: OperationDeclaration];

const declared: readonly Entry[] = resources.flatMap(({ operations = {} }) =>
  Object.entries(operations).map(([route, entry]): Entry => [route, typeof entry === "function" ? { handler: entry } : entry]),
);

/**
 * What handles the operations of the API description, by their ids. Throws where one has no handler: a route that silently answers nothing cannot happen.
 */
export function handlersOf(described: readonly Operation[]): ReadonlyMap<string, Handler> {
  const handlers = new Map(
    declared.filter(([, { instead }]) => instead !== true).map(([route, { handler }]) => [placeless(route), handler]),
  );
  const without = described.filter((operation) => !handlers.has(nameOf(operation))).map(({ id }) => id);
  if (without.length > 0)
    throw new Error(`the API description has operations that no resource handles: ${without.join(", ")}. Run: npm run generate`);
  return new Map(described.map((operation) => [operation.id, handlers.get(nameOf(operation)) ?? missing(operation.id)]));
}

export function missing(id: string): never {
  throw new Error(`${id} has no handler`);
}

/**
 * Operations that real servers alone have, by method and path as facts of the release write them, or those of the newest. What the API description has
 * already, or a resource has code for, is no collection's. Throws where two resources have the same one.
 */
export function furtherOperations(
  facts: ServedFacts,
  described: readonly Operation[],
): Readonly<Record<string, OperationDeclaration>> {
  const known = made.get(facts);
  if (known !== undefined) return known;
  const ofDescription = new Set(described.map(nameOf));
  const taken = new Set<string>();
  const entries: Record<string, OperationDeclaration> = {};
  for (const [route, entry] of declared) {
    const key = placeless(route);
    const name = entry.instead === true ? `instead of ${key}` : key;
    if (taken.has(name)) throw new Error(`two resources of the emulator have ${route}`);
    taken.add(name);
    if (!ofDescription.has(key) || entry.instead === true) entries[route] = entry;
  }
  const names = new Map([...(newestFacts()?.written() ?? []), ...facts.written()].map((name) => [placeless(name), name]));
  const free = [...names].filter(([key]) => !ofDescription.has(key) && !taken.has(key)).map(([, name]) => name);
  Object.assign(entries, rowOperations(collections, free));
  made.set(facts, entries);
  return entries;
}

/** Method and path, with nameless places, of what real servers have instead of what the API description has. */
export const replaced: ReadonlySet<string> = new Set(
  declared.flatMap(([route, { instead }]) => (instead === true ? [placeless(route)] : [])),
);

const made = new WeakMap<ServedFacts, Readonly<Record<string, OperationDeclaration>>>();

/** Finds the operation that facts know, from a method and a path, among those that are not served, and refuses it. */
export function unservedOf(
  facts: ServedFacts,
  served: readonly string[],
): (method: string, path: string) => HttpError | undefined {
  let patterns: readonly { readonly name: string; readonly pattern: RegExp }[] | undefined;
  return (method, path) => {
    patterns ??= patternsOf(facts, new Set(served.map(placeless)));
    const name = patterns.find((one) => one.name.startsWith(`${method} `) && one.pattern.test(path))?.name;
    return name === undefined ? undefined : notServed(name, whyAbsent(placeless(name.slice(method.length + 1))));
  };
}

/** Integrations that servers have in development only, and the old name of all integrations, which is an alias. */
export const ELSEWHERE = /\/(?:services(?:\/|$)|integrations\/mock-)/;

function patternsOf(facts: ServedFacts, served: ReadonlySet<string>) {
  const names = facts.written().filter((name) => !served.has(placeless(name)) && !ELSEWHERE.test(name));
  return names.map((name) => ({ name, pattern: patternOf(`/api/v4${name.slice(name.indexOf(" ") + 1)}`) }));
}
