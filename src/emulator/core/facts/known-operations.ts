import { type Instance, isAtLeast, variant } from "../instance.js";
import type { Operation, OperationKnowledge } from "../operations.js";
import type { Json } from "../records.js";
import { remembered } from "../remembered.js";
import { type Schema, flatten, typesOf } from "../schema.js";
import { isThere, wireName } from "../shape.js";
import { furtherIntegrations, ofGroups, slugsOf } from "./known-integrations.js";
import { type ServedFacts, type ServedOperation, type ServedParameter, type ServedParameters, nameOf } from "./served.js";

/**
 * Operations on things whose attributes come from facts: of others the API description has all. Facts of replies lie in many places; in those of
 * these they have been held against real ones.
 */
const THINGS = [
  /^(?:GET|PUT) \/application\/(?:settings|appearance)$/,
  /^(?:GET|POST) \/(?:groups|projects|topics)$/,
  /^(?:GET|PUT) \/(?:groups|projects|topics)\/\{\}$/,
  /^GET \/(?:groups|users)\/\{\}\/(?:subgroups|descendant_groups|projects)$/,
  /^GET \/groups\/\{\}\/projects\/shared$/,
  /^(?:GET|POST) \/projects\/\{\}\/(?:approvals|approval_rules)$/,
  /^(?:GET|PUT) \/projects\/\{\}\/approval_rules\/\{\}$/,
  /^(?:GET|PUT) \/projects\/\{\}\/integrations(?:\/[^/]+)?$/,
  /^(?:GET|POST) \/groups\/\{\}\/protected_environments$/,
  /^(?:GET|PUT) \/groups\/\{\}\/protected_environments\/\{\}$/,
];

/** Facts know lists of projects as anonymous callers get them; others get what the single read shows. */
const LIST_OF_PROJECTS = /^GET \/(?:projects|groups\/\{\}\/projects(?:\/shared)?|users\/\{\}\/projects)$/;

const shownAs = (name: string): string => (LIST_OF_PROJECTS.test(name) ? "GET /projects/{}" : name);

const cache = new WeakMap<ServedFacts, Map<string, readonly Operation[]>>();

/**
 * The operations of the API description as a release of real servers has them: with the parameters and words that its facts know, and without those
 * that they do not know. Before the oldest facts nothing is taken away. The same instance gets the same ones, so that their checks are compiled once.
 */
export function knownOperations(described: readonly Operation[], facts: ServedFacts, instance: Instance): readonly Operation[] {
  const byInstance = remembered(cache, facts, () => new Map<string, readonly Operation[]>());
  return remembered(byInstance, `${instance.version} ${instance.tier}`, () =>
    [...described, ...furtherIntegrations(described, facts)].flatMap((operation) => {
      const known = asKnown(described, operation, facts, instance);
      return [known, ...ofGroups(known, facts)];
    }),
  );
}

/** An operation as the release has it; `all` are those of the API description. */
function asKnown(all: readonly Operation[], described: Operation, facts: ServedFacts, instance: Instance): Operation {
  const name = nameOf(described);
  const operation = facts.operation(shownAs(name));
  if (name.endsWith(" /projects/{}/integrations/{}")) return withSlugs(described, name, facts, instance);
  if (operation === undefined || !THINGS.some((thing) => thing.test(name))) return described;
  const isWhole = facts.areWholeFor(instance.version);
  const known: Operation = variant(
    described,
    {},
    {
      input: () => (described.method === "GET" ? described.input : inputOf(described, operation, instance, isWhole)),
      bodyNames: () => bodyNamesOf(known, instance),
      knowledge: () => knowledgeOf(described, facts, instance, presetsOf(all, described, instance)),
    },
  );
  return known;
}

/** What is sent in the body: all that stands neither in the path nor in the query. */
function bodyNamesOf({ input, pathNames, queryNames }: Operation, instance: Instance): string[] {
  return Object.entries(input.properties ?? {}).flatMap(([name, property]) =>
    pathNames.includes(name) || queryNames.includes(name) || !isThere(property, instance) ? [] : [name],
  );
}

