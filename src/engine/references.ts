import { fold, isUnder } from "../core/address.js";
import type { ReadApi } from "../core/api.js";
import { type Field, foldName, type ReferenceTarget } from "../core/fields.js";
import { isObject, type Json, type JsonObject, textAt } from "../core/json.js";
import type { Kinds } from "../core/kind.js";
import type { Directory, Lookup } from "../core/lookup.js";
import { fillPath, parseRoute } from "../core/route.js";
import { decodeValue } from "./decode.js";
import { Memory } from "./memory.js";
import { type Trees, treeOf } from "./trees.js";

/** Turns names into the platform's numbers and back. Each name, number and list is read at most once in a run. */
export class References {
  private readonly ids = new Memory<number | undefined>();
  private readonly names = new Memory<string | undefined>();
  private readonly lists = new Memory<readonly JsonObject[]>();

  constructor(
    private readonly read: ReadApi,
    private readonly kinds: Kinds,
    private readonly trees: Pick<Trees, "find">,
    private readonly directory: Directory,
  ) {}

  /** The number of a user, group, project or branch; undefined if there is none that this token may see. `within` is the id of the project of a branch. */
  async idOf(target: ReferenceTarget, name: string, within?: number | string): Promise<number | undefined> {
    const key = `${target}:${within ?? ""}:${foldName(target, name)}`;
    const id = await this.ids.get(key, async () => this.findId(target, name, within));
    if (id !== undefined) this.names.set(`${target}:${id}`, name);
    return id;
  }

  /** The name for a number; the number itself where nobody (visible) has it. */
  async nameOf(target: ReferenceTarget, id: number): Promise<string | number> {
    return (await this.names.get(`${target}:${id}`, async () => this.findName(target, id))) ?? id;
  }

  /** Remembers the numbers that a reply gives beside names, so that nobody need ask for them. `within` is the id of the project of a branch. */
  learn(field: Field, shown: Json | undefined, within?: number | string): void {
    const target = field.item?.target;
    if (target === undefined || !Array.isArray(shown)) return;
    const scope = this.directory.lookups[target]?.within === undefined ? "" : (within ?? "");
    for (const item of shown as readonly Json[]) {
      const [name, id] = [decodeValue(field.item as Field, item), isObject(item) ? item["id"] : undefined];
      if (typeof name !== "string" || typeof id !== "number") continue;
      this.ids.set(`${target}:${scope}:${foldName(target, name)}`, id);
      this.names.set(`${target}:${id}`, name);
    }
  }

  /** Puts names where a value in file form still holds numbers. */
  async named(field: Field, value: Json): Promise<Json> {
    if (field.type === "reference" && field.target !== undefined && typeof value === "number")
      return this.nameOf(field.target, value);
    if (field.type === "set" || field.type === "list") {
      const item = field.item;
      return Array.isArray(value) && item ? Promise.all(value.map((one: Json) => this.named(item, one))) : value;
    }
    if (field.type === "record" && isObject(value)) return this.namedSpec(field.fields ?? {}, value);
    if (field.type === "entries" && Array.isArray(value)) {
      return Promise.all(value.map(async (one: Json) => (isObject(one) ? this.namedSpec(field.fields ?? {}, one) : one)));
    }
    return value;
  }

  /** Puts names into all attributes that `only` lists (all of them without it). */
  async namedSpec(
    fields: Readonly<Record<string, Field>>,
    spec: JsonObject,
    only: Iterable<string> = Object.keys(spec),
  ): Promise<JsonObject> {
    const result: Record<string, Json | undefined> = { ...spec };
    for (const name of only) {
      const [field, value] = [fields[name], spec[name]];
      if (field && value !== undefined && holdsNumber(field, value)) result[name] = await this.named(field, value);
    }
    return result;
  }

  /** Usernames (folded) of the members of a group or project that have at least an access level. */
  async members(kind: string, id: number | string, minimum: number): Promise<ReadonlySet<string>> {
    const route = this.directory.membership[kind];
    if (route === undefined) return new Set();
    const members = await this.list(fillPath(parseRoute(route).path, { [kind]: id }));
    return new Set(
      members.filter((one) => Number(one["access_level"] ?? 0) >= minimum).map((one) => fold(textAt(one, "username"))),
    );
  }

  /** The lookup of a target that is no kind. */
  lookup(target: string): Lookup | undefined {
    return this.directory.lookups[target];
  }

  private async list(path: string, query = {}): Promise<readonly JsonObject[]> {
    return this.lists.get(`${path}?${JSON.stringify(query)}`, async () => this.read.list(path, query));
  }

  private async findId(target: ReferenceTarget, name: string, within: number | string | undefined): Promise<number | undefined> {
    const kind = this.kinds.get(target);
    if (kind?.tree) return numericId(await this.trees.find(kind, name));
    const lookup = this.directory.lookups[target];
    if (!lookup) return undefined;
    const path = fillPath(parseRoute(lookup.find).path, lookup.within === undefined ? {} : { [lookup.within]: within });
    const wanted = foldName(target, name);
    const found = await this.list(path, lookup.query(name));
    return numericId(found.find((one) => foldName(target, textAt(one, lookup.name)) === wanted));
  }

  private async findName(target: ReferenceTarget, id: number): Promise<string | undefined> {
    const kind = this.kinds.get(target);
    const lookup = this.directory.lookups[target];
    const route = kind?.tree ? kind.routes.read : lookup?.read;
    if (route === undefined) return undefined;
    const reply = await this.read.find(fillPath(parseRoute(route).path, { [kind?.name ?? "id"]: id }), kind?.tree?.shortQuery);
    const name = reply?.[kind?.tree ? treeOf(kind).fullPath : (lookup?.name ?? "name")];
    return typeof name === "string" ? name : undefined;
  }
}

/** True if `path` is `parent` itself or lies below it. */
export function isRelative(path: string, parent: string): boolean {
  return fold(path) === fold(parent) || isUnder(path, parent);
}

/** True if a value in file form has a number where a name could stand. Most have none, and thousands are looked at. */
export function holdsNumber(field: Field, value: Json): boolean {
  if (field.type === "reference") return typeof value === "number";
  if (Array.isArray(value)) {
    const parts: Field = field.item ?? { ...field, type: "record" };
    return value.some((one: Json) => holdsNumber(parts, one));
  }
  if (field.type !== "record" || !isObject(value)) return false;
  return Object.entries(field.fields ?? {}).some(([name, part]) => value[name] !== undefined && holdsNumber(part, value[name]));
}

function numericId(reply: JsonObject | undefined): number | undefined {
  const id = reply?.["id"];
  return typeof id === "number" ? id : undefined;
}
