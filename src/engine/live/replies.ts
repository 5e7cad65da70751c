import { type Address, firstSegment } from "../../core/address.js";
import type { Query, ReadApi } from "../../core/api.js";
import { append, defined, oncePer } from "../../core/collections.js";
import type { ApiError } from "../../core/errors.js";
import { type Field, type Fields, switchOf, ownReadOf } from "../../core/fields.js";
import { blobNamed, contentOf } from "../../core/git-blob.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import {
  everyFieldsOf,
  type Everywhere,
  fieldsOf,
  isTopLevel,
  keyParts,
  kindIn,
  type Kinds,
  kindsUnder,
  type PlacedKind,
} from "../../core/kind.js";
import { lockingNames } from "../../core/locking.js";
import type { Directory } from "../../core/lookup.js";
import type { Live } from "../../core/plan.js";
import { likewise } from "../../core/reply.js";
import { parseRoute, type ReadRoute, routePath } from "../../core/route.js";
import {
  decodeOwnRoute,
  decodeReply,
  type DecodeRequest,
  identified,
  identifiedMember,
  markNames,
  nameBehind,
  numbersIn,
  type OwnShown,
  readAttribute,
  withNames,
} from "../forms/index.js";
import { Memory, unlessRefused } from "./in-flight.js";
import { References } from "./references.js";
import type { Trees } from "./trees.js";

/** Where things hang: the parameters of their routes. */
export type Params = JsonObject;

/** Where things of a kind hang. */
export interface ChildrenPlace {
  readonly kind: PlacedKind;
  /** Full path of what they hang on, as it is now. */
  readonly path?: string;
  readonly params: Params;
}

/** What things are read from. */
export interface ReadSource {
  readonly read: ReadApi;
  readonly kinds: Kinds;
  readonly directory: Directory;
  /** Replies that were already read while it was found out what the server is, by kind; perhaps that still goes on. */
  readonly known?: Readonly<Record<string, JsonObject>> | Promise<Readonly<Record<string, JsonObject>>>;
  /** The kinds as this server has them, where reading begins before it is known what the server is. */
  readonly onServer?: Promise<Kinds>;
  /** Whether who asks is an administrator: some lists are for these alone. */
  readonly administrator?: boolean | Promise<boolean>;
}

/** How things are read, whoever asks for them: one way for lists, for what there is one of, and for what replies mean. */
export class ResourceReplies {
  readonly references: References;
  private readonly everywhere = new Memory<ReturnType<typeof byParent>>();
  private kinds: Kinds;

  constructor(
    private readonly source: ReadSource,
    trees: Pick<Trees, "find">,
  ) {
    this.kinds = source.kinds;
    this.references = new References(source.read, source.kinds, trees, source.directory);
  }

  /** Waits until it is known what the server is: by that replies are understood. */
  async ready(): Promise<void> {
    this.kinds = (await this.source.onServer) ?? this.source.kinds;
  }

  /** The reply about what a thing or the instance has one of; undefined where it may be absent and is. */
  async one(kind: PlacedKind, params: Params): Promise<JsonObject | undefined> {
    const known = isTopLevel(kind) ? (await this.source.known)?.[kind.name] : undefined;
    const path = routePath(kind.routes.read ?? "", params);
    const { read } = this.source;
    const reply = known ?? (kind.routes.create === undefined ? await read.object(path) : await read.findOrNull(path));
    await this.ready();
    return reply;
  }

  /** The reply about the member with a key; undefined if there is none. */
  async byKey(kind: PlacedKind, params: Params, key: string): Promise<JsonObject | undefined> {
    const { name, scope = "" } = keyParts(kind, key);
    const reply = await this.source.read.find(routePath(kind.routes.read ?? "", { ...params, key: name, scope }));
    await this.ready();
    return reply && identified(kind, asFile(kind, reply, name, scope));
  }

  /** The replies of the list of a kind's members on one thing; of those of one scope where there is a list for each. */
  async listed(kind: PlacedKind, params: Params, scope = kind.key?.scope?.default ?? ""): Promise<readonly JsonObject[]> {
    const path = routePath(kind.routes.list ?? "", { ...params, scope });
    // A repository may have no commit, or not the branch; and some lists answer that they are missing because there is none.
    const isNone = (error: ApiError) => (kind.committed ? error.missing : kind.listed === "missing" && error.status === 404);
    const listed = await unlessRefused(isNone, async () => this.source.read.list(path, paging(kind)));
    await this.ready();
    return (listed ?? []).map((reply) => identifiedMember(kind, asFile(kind, reply, undefined, scope)));
  }

  /** The same for one of many things: by one list of all, where there is one for who asks. It is read once, so whoever asks later makes another of these. */
  async listedAmong(kind: PlacedKind, params: Params): Promise<readonly JsonObject[]> {
    const { everywhere } = kind.routes;
    if (everywhere === undefined || !(await this.source.administrator)) return this.listed(kind, params);
    const { list } = everywhere;
    const all = await this.everywhere.get(list, async () =>
      byParent(everywhere, await this.source.read.list(parseRoute(list).path)),
    );
    if (all === undefined) return this.listed(kind, params);
    await this.ready();
    return (all.get(params[kind.parent] ?? null) ?? []).map((reply) => identifiedMember(kind, reply));
  }

