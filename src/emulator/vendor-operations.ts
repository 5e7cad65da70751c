import type { OperationKnowledge } from "./facts/knowledge.js";
import { knownParameters } from "./facts/known-operations.js";
import { newestFacts } from "./facts/served.js";
import type { ServedFacts, ServedOperation } from "./facts/served.js";
import { exists, isAtLeast } from "./instance.js";
import type { Instance, Tier } from "./instance.js";
import type { Json } from "./json.js";
import type { Caller, Operation } from "./operations.js";
import { typesOf } from "./schema.js";
import type { Schema } from "./schema.js";
import type { Handler } from "./section.js";

/**
 * An operation that real servers alone have, under its method and path as facts name it: `POST /projects/{id}/labels`. Its parameters are those of the
 * facts of the release; where these lack the operation, the server does not have it.
 */
export interface VendorOperation {
  readonly handler: Handler;
  /** Who gets as far as the handler; whoever is signed in when left out. */
  readonly caller?: Caller;
  readonly tier?: Tier | undefined;
  /** The first release that has it, where facts of a release may lack what its servers have: those of 17.10 are of the community edition. */
  readonly since?: string | undefined;
  readonly jobToken?: boolean;
  /** Scopes of a token that open it, beside `api` and `read_api`. */
  readonly scopes?: readonly string[];
  /** What facts lack of its parameters, or have otherwise than servers; a place of its path that is a number, too. */
  readonly parameters?: Readonly<Record<string, Schema>>;
  /** Parameters that it needs, where facts do not say so; with `parameters` of that name. */
  readonly required?: readonly string[];
  /** The body, of whatever type, is the file of the parameter `file`. */
  readonly takesBytes?: boolean;
  /** Servers have it and no specification describes it: `parameters` are all that it takes. A place `*name` at the end of its path is all that follows. */
  readonly undescribed?: boolean;
  /** Name of the row that it is of. */
  readonly row?: string | undefined;
  /** Further paths. */
  readonly aliases?: readonly string[];
  /** It takes the place of the operation that the API description has there. */
  readonly instead?: boolean;
}

const cache = new WeakMap<ServedFacts, Map<string, readonly Operation[]>>();

/** The operations as a server of this release has them. The same instance gets the same ones, so that their checks are compiled once. */
export function vendorOperations(
  entries: Readonly<Record<string, VendorOperation>>,
  facts: ServedFacts,
  instance: Instance,
): readonly Operation[] {
  const ofFacts = cache.get(facts) ?? new Map<string, readonly Operation[]>();
  cache.set(facts, ofFacts);
  const key = `${instance.version} ${instance.tier}`;
  const known = ofFacts.get(key) ?? Object.entries(entries).flatMap(([name, entry]) => made(name, entry, facts, instance) ?? []);
  ofFacts.set(key, known);
  return known;
}

function made(name: string, entry: VendorOperation, facts: ServedFacts, instance: Instance): Operation | undefined {
  if (!exists(instance, entry)) return undefined;
  const said = saidOf(name, entry, facts, instance);
  return said === undefined ? undefined : new FactsOperation(name, entry, said);
}

/** What facts say of an operation; those of the newest release where the own ones are silent about what servers have. */
function saidOf(name: string, entry: VendorOperation, facts: ServedFacts, { version }: Instance): ServedOperation | undefined {
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
  readonly #entry: VendorOperation;
  readonly #said: ServedOperation;
  #input: Schema | undefined;
  #knowledge: OperationKnowledge | undefined;

  constructor(name: string, entry: VendorOperation, said: ServedOperation) {
    const [method = "", path = ""] = name.split(" ");
    this.id = name;
    this.method = method;
    this.paths = [path, ...(entry.aliases ?? [])].map((one) => `/api/v4${one}`);
    this.caller = entry.caller ?? "user";
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
