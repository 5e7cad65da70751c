import { fold, lastSegment, parentPath } from "../../core/address.js";
import { referencesOf } from "../../core/body-fields.js";
import { append, compareTexts, defined } from "../../core/collections.js";
import { formed, typeOf, switchOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject, type Spec, textAt, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, kindAt, kindsUnder, type PlacedKind, placedKinds, topKind, topParent } from "../../core/kind.js";
import { kindsOn, type ServerNature } from "../../core/kinds-on.js";
import { isPlaceholder } from "../../core/placeholders.js";
import type { Desired } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { mapInFlight, type People } from "../../engine/live/index.js";
import { directory } from "../../kinds/directory.js";
import { kinds } from "../kinds.js";

/** A group or project of the original, and the reply that tells of it. */
export interface CopiedNamespace {
  readonly kind: string;
  readonly path: string;
  readonly reply: JsonObject;
}

/** Access levels that a seed of the emulator knows. */
const seededLevels: readonly unknown[] = [10, 20, 30, 40, 50];
const inFlight = 32;

/**
 * What plans look up and no kind can say: users, who is a member where, and which repositories are empty, as a seed of the emulator.
 * Groups and projects that lie outside of what was copied and that it refers to (also the groups above) stand in it with their names and members alone.
 */
export class SeedReader {
  private readonly places = new Map<string, CopiedNamespace>();
  private readonly users = new Map<string, JsonObject>();
  /** Entries of the seed by the kind of what they are about. */
  private readonly seeds = new Map<string, JsonObject[]>();

  constructor(
    private readonly people: People,
    private readonly resources: readonly Desired[],
    placed: readonly CopiedNamespace[],
    /** What the copy is for. */
    private readonly server: ServerNature,
  ) {
    for (const place of placed) this.places.set(keyOf(place.kind, place.path), place);
  }

  /** Reads it all: one request for each group and project, and one for every hundred users. */
  async seed(onRead: (path: string) => void): Promise<JsonObject> {
    await this.addReferences();
    await this.addAround();
    for (const user of await this.people.all()) this.addUser(user);
    const specs = new Map(
      this.resources.flatMap(({ kind, path = "", spec }) => (kinds.get(kind)?.tree ? [[keyOf(kind, path), spec]] : [])),
    );
    for await (const path of mapInFlight(this.places.values(), inFlight, async (place) => this.addPlace(place, specs)))
      onRead(path);
    const by = (name: string) => (item: JsonObject, other: JsonObject) => compareTexts(textAt(item, name), textAt(other, name));
    // A path sorts after what it begins with: parents come before what lies in them.
    for (const { name, tree } of trees) this.seeds.get(name)?.sort(by(tree?.fullPath ?? ""));
    this.addThings();
    const parts = planted.map(({ name, file }) => [file, this.seeds.get(name) ?? []] as const);
    return { ...Object.fromEntries(parts), users: [...this.users.values()].sort(by("username")) };
  }

  /** Groups, projects and users that some attribute names. */
  private async addReferences(): Promise<void> {
    for (const resource of this.resources) {
      const fields = fieldsOf(kindAt(kinds, resource), { key: resource.key });
      for (const { field, name: named } of referencesOf(fields, resource.spec)) {
        const { target = "" } = field;
        if (target === "user") this.addUser({ username: named });
        // oxlint-disable-next-line no-await-in-loop -- mostly all of them are there already
        else if (isTree(target)) await this.addOutsider(target, named);
      }
    }
  }

  /** Owners of namespaces, groups above what is there, and groups that those are shared with: through all of them people come in. */
  private async addAround(): Promise<void> {
    // The map is walked while it grows: what is above the groups that it gets, and so on, comes up later.
    for (const { kind: name, path, reply } of this.places.values()) {
      const { kind, holder } = treeKind(name);
      const owner = ownerOf(reply);
      if (owner !== undefined) this.addUser({ username: owner });
      const parent = owner === undefined ? parentPath(path) : undefined;
      const { whom } = sharingOf(kind);
      const others = [...(parent === undefined ? [] : [parent]), ...sharesIn(kind, reply).map((share) => textAt(share, whom))];
      // oxlint-disable-next-line no-await-in-loop -- only what lies outside of a part of the instance
      for (const other of others) await this.addOutsider(holder, other);
      if (parent !== undefined && !this.places.has(keyOf(holder, parent)))
        this.places.set(keyOf(holder, parent), { kind: holder, path: parent, reply: {} });
    }
  }

