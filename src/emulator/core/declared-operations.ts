import type { OperationKnowledge } from "./facts/knowledge.js";
import { knownParameters } from "./facts/known-operations.js";
import { type ServedFacts, type ServedOperation, newestFacts } from "./facts/served.js";
import { type Instance, exists, isAtLeast, remembered } from "./instance.js";
import type { Json } from "./json.js";
import type { Caller, Operation } from "./operations.js";
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
  const said = saidOf(name, entry, facts, instance);
  return said === undefined ? undefined : new FactsOperation(name, entry, said);
}

/** What facts say of an operation; those of the newest release where the own ones are silent about what servers have. */
function saidOf(
  name: string,
  entry: OperationDeclaration,
  facts: ServedFacts,
  { version }: Instance,
): ServedOperation | undefined {
  const own = facts.operation(name);
  if (own !== undefined) return withReply(name, own, facts);
  if (entry.undescribed === true) return {};
  const isThere = entry.since === undefined ? entry.tier !== undefined : isAtLeast(version, entry.since);
  return isThere ? newestFacts()?.operation(name) : undefined;
}

/** Where facts are silent about what a change answers, it is what a read shows. */
function withReply(name: string, said: ServedOperation, facts: ServedFacts): ServedOperation {
  if (said.reply !== undefined || !/^(?:PUT|PATCH) /.test(name)) return said;
  const reply = facts.operation(name.replace(/^\w+/, "GET"))?.reply;
  return reply === undefined ? said : { ...said, reply };
}

const NO_SCHEMAS: Operation["output"] = new Map();

/** Its schema is made when it is first asked for: there are hundreds, and most emulators live for a few requests. */
class FactsOperation implements Operation {
  readonly id: string;
  readonly method: string;
  readonly paths: readonly string[];
  readonly dialect = "vendor";
  readonly tier = undefined;
  readonly since = undefined;
  readonly until = undefined;
  readonly caller: Caller;
  readonly jobToken: boolean;
  readonly scopes: readonly string[];
  readonly takesBytes: boolean;
  readonly protocol = "api";
  readonly cors = "none";
  readonly pathNames: readonly string[];
  readonly atLeastOne = false;
  readonly output = NO_SCHEMAS;
  readonly #entry: OperationDeclaration;
  readonly #said: ServedOperation;
  #input: Schema | undefined;
  #knowledge: OperationKnowledge | undefined;

  constructor(name: string, entry: OperationDeclaration, said: ServedOperation) {
    const [method = "", path = ""] = name.split(" ");
    this.id = name;
    this.method = method;
    this.paths = [path, ...(entry.aliases ?? [])].map((one) => `/api/v4${one}`);
    this.caller = entry.role ?? "user";
    this.jobToken = entry.jobToken === true;
    this.scopes = entry.scopes ?? [];
    this.takesBytes = entry.takesBytes === true;
    this.pathNames = [...path.matchAll(/\{(\w+)\}|\*(\w+)/g)].map(([, place, rest]) => place ?? rest ?? "");
    this.#entry = entry;
    this.#said = said;
  }

  get input(): Schema {
    return (this.#input ??= this.#schema());
  }

  get queryNames(): readonly string[] {
    return this.method === "GET" || this.method === "DELETE" ? this.#names() : [];
  }

  get bodyNames(): readonly string[] {
    return this.method === "GET" || this.method === "DELETE" ? [] : this.#names();
  }

  get knowledge(): OperationKnowledge {
    return (this.#knowledge ??= {
      keys: new Set(Object.keys(this.#said.reply ?? {})),
      // What a handler adds to them is not taken away: facts of replies lie in many places.
      isWhole: false,
      presets: this.method === "POST" ? presetsOf(this.input) : {},
    });
  }

  #names(): readonly string[] {
    return Object.keys(this.input.properties ?? {}).filter((name) => !this.pathNames.includes(name));
  }

  #schema(): Schema {
    const { parameters = {}, required = [] } = this.#entry;
    const known = timed(knownParameters(this.#said.params ?? {}, this.method === "GET" || this.method === "POST"));
    const places = Object.fromEntries(this.pathNames.map((name) => [name, parameters[name] ?? { type: "string" }]));
    const needed = Object.entries(this.#said.params ?? {}).flatMap(([name, one]) => (one.required === true ? [name] : []));
    return {
      type: "object",
      properties: { ...PAGES, ...known, ...places, ...parameters },
      required: [...new Set([...needed, ...required, ...this.pathNames])],
    };
  }
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