function inputOf(
  { input, pathNames }: Operation,
  { params = {} }: ServedOperation,
  instance: Instance,
  isWhole: boolean,
): Schema {
  const { properties: described = {}, required = [], ...rest } = flatten(input);
  const properties: Record<string, Schema> = {};
  const needed = new Set(required.filter((name) => pathNames.includes(name)));
  const taken = new Set<string>();
  for (const [name, property] of Object.entries(described)) {
    const wire = wireName(name, property, instance);
    taken.add(name).add(wire);
    const fact = Object.hasOwn(params, wire) ? params[wire] : undefined;
    const isPlace = pathNames.includes(name);
    if (fact === undefined && !isPlace && isWhole && !isGoneLater(property, instance)) continue;
    properties[name] =
      fact === undefined ? inVendor(property, instance, isWhole) : refined(inVendor(property, instance, isWhole), fact, isWhole);
    if (fact === undefined ? required.includes(name) : fact.required === true) needed.add(name);
  }
  for (const [name, fact] of Object.entries(params)) {
    if (taken.has(name)) continue;
    properties[name] = schemaOf(fact);
    if (fact.required === true) needed.add(name);
  }
  const isNeeded = (name: string): boolean => isThere(properties[name] ?? {}, instance);
  return { ...rest, properties, required: [...needed].filter(isNeeded) };
}

/** A property with what is otherwise on real servers. Those before the oldest facts may still have the described words. */
function inVendor(property: Schema, instance: Instance, isWhole: boolean): Schema {
  const otherwise = differences(property, instance);
  if (otherwise === undefined) return property;
  const words =
    otherwise.enum !== undefined && !isWhole ? { enum: [...new Set([...otherwise.enum, ...(property.enum ?? [])])] } : {};
  return { ...property, ...otherwise, ...words };
}

/** What is otherwise on real servers of this release. */
function differences(property: Schema, { version }: Instance): Schema | undefined {
  const { "x-since": from, ...otherwise } = property["x-vendor"] ?? {};
  const isTrue = property["x-vendor"] !== undefined && (from === undefined || isAtLeast(version, from));
  return isTrue ? otherwise : undefined;
}

/** True for what a later release lacks, and this one therefore has. */
function isGoneLater(property: Schema, instance: Instance): boolean {
  const until = property["x-until"];
  return until !== undefined && !isAtLeast(instance.version, until);
}

/** A described parameter with the words of the release, and with what entries of it have there beyond the description. Before the oldest facts both have words. */
function refined(property: Schema, fact: ServedParameter, isWhole: boolean): Schema {
  const { items, properties, enum: words } = flatten(property);
  return {
    ...property,
    ...(words !== undefined && fact.enum !== undefined
      ? { enum: [...new Set([...wordsOf(words, fact.enum), ...(isWhole ? [] : words)])] }
      : {}),
    ...(items !== undefined && fact.items !== undefined ? { items: refined(items, fact.items, isWhole) } : {}),
    ...(properties === undefined || fact.properties === undefined
      ? {}
      : { properties: { ...furtherParts(fact.properties, properties), ...properties } }),
  };
}

function furtherParts(
  known: NonNullable<ServedParameter["properties"]>,
  described: NonNullable<Schema["properties"]>,
): Record<string, Schema> {
  const further = Object.entries(known).filter(([name]) => !Object.hasOwn(described, name));
  return Object.fromEntries(further.map(([name, part]) => [name, schemaOf(part)]));
}

/** The words of the release, in the type of the described ones, with null and blank where those have them. */
function wordsOf(described: readonly Json[], known: readonly Json[]): readonly Json[] {
  const areNumbers = described.some((word) => typeof word === "number");
  const words = known.map((word) => (areNumbers && typeof word === "string" && /^-?\d+$/.test(word) ? Number(word) : word));
  return [...new Set([...words, ...described.filter((word) => word === null || word === "" || word === "nil")])];
}

/** Schemas of parameters that facts alone describe, by name; with what they are when they are not sent, where that is asked for. */
export function knownParameters(known: ServedParameters, withDefaults: boolean): Record<string, Schema> {
  const entries = Object.entries(known).map(([name, parameter]): [string, Schema] => {
    const preset = withDefaults ? parameter.default : undefined;
    return [name, { ...schemaOf(parameter), ...(preset === undefined ? {} : { default: preset }) }];
  });
  return Object.fromEntries(entries);
}

