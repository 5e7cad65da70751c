import type { ApplicationParts } from "./application.js";
import { furtherSlug, groupSlug } from "./facts/known-integrations.js";
import { knownOperations } from "./facts/known-operations.js";
import { nameOf } from "./facts/served.js";
import { operations } from "./operations.js";
import type { Operation } from "./operations.js";
import type { Handler, PlatformState, Section } from "./section.js";
import { sections } from "./sections/index.js";
import { updateIntegration } from "./sections/integrations.js";
import { replaced, unservedOf, vendorEntries, vendorRows } from "./vendor-entries.js";
import { vendorOperations } from "./vendor-operations.js";
import { updateGroupIntegration } from "./vendor/group-integrations.js";

/** The operations as the release has them, and what handles them. */
export function whatAnswers({
  store,
  facts,
  instance,
}: PlatformState): Pick<ApplicationParts, "operations" | "handlers" | "unserved"> {
  const described = operations();
  const handlers = handlersOf(sections, described);
  // What hangs on a thing goes with it: the store has to know by which index.
  for (const { table } of vendorRows) store.of(table);
  if (facts === undefined) return { operations: described, handlers };
  const known = knownOperations(described, facts, instance);
  const further = known.flatMap((operation) => {
    const [slug, ofGroup] = [furtherSlug(operation), groupSlug(operation)];
    if (ofGroup !== undefined) return [[operation.id, updateGroupIntegration(ofGroup)] as const];
    return slug === undefined ? [] : [[operation.id, updateIntegration(slug)] as const];
  });
  const entries = vendorEntries(facts, known);
  const ofVendor = vendorOperations(entries, facts, instance);
  const own = ofVendor.map(({ id }) => [id, entries[id]?.handler ?? missing(id)] as const);
  return {
    operations: [...known.filter((operation) => !replaced.has(nameOf(operation))), ...ofVendor],
    handlers: new Map([...handlers, ...further, ...own]),
    unserved: unservedOf(facts, [...known.map(nameOf), ...Object.keys(entries)]),
  };
}

function missing(id: string): never {
  throw new Error(`${id} has no handler`);
}

/** Every operation needs a handler and the reverse: a route that silently answers nothing cannot happen. */
function handlersOf(all: readonly Section[], described: readonly Operation[]): ReadonlyMap<string, Handler> {
  const entries = all.flatMap((section) => Object.entries(section.handlers));
  const handlers = new Map(entries);
  const ids = new Set(described.map(({ id }) => id));
  const problems = [
    ...described.filter(({ id }) => !handlers.has(id)).map(({ id }) => `${id} is described but has no handler`),
    ...[...handlers.keys()].filter((id) => !ids.has(id)).map((id) => `${id} has a handler but is not described`),
    ...(entries.length === handlers.size ? [] : ["an operation has two handlers"]),
    ...(described.length === ids.size ? [] : ["an operationId is used twice"]),
  ];
  if (problems.length > 0)
    throw new Error(`the emulator and schemas/openapi.json differ: ${problems.join("; ")}. Run: npm run generate`);
  return handlers;
}
