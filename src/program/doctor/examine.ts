import type { ApiReply, Query, ReadApi } from "../../core/api.js";
import { ApiError, TrueupError } from "../../core/errors.js";
import type { Examination, ExaminedReply, KnownFactsOf, SchemaExamination } from "../../core/examination.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { fieldsOf, kindsUnder, type PlacedKind, topParent } from "../../core/kind.js";
import { compareVersions } from "../../core/names.js";
import type { DesiredState } from "../../core/plan.js";
import { type ReadRoute, routePath } from "../../core/route.js";
import { type Connection, createReadApi } from "../../platform/index.js";
import { kinds, knownReleases } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { onServer, pinOf } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { ifSeen } from "./pipeline/owned-files.js";

/**
 * Looks at a server as a plan does, and says what it is; with the text of facts (by their release) also where its replies say something else. `state` is what the files say,
 * which may name the server. Sends GET alone. Throws ApiError where it cannot be reached.
 */
export async function examine(
  { state, factsOf }: { readonly state: DesiredState | undefined; readonly factsOf?: (release: string) => string },
  server: ServerOptions,
  context: RunContext,
): Promise<Examination> {
  return onServer(state ? pinOf(state) : {}, server, context, async (connection) => {
    const read = createReadApi(connection);
    const question = { url: connection.url, server, needsTier: true, dialect: state?.instance?.dialect };
    const { capabilities } = await describeInstance(read, question);
    const facts = countedFacts(capabilities.version, capabilities.dialect);
    const seen = await headersOf(read, connection);
    const { counted } = facts;
    const served = factsOf && counted !== undefined && new ServedFacts(factsOf(counted), `schemas/facts/${counted}.json`);
    const schema = served && (await examineReplies(read, served));
    return { instance: capabilities, ...seen, facts, requests: read.requests, ...(schema ? { schema } : {}) };
  });
}

/** The newest facts that are no newer than the server; else the oldest. */
function countedFacts(version: string, dialect: "neutral" | "vendor"): KnownFactsOf {
  const releases = knownReleases;
  const [oldest, newest] = [releases[0], releases.at(-1)];
  if (dialect === "neutral" || oldest === undefined || newest === undefined) return { releases };
  const release = /^\d+\.\d+/.exec(version)?.[0];
  if (release === undefined || version === "0") return { releases, counted: newest };
  const counted = releases.findLast((candidate) => compareVersions(candidate, release) <= 0);
  if (counted === undefined) return { releases, counted: oldest, isBeyond: "older" };
  return { releases, counted, ...(compareVersions(release, newest) > 0 ? { isBeyond: "newer" } : {}) };
}

/** What one reply says beside its body: the edition, the time, and how many requests may be sent. */
async function headersOf(
  read: ReadApi,
  { clock }: Connection,
): Promise<Pick<Examination, "isEnterprise" | "clockAhead" | "rateLimit">> {
  const begun = clock.now();
  const metadata = async (path: string) => ifSeen(read.get(path), [403, 404]);
  const reply = (await metadata("/metadata")) ?? (await metadata("/version"));
  if (reply === undefined) return {};
  const { body, headers } = reply;
  const middle = (begun + clock.now()) / 2;
  const date = Date.parse(headers["date"] ?? "");
  const enterprise = isObject(body) ? body["enterprise"] : undefined;
  const limit = { ...numberIn(headers, "limit"), ...numberIn(headers, "remaining") };
  return {
    ...(typeof enterprise === "boolean" ? { isEnterprise: enterprise } : {}),
    // The header cuts off what is less than a second.
    ...(Number.isNaN(date) ? {} : { clockAhead: Math.round((date + 500 - middle) / 1000) || 0 }),
    ...(Object.keys(limit).length === 0 ? {} : { rateLimit: limit }),
  };
}

function numberIn(headers: ApiReply["headers"], name: "limit" | "remaining"): Record<string, number> {
  const text = headers[`ratelimit-${name}`]?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? { [name]: Number(text) } : {};
}

/** Of longer names only the beginning is told: what a server sends may be anything. */
const longestName = 100;

/** Reads one member of each kind and holds what is shown against the facts of the server's release. */
export async function examineReplies(read: ReadApi, facts: ServedFacts): Promise<SchemaExamination> {
  const sampler = new ReplySampler(read);
  await sampler.sample();
  const replies = sampler.replies.map((reply) => ({ reply, examination: examined(reply, facts) }));
  const untold = new Set(replies.flatMap(({ reply, examination }) => (examination ? [] : [reply.operation])));
  const without = [...untold].map((operation) => ({ operation, reason: "the facts do not say what it shows" }));
  return { replies: replies.flatMap(({ examination }) => examination ?? []), unexamined: [...sampler.unexamined, ...without] };
}