  /** The same one after the other, however many there are. */
  async *each(kind: PlacedKind, params: Params): AsyncGenerator<JsonObject> {
    if (kind.listed === "missing") yield* await this.listed(kind, params);
    else
      for await (const reply of this.source.read.each(routePath(kind.routes.list ?? "", params), paging(kind)))
        yield identifiedMember(kind, reply);
  }

  /** What a reply says of a thing, as far as it is wanted; what it tells of names and numbers is remembered. */
  live(
    given: PlacedKind,
    names: Pick<Address, "path" | "key">,
    reply: JsonObject,
    desired: DecodeRequest,
    params: Params = {},
  ): Live {
    const kind = kindIn(this.kinds.get(given.name) ?? given, given.parent);
    const fields = fieldsOf(kind, { key: names.key });
    const within = params[kind.parent];
    for (const name of desired.attributes ?? Object.keys(fields)) {
      const field = fields[name];
      if (field?.item?.target === undefined) continue;
      const shown = readAttribute(field, name, reply);
      this.references.learn(field, shown, typeof within === "number" ? within : undefined, kind.parent);
    }
    return decodeReply(kind, names, reply, desired);
  }

  /** A live thing with those of these attributes that have routes of their own: one read for all that share one. What may not be read there, or is not there, is not shown. */
  async withOwnRoutes(given: PlacedKind, live: Live, attributes: Iterable<string>, params: Params = {}): Promise<Live> {
    const shown = await this.own(given, live, attributes, params);
    return shown
      ? { ...live, spec: { ...live.spec, ...shown.spec }, entryKeys: { ...live.entryKeys, ...shown.entryKeys } }
      : live;
  }

  /** The same alone; undefined where none of the attributes has such a route. */
  async own(
    given: PlacedKind,
    { address, id, key }: Pick<Live, "address" | "id" | "key">,
    attributes: Iterable<string>,
    params: Params,
  ): Promise<OwnShown | undefined> {
    const kind = kindIn(this.kinds.get(given.name) ?? given, given.parent);
    const fields = fieldsOf(kind, { key });
    const byRoute = new Map<ReadRoute, string[]>();
    for (const name of attributes) {
      const route = ownReadOf(fields[name]);
      if (route) append(byRoute, route, name);
    }
    if (byRoute.size === 0) return undefined;
    const places = { ...params, [kind.name]: id };
    const shown = await Promise.all(
      [...byRoute].map(async ([route, names]) => {
        const path = routePath(route, places);
        const [listed] = names.filter((name) => fields[name]?.links?.list);
        const isRefused = ({ status }: ApiError) => [400, 403, 404].includes(status);
        const reply = await unlessRefused(isRefused, async () =>
          listed === undefined
            ? this.source.read.object(path)
            : { [listed]: without(await this.source.read.list(path), fields[listed]?.links?.holder && params[kind.parent]) },
        );
        return reply ? decodeOwnRoute(address, fields, names, reply) : undefined;
      }),
    );
    const all = shown.filter((reply) => reply !== undefined);
    return {
      spec: Object.assign({}, ...all.map(({ spec }) => spec)) as OwnShown["spec"],
      entryKeys: Object.assign({}, ...all.map(({ entryKeys }) => entryKeys)) as OwnShown["entryKeys"],
    };
  }

  /** A live thing with names in place of numbers. */
  async named(kind: PlacedKind, live: Live): Promise<Live> {
    const fields = fieldsOf(kind, { key: live.key });
    const numbers = numbersIn(fields, live.spec);
    if (numbers.length === 0) return live;
    const within = live.path === undefined || isTopLevel(kind) ? undefined : { kind: kind.parent, id: live.path };
    const top = live.path === undefined ? undefined : firstSegment(live.path);
    const names = new Map(
      await Promise.all(
        numbers.map(async ({ target, id, beside }) => {
          const name = await this.references.nameOf({ target, id, ...defined({ within: beside ? within : undefined, top }) });
          return [`${target} ${id}`, name ?? id] as const;
        }),
      ),
    );
    return { ...live, spec: withNames(fields, live.spec, nameBehind(names)) };
  }
}

/** Entries of a list but the one with a number. */
function without(entries: readonly JsonObject[], id: Json | undefined): JsonObject[] {
  return entries.filter((entry) => id === undefined || entry["id"] !== id);
}

/** A list that knows no pages is not asked for one. */
function paging({ unpaged }: PlacedKind): Query | undefined {
  return unpaged ? { per_page: undefined } : undefined;
}

