import { type Instance, exists, isAtLeast } from "../instance.js";
import type { Operation } from "../operations.js";
import { type Json, isObject } from "../records.js";
import { wireName } from "../shape.js";
import type { ServedFacts, ServedParameter, ServedParameters } from "./served.js";

/** A part of a request that facts of the release do not know. */
export interface UnknownParameter {
  readonly release: string;
  /** Method and path. */
  readonly operation: string;
  /** With what it stands in, as `commits[actions]`; undefined where the whole operation is unknown. */
  readonly parameter: string | undefined;
}

/** What every request may carry. */
const EVERYWHERE = new Set(["sudo", "private_token", "access_token", "job_token"]);

/**
 * Finds what facts of the release do not know of a request, nested names included.
 * @param path the route that it came by, without the prefix of the API
 * @param sent all that stands in its query and body, by the names that it uses
 */
export function unknownParts(
  facts: ServedFacts,
  instance: Instance,
  operation: Operation,
  path: string,
  sent: Readonly<Record<string, Json>>,
): UnknownParameter[] {
  const name = `${operation.method} ${path}`;
  const served = facts.operation(name);
  const unknown = (parameter: string | undefined): UnknownParameter => ({ release: facts.release, operation: name, parameter });
  // Facts of a later release stand in for an old one: what has gone in between the API description alone has.
  if (served === undefined) return isAtLeast(instance.version, facts.release) ? [unknown(undefined)] : [];
  const others = knownOtherwise(operation, facts, instance);
  return namesIn(served.params ?? {}, sent)
    .filter(([first]) => !EVERYWHERE.has(first) && !others.has(first))
    .map(([first, ...rest]) => unknown(first + rest.map((part) => `[${part}]`).join("")));
}

/** Names that came after the facts, or are gone in a later release, whose facts may stand in for an operation: only the API description has them. */
function knownOtherwise({ input }: Operation, facts: ServedFacts, instance: Instance): ReadonlySet<string> {
  const dated = Object.entries(input.properties ?? {}).filter(([, property]) => {
    const { "x-since": since, "x-until": until } = property;
    const isLater = since !== undefined && !isAtLeast(facts.release, since);
    return (isLater || until !== undefined) && exists(instance, { since, until });
  });
  return new Set(dated.map(([name, property]) => wireName(name, property, instance)));
}

type Path = readonly [string, ...string[]];

function namesIn(known: ServedParameters, sent: Readonly<Record<string, Json>>): Path[] {
  return Object.entries(sent).flatMap(([name, value]): Path[] => {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (parameter === undefined) return [[name]];
    return namesWithin(parameter, value).map((inner): Path => [name, ...inner]);
  });
}

/** What stands inside of a value. A value of any form knows all names. */
function namesWithin({ items, properties }: ServedParameter, value: Json): Path[] {
  const parts = items?.properties ?? properties;
  if (parts === undefined || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return distinct(value.flatMap((item: Json) => (isObject(item) ? namesIn(parts, item) : [])));
  if (!isObject(value)) return [];
  const areNumbered = items !== undefined && Object.keys(value).every((key) => /^\d+$/.test(key));
  return areNumbered ? namesWithin({ type: "array", items }, Object.values(value)) : namesIn(parts, value);
}

function distinct(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [path.join("/"), path])).values()];
}
