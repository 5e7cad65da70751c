import { fold } from "../../core/address.js";
import type { FirstPage, Query, ReadApi } from "../../core/api.js";
import type { ApiError } from "../../core/errors.js";
import { type Field, foldName, matches } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { type Kinds, type PlacedKind, topKind } from "../../core/kind.js";
import { type Directory, type Lookup, lookupOf, lookupQuery } from "../../core/lookup.js";
import { numberOf, replyError, textOf, thingNumber } from "../../core/reply.js";
import { routePath } from "../../core/route.js";
import { shownName } from "../forms/index.js";
import type { ExistsNeed, IdNeed, NameNeed, NearNeed } from "../snapshot/index.js";
import { Memory, unlessRefused } from "./in-flight.js";
import { type Trees, treeOf } from "./trees.js";

/** The platform searches for no less. */
const shortestSearch = 3;
/** More names than these get no search of their own: then it is another mistake than a slip of the hand. */
const mostSearches = 10;

/** Turns names into the platform's numbers and back. Each name, number and list is read at most once in a run. */
export class References {
  private readonly ids = new Memory<number | undefined>();
  private readonly names = new Memory<string | undefined>();
  private readonly lists = new Memory<readonly JsonObject[]>();
  private readonly pages = new Memory<FirstPage>();
  private readonly searches = new Set<string>();
  private readonly lookups = new Map<string, Lookup | undefined>();

  constructor(
    private readonly read: ReadApi,
    private readonly kinds: Kinds,
    private readonly trees: Pick<Trees, "find">,
    private readonly directory: Directory,
  ) {}

  /** The number of what has a name; undefined if there is none that this token may see. */
  async idOf(need: IdNeed): Promise<number | undefined> {
    const { target, name, within, top } = need;
    const lookup = this.lookup(target, within?.kind);
    const key = `${scopedName(target, lookup, within?.id, name)}${top === undefined ? "" : ` of ${fold(top)}`}`;
    const id = await this.ids.get(key, async () => this.findId(need, lookup));
    if (id !== undefined) this.names.set(`${target}:${id}`, name);
    return id;
  }

  /** The name for a number; undefined where nobody (visible) has it. */
  async nameOf(need: Omit<NameNeed, "read">): Promise<string | undefined> {
    return this.names.get(`${need.target}:${need.id}`, async () => this.findName(need));
  }

  /** Whether something in a thing has a name; what this token may not look at counts as there: the platform will say. */
  async exists({ target, name, within: { kind, id } }: ExistsNeed): Promise<boolean> {
    const lookup = this.lookup(target, kind);
    if (lookup?.item === undefined) return true;
    const path = routePath(lookup.item, { [kind]: id, name });
    const isForbidden = ({ status }: ApiError) => status === 403;
    return (await unlessRefused(isForbidden, async () => (await this.read.find(path)) !== undefined)) ?? true;
  }

  /** Names that are there, where one that was asked for is not: those that the list of what it lies in shows, or a page of the list of all and a search for how it begins. Groups and projects lie beside others (see Trees). */
  async namesNear({ target, name, within }: NearNeed): Promise<readonly string[]> {
    const lookup = this.lookup(target, within?.kind);
    if (!lookup) return [];
    const path = listOf(lookup, within?.id);
    const shown =
      lookup.search === undefined ? ((await this.listed(lookup, path)) ?? []) : await this.searched(path, lookup.search, name);
    return shown.map((reply) => textOf(reply, lookup.name));
  }

  /** A page of all, and where that is not all, a page of what begins alike. */
  private async searched(path: string, parameter: string, name: string): Promise<readonly JsonObject[]> {
    const page = async (query: Query) =>
      this.pages.get(`${path}?${JSON.stringify(query)}`, async () => this.read.firstPage(path, query));
    const { items, totalPages } = await page({});
    const begins = name.slice(0, shortestSearch);
    if (totalPages === 1 || begins.length < shortestSearch || this.searches.size >= mostSearches) return items;
    this.searches.add(begins);
    return [...items, ...(await page({ [parameter]: begins })).items];
  }

  /** Remembers the numbers that a reply gives beside names, so that nobody need ask for them. `within` is the id of what the reply's thing hangs on, `parent` the kind of that. */
  learn(field: Field, shown: Json | undefined, within?: number | string, parent?: string): void {
    const target = field.item?.target;
    if (target === undefined || !Array.isArray(shown)) return;
    const lookup = this.lookup(target, parent);
    for (const item of shown as readonly Json[]) {
      const name = field.item && shownName(field.item, item);
      const id = isObject(item) ? thingNumber(item["id"] ?? null) : undefined;
      if (name === undefined || id === undefined) continue;
      this.ids.set(scopedName(target, lookup, within, name), id);
      this.names.set(`${target}:${id}`, name);
    }
  }