/** What a list of all shows, by the number of what its entries hang on; undefined where some entry does not say that, as in older releases. */
function byParent({ by }: Everywhere, entries: readonly JsonObject[]): ReadonlyMap<Json, readonly JsonObject[]> | undefined {
  const byId = new Map<Json, JsonObject[]>();
  for (const entry of entries) {
    for (const [attribute, there] of Object.entries(by)) {
      const parents = entry[attribute];
      if (!Array.isArray(parents)) return undefined;
      for (const parent of parents as readonly Json[]) {
        const id = isObject(parent) ? (parent["id"] ?? null) : null;
        append(byId, id, { ...entry, ...there });
      }
    }
  }
  return byId;
}

/** A reply about a file under the names of the kind: of a tree, with what stands for the content; of the single read, with the content itself. Any other reply as it is. */
function asFile({ committed, key }: PlacedKind, reply: JsonObject, name: string | undefined, scope: string): JsonObject {
  if (!committed || !key?.scope) return reply;
  const { listed, read } = committed;
  const [id, content] = [reply[listed.id], reply[read.content]];
  const attributes: Record<string, Json | undefined> =
    typeof content === "string"
      ? { [committed.content]: contentOf(Buffer.from(content, "base64")), [committed.executable]: reply[read.executable] }
      : {
          [committed.content]: blobNamed(typeof id === "string" ? id : ""),
          [committed.executable]: reply[listed.mode] === "100755",
        };
  return { ...reply, ...attributes, [key.scope.field]: scope, ...(name === undefined ? {} : { [key.read]: name }) };
}

/** These attributes, and those that a plan may need although nobody names them. */
export function neededAttributes(fields: Fields, attributes: readonly string[]): ReadonlySet<string> {
  return new Set([...alwaysNeeded(fields), ...attributes]);
}

/** Attributes that updates carry, that close a resource, and that its parent bounds. */
const alwaysNeeded = oncePer((fields: Fields): readonly string[] => {
  const isNeeded = (field: Field) => field.carried || switchOf(field) || field.ordered === "within-parent";
  return Object.keys(fields).filter((name) => fields[name] && isNeeded(fields[name]));
});

/** What is kept of replies: of thousands no more may be than somebody asks for. By the name of the kind, whichever server it is made for (`kindsOn`). */
export class KeptNames {
  private readonly attributes = new Map<string, Set<string>>();
  private readonly names = new Map<string, ReadonlySet<string>>();

  constructor(private readonly kinds: Kinds) {}

  /** Keeps these attributes too, from now on. */
  add(kind: PlacedKind, attributes: readonly string[]): void {
    const known = this.attributes.get(kind.name) ?? new Set<string>();
    if (this.attributes.has(kind.name) && attributes.every((name) => known.has(name))) return;
    for (const name of attributes) known.add(name);
    this.attributes.set(kind.name, known);
    this.names.delete(kind.name);
  }

  /** The part of a reply that is kept. */
  of(kind: PlacedKind, reply: JsonObject): JsonObject {
    const names = this.names.get(kind.name) ?? wireNames(kind, fieldsOf(kind), this.desired(kind));
    this.names.set(kind.name, names);
    return part(reply, names);
  }

  /** Beside what is asked for and always needed, whom it is shared with, what it locks below, and where its files go: these are asked late. */
  private desired(kind: PlacedKind): Iterable<string> {
    const fields = fieldsOf(kind);
    const shares = Object.keys(fields).filter((name) => fields[name]?.links);
    return neededAttributes(fields, [
      ...shares,
      ...lockingNames(this.kinds, kind.name),
      ...kindsUnder(this.kinds, kind.name).flatMap(({ committed }) => committed?.defaultBranch ?? []),
      ...(this.attributes.get(kind.name) ?? []),
    ]);
  }
}

/** What of a reply the kind can say, and what tells things apart: what is remembered of thousands must be no more, but for names that somebody asks for. */
export function shortReply(kind: PlacedKind, reply: JsonObject, beside: readonly string[] = []): JsonObject {
  const names = allWireNames(kind);
  return part(reply, beside.length === 0 ? names : new Set([...names, ...beside]));
}

const allWireNames = oncePer(
  (kind: PlacedKind): ReadonlySet<string> =>
    new Set(everyFieldsOf(kind).flatMap((fields) => [...wireNames(kind, fields, Object.keys(fields))])),
);

/** The names that attributes have in replies, and those of all that is no attribute and still counts. */
function wireNames(kind: PlacedKind, fields: Fields, attributes: Iterable<string>): ReadonlySet<string> {
  const names = new Set([...markNames(kind, fields), kind.readUnder, kind.tree?.scheduled, kind.tree?.uniqueName]);
  for (const name of attributes) {
    const field = fields[name];
    if (field?.deprecated?.alias) continue;
    for (const spelling of [name, field?.read, field?.vendor, field?.older?.name]) names.add(spelling);
  }
  return new Set([...names].filter((name) => name !== undefined));
}

function part(reply: JsonObject, names: ReadonlySet<string>): JsonObject {
  const kept: Record<string, JsonObject[string]> = {};
  for (const name of names) if (Object.hasOwn(reply, name)) kept[name] = reply[name];
  return likewise(reply, kept);
}
