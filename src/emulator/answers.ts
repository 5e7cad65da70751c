import type { ApplicationParts } from "./application.js";
import type { PlatformState } from "./core/context.js";
import { declaredOperations } from "./core/declared-operations.js";
import { furtherSlug, groupSlug } from "./core/facts/known-integrations.js";
import { knownOperations } from "./core/facts/known-operations.js";
import { nameOf } from "./core/facts/served.js";
import { operations } from "./core/operations.js";
import { collections, furtherOperations, handlersOf, replaced, unservedOf } from "./declared.js";
import { groupOf, updateIntegration, writableProjectOf } from "./resources/integrations/records.js";

/** The operations as the release has them, and what handles them. */
export function whatAnswers({
  store,
  facts,
  instance,
}: PlatformState): Pick<ApplicationParts, "operations" | "handlers" | "unserved"> {
  const described = operations();
  const handlers = handlersOf(described);
  // What hangs on a thing goes with it: the store has to know by which index.
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
  const own = ofFacts.map(({ id }) => [id, entries[id]?.handler ?? missing(id)] as const);
  return {
    operations: [...known.filter((operation) => !replaced.has(nameOf(operation))), ...ofFacts],
    handlers: new Map([...handlers, ...further, ...own]),
    unserved: unservedOf(facts, [...known.map(nameOf), ...Object.keys(entries)]),
  };
}

function missing(id: string): never {
  throw new Error(`${id} has no handler`);
}