  private async addOutsider(name: string, path: string): Promise<void> {
    if (this.places.has(keyOf(name, path))) return;
    const reply = await this.people.namespace(name, path);
    if (reply) this.places.set(keyOf(name, path), { kind: name, path, reply });
  }

  private addUser(user: JsonObject): void {
    const username = textAt(user, "username");
    const name = textAt(user, "name") || username;
    const known = this.users.get(fold(username));
    // The administrator root is always there; the people of a copy have no way in.
    if (username === "" || fold(username) === "root" || (known && textAt(known, "name") !== username)) return;
    const state = user["state"] === "blocked" ? "blocked" : "active";
    this.users.set(fold(username), { username, name, state, token: null, password: null });
  }

  /** What has no full path, because a seed also takes what nobody can make any more: whoever a rule named is gone, a topic's name is not allowed. */
  private addThings(): void {
    for (const resource of this.resources) {
      const kind = kindAt(kinds, resource);
      if (!kind.planted || kind.tree) continue;
      const entry = plantedThing(kind, resource, this.server, (target, name) => this.isThere(target, name));
      if (entry) append(this.seeds, kind.name, entry);
    }
  }

  /** True for what the seed can name: what is copied, and people. */
  private isThere(target: string, name: string): boolean {
    if (isTree(target)) return this.places.has(keyOf(target, name));
    return directory.lookups[target] !== undefined && directory.lookups[target].within === undefined;
  }

  private async addPlace({ kind: kindName, path, reply }: CopiedNamespace, specs: ReadonlyMap<string, Spec>): Promise<string> {
    const { kind, holder } = treeKind(kindName);
    const spec = specs.get(keyOf(kindName, path));
    const shares = spec === undefined ? sharesIn(kind, reply) : sharesOf(kind, spec);
    const { whom } = sharingOf(kind);
    const members = await this.members(kindName, path, reply);
    append(this.seeds, kindName, {
      [kind.tree?.fullPath ?? ""]: path,
      name: textAt(reply, "name") || lastSegment(path),
      visibility: textAt(reply, "visibility") || "private",
      members,
      shared_with: shares.filter((share) => this.places.has(keyOf(holder, textAt(share, whom)))),
      attributes: plainAttributes(kindName, spec ?? {}, this.server),
      ...plantedNames(kind, spec ?? {}, () => true),
      ...(kind.planted?.repository ? branchesOf(reply) : {}),
    });
    return path;
  }

  private async members(kind: string, path: string, reply: JsonObject): Promise<JsonObject> {
    const listed = await this.people.members(kind, path, reply);
    const known = listed.filter((member) => seededLevels.includes(member["access_level"]));
    for (const member of known) this.addUser(member);
    // The owner of a namespace is a member of what lies in it from the start.
    const others = known.filter((member) => fold(textAt(member, "username")) !== fold(ownerOf(reply) ?? ""));
    return Object.fromEntries(others.map((member) => [textAt(member, "username"), member["access_level"]]));
  }
}

/** Kinds of which a copy is planted, each with the key that files and seeds have for it. */
const planted: readonly PlacedKind[] = placedKinds(kinds).filter((kind) => kind.planted);
/** Those that live under full paths: what all else hangs on. */
const trees: readonly PlacedKind[] = kindsUnder(kinds, topParent).filter(({ tree }) => tree);

const isTree = (name: string): boolean => trees.some((kind) => kind.name === name);

/** A kind that lives under full paths, and the kind that holds it. */
function treeKind(name: string): { readonly kind: PlacedKind; readonly holder: string } {
  const kind = topKind(kinds, name);
  return { kind, holder: kind.tree?.parent ?? "" };
}

/** The attribute that shares a thing, and what in an entry says whom with. */
function sharingOf(kind: PlacedKind): { readonly name: string; readonly whom: string } {
  const [name = "", field] = Object.entries(fieldsOf(kind)).find(([, { links }]) => links) ?? [];
  return { name, whom: field?.identity?.[0] ?? "" };
}

const keyOf = (kind: string, path: string): string => `${kind}:${fold(path)}`;

/** The first branch of a repository that is not empty. */
function branchesOf(reply: JsonObject): JsonObject {
  const branch = textAt(reply, "default_branch");
  return branch === "" || reply["empty_repo"] === true ? {} : { branches: [branch] };
}

