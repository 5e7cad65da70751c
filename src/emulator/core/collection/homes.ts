import { LEVEL, findGroup, findProject, requireLevel, requireUser, userAt } from "../access.js";
import type { Context } from "../context.js";
import type { GroupOrProject, Json } from "../records.js";
import { HttpError, forbidden, notFound } from "../replies.js";
import { type Collection, type Entry, type EntryHome, INSTANCE, type Role, forHome, homeKeyOf } from "./spec.js";

/** What a path says entries hang on; `parent` is the collection whose entry that is. */
export interface HomePlace {
  readonly kind: string;
  /** Name of the place in the path; undefined where the path names none. */
  readonly place: string | undefined;
  readonly parent?: { readonly collection: Collection; readonly home: HomePlace } | undefined;
}

/** Reads the beginning of a path: `/projects/{id}` is a project; what is an entry of another collection is found among `collections`. */
export function placeOf(before: string, collections: readonly Collection[]): HomePlace {
  const [, kind = "", place] = /^\/(projects|groups|users)\/\{(\w+)\}$/.exec(before) ?? [];
  if (place !== undefined) return { kind: kind.slice(0, -1), place };
  if (before === "/user") return { kind: "user", place: undefined };
  const [, path, name] = /^(.*)\/\{(\w+)\}$/.exec(before) ?? [];
  const collection = path === undefined ? undefined : collections.find((candidate) => candidate.paths.includes(path));
  if (collection === undefined || path === undefined) return { kind: "instance", place: undefined };
  const home = placeOf(path.slice(0, -collection.name.length - 1), collections);
  return { kind: collection.table.name, place: name, parent: { collection, home } };
}

/** What the entries of a collection hang on, as `findHome`, and where the collection itself finds it as that does. */
export function homeFor(context: Context, collection: Collection, at: HomePlace, role: Role | undefined): EntryHome {
  const home = findHome(context, at, role);
  return collection.within?.(context, home) ?? home;
}

/** What a path says that the entries of a collection hang on; of what the collection finds itself the project or group. */
export function placeFor(collection: Collection, path: string, collections: readonly Collection[]): HomePlace {
  const before = path.slice(0, -collection.name.length - 1);
  return placeOf(collection.within === undefined ? before : (/^\/\w+\/\{\w+\}/.exec(before)?.[0] ?? before), collections);
}

/** What the request's path hangs on. Throws 404 for what is not there or may not be seen, and 403 for who may not do it. */
export function findHome(context: Context, at: HomePlace, role: Role | undefined): EntryHome {
  const { kind, place, parent } = at;
  if (parent !== undefined) {
    const home = findHome(context, parent.home, role);
    const entry = findEntry(context, parent.collection, home, place ?? "");
    return { kind: parent.collection.table.name, id: entry.id };
  }
  if (kind === "project") return allowed(context, findProject(context, place), role, "project");
  if (kind === "group") return allowed(context, findGroup(context, place), role, "group");
  if (kind === "user") return allowedUser(context, place, role);
  if (role === "administrator" && context.user?.is_admin !== true) throw forbidden();
  return INSTANCE;
}

const LEVELS: Readonly<Partial<Record<Role, number>>> = {
  guest: LEVEL.guest,
  planner: 15,
  reporter: LEVEL.reporter,
  developer: LEVEL.developer,
  maintainer: LEVEL.maintainer,
  owner: LEVEL.owner,
};

function allowed(context: Context, thing: GroupOrProject, role: Role | undefined, kind: string): EntryHome {
  const level = role === undefined ? undefined : LEVELS[role];
  if (level !== undefined) requireLevel(context, thing, level);
  if (role === "user") requireUser(context);
  if (role === "administrator" && !requireUser(context).is_admin) throw forbidden();
  return { kind, id: thing.id };
}

function allowedUser(context: Context, place: string | undefined, role: Role | undefined): EntryHome {
  if (role !== "anyone") requireUser(context);
  const { user: caller } = context;
  const user = place === undefined ? requireUser(context) : userAt(context, place);
  const isAdministrator = caller?.is_admin === true;
  if (role === "administrator" && !isAdministrator) throw forbidden();
  if (role === "self" && !isAdministrator && caller?.id !== user.id) throw notFound("User");
  return { kind: "user", id: user.id };
}

/** Entries of a home, by ascending id. */
export function entriesIn({ store }: Pick<Context, "store">, { table }: Collection, home: EntryHome): Entry[] {
  return store.of(table).where("home", homeKeyOf(home));
}

/** The entry that a place of the path names. Throws 404, and 409 where it names several. */
export function findEntry(context: Context, collection: Collection, home: EntryHome, place: string): Entry {
  const name = context.params.requiredText(place);
  const all = entriesIn(context, collection, home);
  const columns = collection.key === undefined ? ["id"] : typeof collection.key === "string" ? [collection.key] : collection.key;
  for (const column of columns) {
    const entries = all.filter((entry) => textOf(entry[column]) === name);
    const [first, ...others] = apart(context, collection, entries);
    if (first === undefined) continue;
    if (others.length > 0) throw collection.apart?.refuse?.() ?? severalOf(collection);
    return first;
  }
  throw notFound(collection.called);
}

/** Those that the parameter asks for which tells entries of one key apart. */
function apart({ params }: Context, { apart: distinction }: Collection, entries: readonly Entry[]): readonly Entry[] {
  if (distinction === undefined) return entries;
  const [, outer = distinction.parameter, inner] = /^(\w+)\[(\w+)\]$/.exec(distinction.parameter) ?? [];
  const value = inner === undefined ? params.get(outer) : params.record(outer)?.[inner];
  return value === undefined ? entries : entries.filter((entry) => entry[distinction.column] === value);
}

function severalOf({ apart: distinction }: Collection): HttpError {
  const message = `There are multiple variables with provided parameters. Please use '${distinction?.parameter ?? "filter"}'`;
  return new HttpError(409, { message });
}

/** What the thing is that roles are held in: of an entry's entries that is what the entry hangs on. */
export function topKind({ kind, parent }: HomePlace): string {
  return parent === undefined ? kind : topKind(parent.home);
}

/** The role that a part of a collection asks for, at a kind of home. */
export function roleFor(collection: Collection, part: "read" | "write" | "remove", kind: string): Role | undefined {
  const role = forHome(part === "remove" ? (collection.remove ?? collection.write) : collection[part], kind);
  if (role !== undefined || part === "read") return role;
  if (kind === "project") return "maintainer";
  if (kind === "group") return "owner";
  return kind === "user" ? "self" : "administrator";
}

/** A column as a text, for paths, searches and orders; empty for what is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
