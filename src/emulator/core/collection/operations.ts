import { requireUser } from "../access.js";
import type { Context, Handler } from "../context.js";
import { notFound } from "../errors.js";
import type { Caller } from "../operations.js";
import { noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration } from "../resource.js";
import { changeEntry, createEntry, removeEntry } from "./columns.js";
import { entriesIn, findEntry, homeFor, placeFor, roleFor, topKind } from "./homes.js";
import type { HomePlace } from "./homes.js";
import { listEntries, presentEntry } from "./lists.js";
import { forHome } from "./spec.js";
import type { Collection, Entry, EntryHome } from "./spec.js";

/** An operation on a row, with what its path names. */
interface Part {
  readonly row: Collection;
  readonly home: HomePlace;
  /** Name of the place that names an entry; undefined on the path of the list. */
  readonly place: string | undefined;
  /** Names of all places of the path. */
  readonly places: readonly string[];
}

type Act = "list" | "create" | "read" | "change" | "remove";

/** All operations of rows that facts know, by method and path. */
export function collectionOperations(
  rows: readonly Collection[],
  names: readonly string[],
): Record<string, OperationDeclaration> {
  const below = namesBelow(names);
  return Object.fromEntries(
    rows.flatMap((row) => row.paths.flatMap((path) => operationsAt(row, path, rows, below.get(path) ?? []))),
  );
}

/** Those at each path, and at what hangs on a place that follows it. */
function namesBelow(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const path = name.slice(name.indexOf(" ") + 1);
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf("/{", end - 1)) {
      const one = path.slice(0, end);
      const known = found.get(one);
      if (known === undefined) found.set(one, [name]);
      else known.push(name);
    }
  }
  return found;
}

function operationsAt(
  row: Collection,
  path: string,
  rows: readonly Collection[],
  names: readonly string[],
): [string, OperationDeclaration][] {
  const home = placeFor(row, path, rows);
  return names.flatMap((name): [string, OperationDeclaration][] => {
    const [method = "", at = ""] = name.split(" ");
    const [, place, action = ""] = /^\/\{(\w+)\}(\/[\w/{}]+)?$/.exec(at.slice(path.length)) ?? [];
    if (at !== path && place === undefined) return [];
    const part: Part = { row, home, place, places: [...at.matchAll(/\{(\w+)\}/g)].map(([, one = ""]) => one) };
    const entry = action === "" ? plain(method, part) : acting(`${method} ${action}`, part);
    return entry === undefined ? [] : [[name, entry]];
  });
}

function plain(method: string, part: Part): OperationDeclaration | undefined {
  const act = actOf(method, part);
  if (act === undefined) return undefined;
  return described(part, act === "list" || act === "read" ? "read" : act === "remove" ? "remove" : "write", handlerOf(act, part));
}

function actOf(method: string, { row, place }: Part): Act | undefined {
  const isOne = place !== undefined || row.single !== undefined;
  switch (method) {
    case "GET":
      return isOne ? "read" : "list";
    case "POST":
      return place === undefined ? "create" : undefined;
    case "PUT":
    case "PATCH":
      return isOne ? "change" : undefined;
    case "DELETE":
      return isOne ? "remove" : undefined;
    default:
      return undefined;
  }
}

function described({ row, home }: Part, part: "read" | "write" | "remove", handler: Handler): OperationDeclaration {
  const kind = topKind(home);
  const role = roleFor(row, part, kind);
  const isOpen = part === "read" && (role === "anyone" || (role === undefined && (kind === "project" || kind === "group")));
  const caller: Caller = isOpen ? "anyone" : role === "administrator" ? "administrator" : "user";
  return { handler, role: caller, tier: forHome(row.tier, kind), since: forHome(row.since, kind), collection: row.name };
}

function handlerOf(act: Act, part: Part): Handler {
  const { row, home, places } = part;
  const role = roleFor(row, act === "list" || act === "read" ? "read" : act === "remove" ? "remove" : "write", topKind(home));
  return (context) => {
    const here = homeFor(context, row, home, role);
    const own = row.handlers?.[act];
    if (own !== undefined) return own(context, here, row);
    switch (act) {
      case "list":
        return listEntries(context, row, here);
      case "create":
        return shownAs(context, row, createEntry(context, row, here, places), row.status?.create ?? 201);
      case "read":
        return read(context, part, here);
      case "change":
        return change(context, part, here);
      default:
        return remove(context, part, here);
    }
  };
}

function shownAs(context: Context, row: Collection, entry: Entry, status: number): Reply {
  return { status, body: presentEntry(context, row, entry, status === 201 ? "creation" : "single") };
}

function read(context: Context, part: Part, home: EntryHome): Reply {
  const entry = oneOf(context, part, home);
  if (entry !== undefined) return ok(presentEntry(context, part.row, entry, "single"));
  if (part.row.single === "null") return ok(null);
  throw notFound();
}

function change(context: Context, part: Part, home: EntryHome): Reply {
  const { row, places } = part;
  const before = oneOf(context, part, home);
  if (before === undefined && row.upserts !== true) throw notFound();
  const entry = before === undefined ? createEntry(context, row, home, places) : changeEntry(context, row, before, places);
  return { status: row.status?.change ?? 200, body: presentEntry(context, row, entry, "single") };
}

function remove(context: Context, part: Part, home: EntryHome): Reply {
  const entry = oneOf(context, part, home);
  if (entry === undefined) throw notFound();
  removeEntry(context, part.row, entry);
  const status = part.row.status?.remove ?? 204;
  return status === 204 ? noContent() : { status, body: presentEntry(context, part.row, entry, "single") };
}

function oneOf(context: Context, { row, place }: Part, home: EntryHome): Entry | undefined {
  return place === undefined ? entriesIn(context, row, home)[0] : findEntry(context, row, home, place);
}

function acting(action: string, part: Part): OperationDeclaration | undefined {
  const { row, home } = part;
  const run = row.actions?.[action];
  if (run === undefined) return undefined;
  const kind = action.startsWith("GET ") ? "read" : "write";
  const role = roleFor(row, kind, topKind(home));
  return described(part, kind, (context) => {
    if (kind === "write") requireUser(context);
    const entry = oneOf(context, part, homeFor(context, row, home, role));
    if (entry === undefined) throw notFound();
    return run(context, entry, row);
  });
}