/** A reply of a member of a kind. */
interface SampledReply {
  readonly kind: PlacedKind;
  readonly key: string | undefined;
  readonly operation: ReadRoute;
  readonly reply: JsonObject;
}

/** What the placeholders of a route stand for. */
type Place = Readonly<Record<string, number | string>>;

/** Keys of one parent of which the single read is looked at, where each has a shape of its own. */
const mostKeys = 5;

/** Reads one member of each kind, as far as there is one, and of the first group and project those that belong to it: a few dozen GETs at most. What is refused is told. */
class ReplySampler {
  readonly replies: SampledReply[] = [];
  readonly unexamined: SchemaExamination["unexamined"][number][] = [];

  constructor(private readonly read: ReadApi) {}

  async sample(): Promise<void> {
    for (const kind of kindsUnder(kinds, topParent)) await this.top(kind);
  }

  private async top(kind: PlacedKind): Promise<void> {
    const { tree } = kind;
    if (tree === undefined) return this.below(kind, {});
    const first = await this.first(kind, tree.all, {}, { ...tree.allQuery });
    const id = first?.["id"];
    if (typeof id !== "number" || kind.routes.read === undefined) return;
    const place = { [kind.name]: id };
    await this.single(kind, undefined, kind.routes.read, place);
    for (const child of kindsUnder(kinds, kind.name)) await this.below(child, place);
  }

  /** Reads a child of a resource, or of the instance. */
  private async below(kind: PlacedKind, place: Place): Promise<void> {
    const { routes, key, shapes } = kind;
    if (kind.as === "one") return routes.read === undefined ? undefined : this.single(kind, undefined, routes.read, place);
    // A list for each part of a key, such as for each branch, has none that could be taken as a sample of all.
    if (routes.list === undefined || routes.list.includes("{scope}")) return;
    if (shapes === undefined || key === undefined) {
      await this.first(kind, routes.list, place, {});
      return;
    }
    const members = await this.page(routes.list, place, {});
    for (const member of (members ?? []).slice(0, mostKeys)) {
      const keyOfMember = member[key.read];
      if (typeof keyOfMember === "string" && routes.read)
        await this.single(kind, keyOfMember, routes.read, { ...place, key: keyOfMember });
    }
  }

  private async first(kind: PlacedKind, route: ReadRoute, place: Place, query: Query): Promise<JsonObject | undefined> {
    const [reply] = (await this.page(route, place, { ...query, per_page: 1 })) ?? [];
    if (reply) this.replies.push({ kind, key: undefined, operation: route, reply });
    return reply;
  }

  private async page(route: ReadRoute, place: Place, query: Query): Promise<readonly JsonObject[] | undefined> {
    return this.unlessRefused(route, async () => {
      const { items } = await this.read.firstPage(routePath(route, place), query);
      return items;
    });
  }

  private async single(kind: PlacedKind, key: string | undefined, operation: ReadRoute, place: Place): Promise<void> {
    const reply = await this.unlessRefused(operation, async () => {
      const { body } = await this.read.get(routePath(operation, place));
      return isObject(body) ? body : undefined;
    });
    if (reply) this.replies.push({ kind, key, operation, reply });
  }

  /** Throws what says that the whole server cannot be read: a token that no longer holds, or no reply. */
  private async unlessRefused<T>(operation: string, reading: () => Promise<T>): Promise<T | undefined> {
    try {
      return await reading();
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      if (error instanceof ApiError && (error.status === 401 || error.status === 0)) throw error;
      this.unexamined.push({ operation, reason: error instanceof ApiError ? `answered ${error.status}` : error.message });
      return undefined;
    }
  }
}

/** What of a reply is new: held against the facts and what the kind knows, key by key. Undefined where the facts do not say what it shows. */
function examined({ kind, key, operation, reply }: SampledReply, facts: ServedFacts): ExaminedReply | undefined {
  const factsAt = (route: string) => facts.operation(key === undefined ? route : route.replace(/\{key\}$/, key));
  const shown = factsAt(operation)?.reply ?? facts.operation(operation)?.reply;
  if (shown === undefined || shown.size === 0) return undefined;
  const { create, update, read: single } = kind.routes;
  // Lists have the keys of the single read too, although facts know some lists only as those see them who have not signed in.
  const shownBySingle = single === undefined ? undefined : facts.operation(single)?.reply;
  const known = new Set([...namesOf(kind, key), ...(shownBySingle?.keys() ?? [])]);
  const parameters = new Map([create, update].flatMap((route) => [...(factsAt(route ?? "")?.params ?? [])]));
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const entries = [...Object.entries(reply), ...(isObject(inner) ? Object.entries(inner) : [])];
  return {
    kind: kind.name,
    ...(key === undefined ? {} : { key }),
    operation,
    unknown: entries
      .filter(([name]) => !known.has(name) && !shown.has(name) && !parameters.has(name))
      .map(([name, value]) => ({ name: shortened(name), type: typeOfValue(value) })),
    notShown: [...shown.keys()].filter((name) => !Object.hasOwn(reply, name)),
    otherwise: entries.flatMap(([name, value]) => difference(name, value, parameters.get(name), shown.get(name))),
  };
}

