import { requireUser } from "../access.js";
import type { Context, Handler } from "../context.js";
import type { Caller } from "../operations.js";
import { remembered } from "../remembered.js";
import { type Reply, noContent, notFound, ok, orNotFound } from "../replies.js";
import type { OperationDeclaration } from "../resource.js";
import { changeEntry, createEntry, removeEntry } from "./columns.js";
import { type HomePlace, entriesIn, findEntry, homeFor, placeFor, roleFor, topKind } from "./homes.js";
import { listEntries, presentEntry } from "./lists.js";
import { type Collection, type Entry, type EntryHome, forHome } from "./spec.js";

/** An operation on a collection, with what its path names. */
interface Part {
  readonly collection: Collection;
  readonly home: HomePlace;
  /** Name of the place that names an entry; undefined on the path of the list. */
  readonly place: string | undefined;
  /** Names of all places of the path. */
  readonly places: readonly string[];
}

/** The right that each act takes. */
const RIGHTS = { list: "read", create: "write", read: "read", change: "write", remove: "remove" } as const;

type Act = keyof typeof RIGHTS;

type Right = (typeof RIGHTS)[Act];

/** All operations of collections that facts know, by method and path. */
export function collectionOperations(
  collections: readonly Collection[],
  names: readonly string[],
): Record<string, OperationDeclaration> {
  const below = namesBelow(names);
  return Object.fromEntries(
    collections.flatMap((collection) =>
      collection.paths.flatMap((path) => operationsAt(collection, path, collections, below.get(path) ?? [])),
    ),
  );
}

/** Those at each path, and at what hangs on a place that follows it. */
function namesBelow(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const namesByPath = new Map<string, string[]>();
  for (const name of names) {
    const path = name.slice(name.indexOf(" ") + 1);
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf("/{", end - 1)) {
      remembered(namesByPath, path.slice(0, end), () => []).push(name);
    }
  }
  return namesByPath;
}

function operationsAt(
  collection: Collection,
  path: string,
  collections: readonly Collection[],
  names: readonly string[],
): [string, OperationDeclaration][] {
  const home = placeFor(collection, path, collections);
  return names.flatMap((name): [string, OperationDeclaration][] => {
    const [method = "", at = ""] = name.split(" ");
    const [, place, action = ""] = /^\/\{(\w+)\}(\/[\w/{}]+)?$/.exec(at.slice(path.length)) ?? [];
    if (at !== path && place === undefined) return [];
    const part: Part = { collection, home, place, places: [...at.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter) };
    const entry = action === "" ? plain(method, part) : acting(`${method} ${action}`, part);
    return entry === undefined ? [] : [[name, entry]];
  });
}

function plain(method: string, part: Part): OperationDeclaration | undefined {
  const act = actOf(method, part);
  return act === undefined ? undefined : described(part, RIGHTS[act], handlerOf(act, part));
}

function actOf(method: string, { collection, place }: Part): Act | undefined {
  if (method === "POST") return place === undefined ? "create" : undefined;
  const isOne = place !== undefined || collection.single !== undefined;
  return isOne ? ACTS_ON_ONE[method] : method === "GET" ? "list" : undefined;
}

const ACTS_ON_ONE: Readonly<Record<string, Act>> = { GET: "read", PUT: "change", PATCH: "change", DELETE: "remove" };

function described({ collection, home }: Part, part: Right, handler: Handler): OperationDeclaration {
  const kind = topKind(home);
  const role = roleFor(collection, part, kind);
  const isOpen = part === "read" && (role === "anyone" || (role === undefined && (kind === "project" || kind === "group")));
  const caller: Caller = isOpen ? "anyone" : role === "administrator" ? "administrator" : "user";
  return {
    handler,
    role: caller,
    tier: forHome(collection.tier, kind),
    since: forHome(collection.since, kind),
    collection: collection.name,
  };
}

function handlerOf(act: Act, part: Part): Handler {
  const { collection, home } = part;
  const role = roleFor(collection, RIGHTS[act], topKind(home));
  return (context) => {
    const here = homeFor(context, collection, home, role);
    return collection.handlers?.[act]?.(context, here, collection) ?? ACTS[act](context, part, here);
  };
}

const ACTS: Readonly<Record<Act, (context: Context, part: Part, home: EntryHome) => Reply>> = {
  list: (context, { collection }, home) => listEntries(context, collection, home),
  create,
  read,
  change,
  remove,
};

function create(context: Context, { collection, places }: Part, home: EntryHome): Reply {
  const entry = createEntry(context, collection, home, places);
  const status = collection.status?.create ?? 201;
  return { status, body: presentEntry(context, collection, entry, status === 201 ? "creation" : "single") };
}

function read(context: Context, part: Part, home: EntryHome): Reply {
  const entry = oneOf(context, part, home);
  if (entry !== undefined) return ok(presentEntry(context, part.collection, entry, "single"));
  if (part.collection.single === "null") return ok(null);
  throw notFound();
}

function change(context: Context, part: Part, home: EntryHome): Reply {
  const { collection, places } = part;
  const before = oneOf(context, part, home);
  if (before === undefined && collection.upserts !== true) throw notFound();
  const entry =
    before === undefined ? createEntry(context, collection, home, places) : changeEntry(context, collection, before, places);
  return { status: collection.status?.change ?? 200, body: presentEntry(context, collection, entry, "single") };
}

function remove(context: Context, part: Part, home: EntryHome): Reply {
  const entry = orNotFound(oneOf(context, part, home));
  removeEntry(context, part.collection, entry);
  const status = part.collection.status?.remove ?? 204;
  return status === 204 ? noContent() : { status, body: presentEntry(context, part.collection, entry, "single") };
}

function oneOf(context: Context, { collection, place }: Part, home: EntryHome): Entry | undefined {
  return place === undefined ? entriesIn(context, collection, home)[0] : findEntry(context, collection, home, place);
}

function acting(action: string, part: Part): OperationDeclaration | undefined {
  const { collection, home } = part;
  const run = collection.actions?.[action];
  if (run === undefined) return undefined;
  const kind = action.startsWith("GET ") ? "read" : "write";
  const role = roleFor(collection, kind, topKind(home));
  return described(part, kind, (context) => {
    if (kind === "write") requireUser(context);
    const entry = orNotFound(oneOf(context, part, homeFor(context, collection, home, role)));
    return run(context, entry, collection);
  });
}