  /** Usernames (folded) of the members of a group or project that have at least an access level. */
  async members(kind: string, id: number | string, minimum: number): Promise<ReadonlySet<string>> {
    const route = this.directory.membership[kind];
    if (route === undefined) return new Set();
    const members = await this.list(routePath(route, { [kind]: id }));
    return new Set(
      members
        .filter((member) => levelOf(member, this.directory.membershipLevel) >= minimum)
        .map((member) => fold(textOf(member, "username"))),
    );
  }

  /** The lookup of a target that has no full path; `parent` is the kind of what it lies in, where there are several. */
  private lookup(target: string, parent?: string): Lookup | undefined {
    const key = `${target} ${parent ?? ""}`;
    if (!this.lookups.has(key)) this.lookups.set(key, lookupOf(this.kinds, this.directory, target, parent));
    return this.lookups.get(key);
  }

  private async list(path: string, query = {}): Promise<readonly JsonObject[]> {
    return this.lists.get(`${path}?${JSON.stringify(query)}`, async () => this.read.list(path, query));
  }

  private async findId(
    { target, name, ...where }: Omit<IdNeed, "read">,
    lookup: Lookup | undefined,
  ): Promise<number | undefined> {
    const kind = this.treeKind(target);
    if (kind) return numericId(await this.trees.find(kind, name));
    if (!lookup) return undefined;
    const desired = foldName(lookup, name);
    const isCalled = (reply: JsonObject) => foldName(lookup, textOf(reply, lookup.name)) === desired;
    const called = (await this.listWith(lookup, where, isCalled, lookupQuery(lookup, name))).filter(isCalled);
    const { absent } = lookup;
    return numericId(called.find((reply) => absent === undefined || !matches(absent, reply)) ?? called[0]);
  }

  /** The list of all, or that of a group at the top, if that alone has what is looked for. Where neither may be read, that is the error. */
  private async listWith(
    lookup: Lookup,
    { within, top }: Pick<NameNeed, "within" | "top">,
    isMeant: (reply: JsonObject) => boolean,
    query: Query = {},
  ): Promise<readonly JsonObject[]> {
    const path = listOf(lookup, within?.id);
    if (lookup.ofTop === undefined || top === undefined) return this.list(path, query);
    const all = await this.listed(lookup, path, query);
    if (all?.some(isMeant)) return all;
    const ofTop = await this.listed(lookup, routePath(lookup.ofTop, { top }));
    return ofTop ?? all ?? this.list(path, query);
  }

  /** A list; undefined where a server has none for this token, and a group at the top may have one instead. */
  private async listed(lookup: Lookup, path: string, query: Query = {}): Promise<readonly JsonObject[] | undefined> {
    const isElsewhere = ({ status }: ApiError) => lookup.ofTop !== undefined && [403, 404].includes(status);
    return unlessRefused(isElsewhere, async () => this.list(path, query));
  }

  private async findName(need: Omit<NameNeed, "read">): Promise<string | undefined> {
    const { target, id, within } = need;
    const kind = this.treeKind(target);
    const lookup = this.lookup(target, within?.kind);
    const route = kind ? kind.routes.read : lookup?.read;
    if (route === undefined) return lookup && lookup.within === within?.kind ? this.listedName(need, lookup) : undefined;
    const reply = await this.read.find(routePath(route, { [kind?.tree ? kind.name : "id"]: id }), kind?.tree?.shortQuery);
    return reply && textOf(reply, kind?.tree ? treeOf(kind).fullPath : (lookup?.name ?? "name"));
  }

  /** The name for a number of which there is no single read. */
  private async listedName({ id, ...where }: Omit<NameNeed, "read">, lookup: Lookup): Promise<string | undefined> {
    const isMeant = (reply: JsonObject) => numericId(reply) === id;
    const shown = (await this.listWith(lookup, where, isMeant)).find(isMeant)?.[lookup.name];
    return typeof shown === "string" && shown !== "" ? shown : undefined;
  }

  private treeKind(target: string): PlacedKind | undefined {
    return this.kinds.get(target)?.tree && topKind(this.kinds, target);
  }
}

/** The path of the list of what has such names. */
function listOf({ find, within: holder }: Lookup, within: number | string | undefined): string {
  return routePath(find, holder === undefined ? {} : { [holder]: within });
}

function scopedName(target: string, lookup: Lookup | undefined, within: number | string | undefined, name: string): string {
  const scope = lookup?.within === undefined ? "" : `${lookup.within} ${within ?? ""}`;
  return `${target}:${scope}:${foldName(lookup, name)}`;
}

function numericId(reply: JsonObject | undefined): number | undefined {
  return reply && numberOf(reply);
}

function levelOf(member: JsonObject, attribute: string): number {
  const shown = member[attribute];
  if (typeof shown === "number") return shown;
  throw replyError(member, { attribute, due: "a number", shown });
}