/** Names that servers may use for what a kind knows. */
function namesOf(kind: PlacedKind, key: string | undefined): ReadonlySet<string> {
  const { tree, absent, inherent, keptUndeclared, holdsData, readUnder } = kind;
  const fields = Object.entries(fieldsOf(kind, { key }));
  const names = fields.flatMap(([name, { read, write, vendor, older }]) => [name, read, write, vendor, older?.name]);
  const held = holdsData === true ? undefined : holdsData;
  const matched = [absent, inherent?.shown, keptUndeclared, held].flatMap((match) => Object.keys(match ?? {}));
  const ofTree = [tree?.fullPath, tree?.pathParameter, tree?.uniqueName, tree?.scheduled, tree?.parentParameter];
  const ofImport = [tree?.importing?.status, tree?.importing?.error];
  const ownNames = ["id", kind.key?.read, readUnder, ...(kind.marks ?? []), ...Object.keys(kind.ignored ?? {})];
  return new Set([...names, ...matched, ...ofTree, ...ofImport, ...ownNames].filter((name) => name !== undefined));
}

/**
 * A value is told as otherwise where it has a type that neither the parameter nor the reply is said to have. Of replies `string` says little, because servers that declare
 * no type are described so.
 */
function difference(
  name: string,
  value: Json | undefined,
  parameter: readonly string[] | undefined,
  shown: readonly string[] | undefined,
): ExaminedReply["otherwise"] {
  if (value === null || value === undefined) return [];
  const type = typeOfValue(value);
  const due = parameter ?? (shown?.includes("string") ? undefined : shown);
  if (due === undefined || due.length === 0) return [];
  const fits = [...due, ...(shown ?? [])].some(
    (candidate) => candidate === type || (candidate === "number" && type === "integer"),
  );
  return fits ? [] : [{ name: shortened(name), type, known: due.join(" or ") }];
}

function typeOfValue(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function shortened(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName)}…`;
}

/** What facts say of one operation, by name: the JSON types that a value may have; empty where that is not known. */
export interface ServedOperation {
  readonly params: ReadonlyMap<string, readonly string[]>;
  readonly reply: ReadonlyMap<string, readonly string[]>;
}

/** The facts of one release, one operation at a time. */
export class ServedFacts {
  private readonly shapes: JsonObject;
  /** By template with all placeholders alike: they have other names there. */
  private readonly operations = new Map<string, Json | undefined>();

  /** @param text of a file of `schemas/facts/`. Throws TrueupError `facts.invalid` where it is none */
  constructor(text: string, name: string) {
    const document = parsed(text, name);
    this.shapes = isObject(document["shapes"]) ? document["shapes"] : {};
    const operations = isObject(document["operations"]) ? document["operations"] : {};
    for (const [route, operation] of Object.entries(operations)) this.operations.set(templateOf(route), operation);
  }

  /** Undefined for an operation that the release does not have, as far as is known. */
  operation(route: string): ServedOperation | undefined {
    const operation = this.operations.get(templateOf(route));
    if (!isObject(operation)) return undefined;
    return { params: this.types(operation["params"]), reply: this.types(operation["reply"]) };
  }

  private types(parameters: Json | undefined): ReadonlyMap<string, readonly string[]> {
    const parameterShapes = typeof parameters === "string" ? this.shapes[parameters.slice(1)] : parameters;
    if (!isObject(parameterShapes)) return new Map();
    return new Map(Object.entries(parameterShapes).map(([name, shape]) => [name, typesOf(shape)]));
  }
}

function parsed(text: string, name: string): JsonObject {
  const hint = "Install trueup anew: its files are not whole.";
  try {
    const document = JSON.parse(text) as Json;
    if (isObject(document) && isObject(document["operations"])) return document;
  } catch (cause) {
    throw new TrueupError({ code: "facts.invalid", where: name, message: "the facts are no JSON", hint, cause });
  }
  throw new TrueupError({ code: "facts.invalid", where: name, message: "the facts have no operations", hint });
}

const jsonTypes: ReadonlySet<string> = new Set(["array", "boolean", "integer", "number", "object", "string"]);

/** `integer|string required` says two types; whatever is none of JSON says nothing. */
function typesOf(parameter: Json | undefined): readonly string[] {
  const text = isObject(parameter) ? parameter["type"] : parameter;
  if (typeof text !== "string") return [];
  const types = (text.split(" ")[0] ?? "").split("|");
  return types.every((type) => jsonTypes.has(type)) ? types : [];
}

function templateOf(route: string): string {
  return route.replaceAll(/\{[^}]*\}/g, "{}");
}
