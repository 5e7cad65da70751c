import type { ApplicationParts } from "./application.js";
import { whyAbsent } from "./core/absent.js";
import { collectionOperations } from "./core/collection/operations.js";
import type { Handler, PlatformState } from "./core/context.js";
import { declaredOperations } from "./core/declared-operations.js";
import { furtherSlug, groupSlug } from "./core/facts/known-integrations.js";
import { knownOperations } from "./core/facts/known-operations.js";
import { type ServedFacts, nameOf, newestFacts, placeless } from "./core/facts/served.js";
import { type Operation, operations } from "./core/operations.js";
import { patternOf } from "./core/path-pattern.js";
import { once } from "./core/remembered.js";
import { type HttpError, notServed } from "./core/replies.js";
import type { OperationDeclaration, Resource } from "./core/resource.js";
import { resources } from "./resources.js";
import { groupOf, updateIntegration, writableProjectOf } from "./resources/integrations/answers.js";

/** All collections. */
export const collections = resources.flatMap(({ collections: some = [] }) => some);

type Entry = readonly [route: string, declaration: OperationDeclaration];

const declared = resources.flatMap((resource) => entriesOf(resource.operations));
const insteads = resources.flatMap(({ instead }) => entriesOf(instead));

function entriesOf(written: Resource["operations"] = {}): Entry[] {
  return Object.entries(written).map(([route, entry]) => [route, typeof entry === "function" ? { handler: entry } : entry]);
}

/**
 * What handles the operations of the API description, by their ids. Throws all that is wrong between these and the declarations: a route that silently
 * answers nothing, or is answered by one of two, cannot happen.
 */
export function handlersOf(described: readonly Operation[]): ReadonlyMap<string, Handler> {
  const handlers = new Map<string, Handler>();
  const problems: string[] = [];
  const saysMore = new Set<string>();
  for (const [route, { handler, ...more }] of declared) {
    const key = placeless(route);
    if (handlers.has(key)) problems.push(`${route} is declared twice`);
    handlers.set(key, handler);
    if (Object.keys(more).length > 0) saysMore.add(key);
  }
  if (replaced.size < insteads.length) problems.push("an operation is declared twice under `instead`");
  const ids = new Set(described.map(({ id }) => id));
  const byId = described.flatMap((operation) => {
    const name = nameOf(operation);
    const handler = handlers.get(name);
    if (handler === undefined) problems.push(`${operation.id} is described but has no handler`);
    if (saysMore.has(name)) problems.push(`${operation.id} is described, so its declaration is a handler alone`);
    return handler === undefined ? [] : [[operation.id, handler] as const];
  });
  if (ids.size < described.length) problems.push("an operationId is used twice");
  if (problems.length > 0)
    throw new Error(`the emulator and schemas/openapi.json differ: ${problems.join("; ")}. Run: npm run generate`);
  return new Map(byId);
}

/**
 * Operations that real servers alone have, by method and path as facts of the release write them, or those of the newest. What the API description has
 * already, or a resource has code for, is no collection's. `known` are the described operations and the integrations that facts have beside these. Throws
 * where a resource declares one of those integrations, too.
 */
export function furtherOperations(
  facts: ServedFacts,
  known: readonly Operation[],
): Readonly<Record<string, OperationDeclaration>> {
  const before = made.get(facts);
  if (before !== undefined) return before;
  const isIntegration = (operation: Operation): boolean => (furtherSlug(operation) ?? groupSlug(operation)) !== undefined;
  const integrations = new Set(known.filter(isIntegration).map(nameOf));
  const taken = new Set(known.map(nameOf));
  const names = new Map([...(newestFacts()?.written() ?? []), ...facts.written()].map((name) => [placeless(name), name]));
  const entries: Record<string, OperationDeclaration> = {};
  for (const [route, entry] of declared) {
    const key = placeless(route);
    if (integrations.has(key)) throw new Error(`the emulator has two of ${route}`);
    if (taken.has(key)) continue;
    // A handler alone is served where the release, or the newest, has the operation.
    if (Object.keys(entry).length > 1 || names.has(key)) entries[route] = entry;
  }
  Object.assign(entries, Object.fromEntries(insteads));
  for (const route of Object.keys(entries)) taken.add(placeless(route));
  const free = [...names].filter(([key]) => !taken.has(key)).map(([, name]) => name);
  Object.assign(entries, collectionOperations(collections, free));
  made.set(facts, entries);
  return entries;
}

/** Method and path, with nameless places, of what real servers have instead of what the API description has. */
export const replaced: ReadonlySet<string> = new Set(insteads.map(([route]) => placeless(route)));

const made = new WeakMap<ServedFacts, Readonly<Record<string, OperationDeclaration>>>();

/** Finds the operation that facts know, from a method and a path, among those that are not served, and refuses it. */
function unservedOf(facts: ServedFacts, served: readonly string[]): (method: string, path: string) => HttpError | undefined {
  const patterns = once(() => patternsOf(facts, new Set(served.map(placeless))));
  return (method, path) => {
    const name = patterns().find((pattern) => pattern.name.startsWith(`${method} `) && pattern.pattern.test(path))?.name;
    return name === undefined ? undefined : notServed(name, whyAbsent(placeless(name.slice(method.length + 1))));
  };
}

/** Integrations that servers have in development only, and the old name of all integrations, which is an alias. */
export const ELSEWHERE = /\/(?:services(?:\/|$)|integrations\/mock-)/;

function patternsOf(facts: ServedFacts, served: ReadonlySet<string>) {
  const names = facts.written().filter((name) => !served.has(placeless(name)) && !ELSEWHERE.test(name));
  return names.map((name) => ({ name, pattern: patternOf(`/api/v4${name.slice(name.indexOf(" ") + 1)}`) }));
}

/** The operations as the release has them, and what handles them. */
export function whatAnswers({
  store,
  facts,
  instance,
}: PlatformState): Pick<ApplicationParts, "operations" | "handlers" | "unserved"> {
  const described = operations();
  const handlers = handlersOf(described);
  // Dependents are deleted with their owner: the store has to know their index.
  for (const { table } of collections) store.of(table);
  if (facts === undefined) return { operations: described, handlers };
  const known = knownOperations(described, facts, instance);
  const further = known.flatMap((operation) => {
    const [slug, ofGroup] = [furtherSlug(operation), groupSlug(operation)];
    if (ofGroup !== undefined) return [[operation.id, updateIntegration(ofGroup, groupOf)] as const];
    return slug === undefined ? [] : [[operation.id, updateIntegration(slug, writableProjectOf)] as const];
  });
  const entries = furtherOperations(facts, known);
  const ofFacts = declaredOperations(entries, facts, instance);
  const factHandlers = ofFacts.map(({ id }) => [id, entries[id]?.handler ?? missing(id)] as const);
  return {
    operations: [...known.filter((operation) => !replaced.has(nameOf(operation))), ...ofFacts],
    handlers: new Map([...handlers, ...further, ...factHandlers]),
    unserved: unservedOf(facts, [...known.map(nameOf), ...Object.keys(entries)]),
  };
}

function missing(id: string): never {
  throw new Error(`${id} has no handler`);
}