/** The user whose own namespace a project lies in. */
function ownerOf({ namespace }: JsonObject): string | undefined {
  return isObject(namespace) && namespace["kind"] === "user" ? textAt(namespace, "path") : undefined;
}

/** The groups that a reply says something is shared with. */
function sharesIn(kind: PlacedKind, reply: JsonObject): JsonObject[] {
  const { name, whom } = sharingOf(kind);
  const entries = reply[name];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: Json) => {
    if (!isObject(entry) || !seededLevels.includes(entry[`${whom}_access_level`])) return [];
    return [{ [whom]: textAt(entry, `${whom}_full_path`), access_level: entry[`${whom}_access_level`] }];
  });
}

/** The groups that a copied thing is shared with. */
function sharesOf(kind: PlacedKind, spec: Spec): JsonObject[] {
  const { name, whom } = sharingOf(kind);
  const entries = spec[name];
  if (!Array.isArray(entries)) return [];
  const levels: Readonly<Record<string, number>> = accessLevels;
  return (entries as readonly Json[]).flatMap((entry) => {
    const access_level = isObject(entry) ? levels[textAt(entry, "access_level")] : undefined;
    if (!isObject(entry) || access_level === undefined || !seededLevels.includes(access_level)) return [];
    const { [whom]: other, expires_at } = entry;
    return [defined({ [whom]: other, access_level, expires_at: typeof expires_at === "string" ? expires_at : undefined })];
  });
}

/** What a seed says of a group or project beside its attributes. */
const ownKeys: readonly string[] = ["name", "path", "visibility"];

/**
 * Attributes that a seed may hold as they are. It takes them whatever else is set, as it was when they came about on the original: a project that was allowed
 * what its group forbids by now could not be made by calls any more. What only a create takes is for the calls that make a group or project.
 * They have the names and spellings by which the server of the copy takes them.
 */
export function plainAttributes(kindName: string, spec: Spec, server: ServerNature): JsonObject {
  const kind = kindsOn(kinds, server).get(kindName);
  const fields = kind ? fieldsOf(kind) : {};
  return Object.fromEntries(
    Object.entries(spec).flatMap(([name, value]) => {
      const field = fields[name];
      const isPlain =
        field &&
        typeOf(field).isPlain &&
        !switchOf(field) &&
        (field.on !== "create" || !kind?.tree) &&
        !field.secret &&
        !field.deprecated?.alias;
      if (!isPlain || (value ?? null) === null || isPlaceholder(value) || ownKeys.includes(name)) return [];
      const normal = formed(field.normalise, value as Json) ?? (value as Json);
      return [[field.write ?? name, formed(field.encode, normal) ?? normal]];
    }),
  );
}

/** Whether there is what a name of a target means. */
type IsThere = (target: string, name: string) => boolean;

/** The sets of names that a seed takes of a thing. */
function plantedNames(kind: PlacedKind, spec: Spec, isThere: IsThere): Readonly<Record<string, readonly string[]>> {
  const fields = fieldsOf(kind);
  const entries = (kind.planted?.names ?? []).map((name) => {
    const target = fields[name]?.item?.target ?? "";
    return [name, textsIn(spec[name]).filter((text) => isThere(target, text))] as const;
  });
  return Object.fromEntries(entries);
}

/** What a seed says of a thing that has no full path of its own; undefined where that is too little to begin with. */
function plantedThing(
  kind: PlacedKind,
  { path, key, spec }: Pick<Desired, "path" | "key" | "spec">,
  server: ServerNature,
  isThere: IsThere,
): JsonObject | undefined {
  const needed = Object.entries(fieldsOf(kind)).filter(([, { required, carried }]) => required && carried !== undefined);
  if (needed.some(([name]) => (spec[name] ?? null) === null)) return undefined;
  const place = isTopLevel(kind) ? undefined : path;
  const ownName = isTopLevel(kind) ? path : key;
  return {
    ...(place === undefined ? {} : { [kind.parent]: place }),
    ...(ownName === undefined || !kind.key ? {} : { [kind.key.read]: ownName }),
    ...plainAttributes(kind.name, spec, server),
    ...plantedNames(kind, spec, isThere),
  };
}

const textsIn = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((item: Value) => typeof item === "string") : [];