const TYPES = new Set(["boolean", "integer", "number", "string", "array", "object"]);

function schemaOf({ type, format, enum: words, items, properties }: ServedParameter): Schema {
  if (format === "binary" || type === "file") return { type: "string", format: "binary" };
  const types = type.split("|").filter((name) => TYPES.has(name));
  return {
    ...(types.length === 0 ? {} : { type: [...types, "null"] }),
    ...(words === undefined ? {} : { enum: [...words, null] }),
    ...(items === undefined ? {} : { items: notNull(schemaOf(items)) }),
    ...(properties === undefined ? {} : { properties: furtherParts(properties, {}) }),
  };
}

/** A list has no holes. */
function notNull(schema: Schema): Schema {
  const { type } = schema;
  return typeof type === "object" ? { ...schema, type: type.filter((name) => name !== "null") } : schema;
}

function knowledgeOf(
  operation: Operation,
  facts: ServedFacts,
  instance: Instance,
  presets: OperationKnowledge["presets"],
): OperationKnowledge | undefined {
  const name = nameOf(operation);
  const reply = facts.operation(shownAs(name))?.reply;
  if (reply === undefined) return undefined;
  const output = [...operation.output].find(([status]) => status < 300)?.[1] ?? {};
  const shown = Object.entries(flatten(output.items ?? output).properties ?? {});
  const later = shown.flatMap(([name, property]) =>
    isGoneLater(property, instance) ? [wireName(name, property, instance)] : [],
  );
  const isWhole = facts.areWholeFor(instance.version) && !LIST_OF_PROJECTS.test(name);
  const real = shown
    .filter(([, property]) => property["x-dialect"] === "vendor" && isThere(property, instance))
    .map(([name]) => name);
  return {
    keys: new Set([...Object.keys(reply), ...later, ...(facts.areWholeFor(instance.version) ? [] : real)]),
    isWhole,
    presets,
  };
}

/** Defaults that the API description knows of attributes that real servers alone have, whichever operation on the thing writes them. */
function presetsOf(described: readonly Operation[], operation: Operation, instance: Instance): Record<string, Json> {
  const thing = thingOf(nameOf(operation));
  const writes = described.filter((candidate) => candidate.method !== "GET" && thingOf(nameOf(candidate)) === thing);
  const properties = writes.flatMap(({ input }) => Object.entries(flatten(input).properties ?? {}));
  return Object.fromEntries(
    properties.flatMap(([name, property]) => {
      const preset = property["x-dialect"] === "vendor" ? property.default : differences(property, instance)?.default;
      const isKnown = preset !== undefined && isThere(property, instance) && isOfType(property, preset);
      return isKnown ? [[name, preset]] : [];
    }),
  );
}

/** True for a value that the schema's types allow. */
function isOfType(schema: Schema, value: Json): boolean {
  const types = typesOf(schema);
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.length === 0 || types.includes(type) || (type === "number" && types.includes("integer"));
}

/** The collection that an operation is on: `/groups` of `GET /groups/{}/subgroups`. */
function thingOf(name: string): string {
  const [, path = ""] = name.split(" ");
  if (LIST_OF_PROJECTS.test(name)) return "/projects";
  return path.replace(/\/(?:subgroups|descendant_groups)$/, "").replace(/\/\{\}$/, "");
}

/** An operation on any integration takes the slugs of the release. */
function withSlugs(operation: Operation, name: string, facts: ServedFacts, instance: Instance): Operation {
  const withWords = (): Schema => {
    const { input } = operation;
    const slug = input.properties?.["slug"] ?? {};
    const words = [...new Set([...(slug.enum ?? []), ...slugsOf(facts)])];
    return { ...input, properties: { ...input.properties, slug: { ...slug, enum: words } } };
  };
  const knowledge = (): OperationKnowledge | undefined => facts.operation(name) && knowledgeOf(operation, facts, instance, {});
  return variant(operation, {}, { input: withWords, knowledge });
}
