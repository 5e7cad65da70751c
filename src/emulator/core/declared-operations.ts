import { knownParameters } from "./facts/known-operations.js";
import { type ServedFacts, type ServedOperation, type ServedParameters, newestFacts } from "./facts/served.js";
import { type Instance, exists, isAtLeast, withLate } from "./instance.js";
import type { Operation } from "./operations.js";
import type { Json } from "./records.js";
import { remembered } from "./remembered.js";
import type { OperationDeclaration } from "./resource.js";
import { type Schema, typesOf } from "./schema.js";

const cache = new WeakMap<ServedFacts, Map<string, readonly Operation[]>>();

/** The operations as a server of this release has them. The same instance gets the same ones, so that their checks are compiled once. */
export function declaredOperations(
  entries: Readonly<Record<string, OperationDeclaration>>,
  facts: ServedFacts,
  instance: Instance,
): readonly Operation[] {
  const ofFacts = remembered(cache, facts, () => new Map<string, readonly Operation[]>());
  return remembered(ofFacts, `${instance.version} ${instance.tier}`, () =>
    Object.entries(entries).flatMap(([name, entry]) => made(name, entry, facts, instance) ?? []),
  );
}

function made(name: string, entry: OperationDeclaration, facts: ServedFacts, instance: Instance): Operation | undefined {
  if (!exists(instance, entry)) return undefined;
  const served = saidOf(name, entry, facts, instance);
  return served === undefined ? undefined : operationOf(name, entry, served);
}

/** What facts say of an operation; those of the newest release where the own ones are silent about what servers have. */
function saidOf(
  name: string,
  entry: OperationDeclaration,
  facts: ServedFacts,
  { version }: Instance,
): ServedOperation | undefined {
  const served = facts.operation(name);
  if (served !== undefined) return withReply(name, served, facts);
  if (entry.undescribed === true) return {};
  const isThere = entry.since === undefined ? entry.tier !== undefined : isAtLeast(version, entry.since);
  return isThere ? newestFacts()?.operation(name) : undefined;
}

/** Where facts are silent about what a change answers, it is what a read shows. */
function withReply(name: string, served: ServedOperation, facts: ServedFacts): ServedOperation {
  if (served.reply !== undefined || !/^(?:PUT|PATCH) /.test(name)) return served;
  const reply = facts.operation(name.replace(/^\w+/, "GET"))?.reply;
  return reply === undefined ? served : { ...served, reply };
}

const NO_SCHEMAS: Operation["output"] = new Map();

/** Its schema is made when it is first asked for: there are hundreds, and most emulators live for a few requests. */
function operationOf(name: string, entry: OperationDeclaration, { params = {}, reply = {} }: ServedOperation): Operation {
  const [method = "", path = ""] = name.split(" ");
  const pathNames = [...path.matchAll(/\{(\w+)\}|\*(\w+)/g)].map(([, place, rest]) => place ?? rest ?? "");
  const hasQuery = method === "GET" || method === "DELETE";
  const names = (): string[] => Object.keys(operation.input.properties ?? {}).filter((text) => !pathNames.includes(text));
  const known = {
    id: name,
    method,
    paths: [path, ...(entry.aliases ?? [])].map((spelling) => `/api/v4${spelling}`),
    dialect: "vendor",
    caller: entry.role ?? "user",
    jobToken: entry.jobToken === true,
    scopes: entry.scopes ?? [],
    takesBytes: entry.takesBytes === true,
    protocol: "api",
    cors: "none",
    pathNames,
    atLeastOne: false,
    output: NO_SCHEMAS,
  } as const;
  const operation: Operation = withLate<Operation, "input" | "queryNames" | "bodyNames" | "knowledge">(known, {
    input: () => inputOf(entry, params, pathNames, method === "GET" || method === "POST"),
    queryNames: () => (hasQuery ? names() : []),
    bodyNames: () => (hasQuery ? [] : names()),
    knowledge: () => ({
      keys: new Set(Object.keys(reply)),
      // What a handler adds to them is not taken away: facts of replies lie in many places.
      isWhole: false,
      presets: method === "POST" ? presetsOf(operation.input) : {},
    }),
  });
  return operation;
}

function inputOf(
  { parameters = {}, required = [] }: OperationDeclaration,
  params: ServedParameters,
  pathNames: readonly string[],
  withDefaults: boolean,
): Schema {
  const known = timed(knownParameters(params, withDefaults));
  const places = Object.fromEntries(pathNames.map((name) => [name, parameters[name] ?? { type: "string" }]));
  const needed = Object.entries(params).flatMap(([name, parameter]) => (parameter.required === true ? [name] : []));
  return {
    type: "object",
    properties: { ...PAGES, ...known, ...places, ...parameters },
    required: [...new Set([...needed, ...required, ...pathNames])],
  };
}

/** With the form of times, which facts do not always tell: by their names. */
function timed(parameters: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => {
      const isText = schema.format === undefined && schema.enum === undefined && typesOf(schema).includes("string");
      return [name, isText && /_(?:at|after|before)$/.test(name) ? { ...schema, format: "date-time" } : schema];
    }),
  );
}

/** What every list takes. */
const PAGES: Readonly<Record<string, Schema>> = {
  page: { type: "integer" },
  per_page: { type: "integer" },
};

function presetsOf({ properties = {} }: Schema): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: preset }]) => (preset === undefined ? [] : [[name, preset]])),
  );
}
