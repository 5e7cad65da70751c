import { groupChain } from "../access.js";
import { type Context, page } from "../context.js";
import { compare } from "../order.js";
import { userSummary } from "../people.js";
import type { Json } from "../records.js";
import type { Reply } from "../replies.js";
import { entriesIn, textOf } from "./homes.js";
import type { Collection, Entry, EntryHome } from "./spec.js";

/** One page of the entries of a home, filtered and in order. */
export function listEntries(context: Context, collection: Collection, home: EntryHome): Reply {
  const entries = entriesHere(context, collection, home).filter((entry) => isAsked(context, collection, entry));
  return page(inOrder(context, collection, entries), context, (entry) => presentEntry(context, collection, entry, "list"));
}

/** Entries of a home, and of the groups above it where lists show these. */
export function entriesHere(context: Context, collection: Collection, home: EntryHome): Entry[] {
  const entries = entriesIn(context, collection, home);
  const isWhole = typeof collection.ancestors === "string" ? context.params.flag(collection.ancestors) : collection.ancestors;
  if (isWhole !== true) return entries;
  return [...entries, ...groupsAbove(context, home).flatMap((id) => entriesIn(context, collection, { kind: "group", id }))];
}

/** Ids of the groups above a project or group, nearest first. */
function groupsAbove({ store }: Pick<Context, "store">, { kind, id }: EntryHome): number[] {
  if (kind === "group") return groupChain(store, id).slice(1);
  const project = kind === "project" ? store.projects.get(id) : undefined;
  return project === undefined ? [] : groupChain(store, project.namespace_id);
}

/** Parameters that say which page and in which order, not which entries. */
const OF_PAGES = new Set(["page", "per_page", "order_by", "sort", "pagination", "cursor", "search", "id"]);

function isAsked(context: Context, collection: Collection, entry: Entry): boolean {
  const { params } = context;
  const search = params.text("search");
  if (search !== undefined && search !== "" && collection.search !== undefined && !isFound(collection.search, entry, search))
    return false;
  return Object.entries(params.sent()).every(([name, value]) => {
    const filter = collection.filters?.[name];
    if (filter !== undefined) return value === null || filter(entry, value, context);
    if (OF_PAGES.has(name) || value === null || !Object.hasOwn(entry, name)) return true;
    return isAmong(entry[name], value);
  });
}

function isFound(columns: readonly string[], entry: Entry, search: string): boolean {
  return columns.some((name) => textOf(entry[name]).toLowerCase().includes(search.toLowerCase()));
}

function isAmong(value: Json | undefined, wanted: Json): boolean {
  if (Array.isArray(wanted)) return wanted.some((item: Json) => isAmong(value, item));
  return Array.isArray(value) ? value.includes(wanted) : value === wanted;
}

function inOrder({ params, knowledge }: Context, collection: Collection, entries: Entry[]): Entry[] {
  const [, minus, usual = "id"] = /^(-?)(\w+)$/.exec(collection.order ?? "id") ?? [];
  const asked = params.text("order_by");
  const column = asked !== undefined && (knowledge?.keys.has(asked) ?? false) ? asked : usual;
  const sort = params.text("sort") ?? (asked === undefined && minus !== "-" ? "asc" : "desc");
  const sign = sort === "desc" ? -1 : 1;
  return entries.toSorted((a, b) => sign * (compareColumns(a[column], b[column]) || a.id - b.id));
}

function compareColumns(value: Json | undefined, other: Json | undefined): number {
  return typeof value === "number" && typeof other === "number" ? value - other : compare(textOf(value), textOf(other));
}

/** What a reply is: of a creation, of one entry, or an item of a list. */
type Occasion = "creation" | "single" | "list";

/** An entry with the keys that the release shows. What nobody wrote and nobody knows is null, never made up. */
export function presentEntry(context: Context, collection: Collection, entry: Entry, occasion: Occasion): Json {
  if (collection.present !== undefined) return collection.present(context, entry);
  const shown = collection.shows?.(context, entry) ?? {};
  const keys = new Set([
    ...(context.knowledge?.keys ?? []),
    ...Object.keys(shown),
    ...(occasion === "creation" ? (collection.once ?? []) : []),
  ]);
  const hidden = new Set([
    ...(collection.never ?? []),
    ...(occasion === "creation" ? [] : (collection.once ?? [])),
    ...(occasion === "list" ? (collection.single_only ?? []) : []),
  ]);
  const known = [...keys].filter((key) => !hidden.has(key));
  return Object.fromEntries(known.map((key) => [key, valueOf(context, collection, entry, shown, key)]));
}

function valueOf(
  context: Context,
  collection: Collection,
  entry: Entry,
  shown: Readonly<Record<string, Json>>,
  key: string,
): Json {
  if (Object.hasOwn(shown, key)) return shown[key] ?? null;
  if (key === "author") return userSummary(context, typeof entry["author_id"] === "number" ? entry["author_id"] : null);
  if (key === `${entry.home.kind}_id`) return entry.home.id;
  return (Object.hasOwn(entry, key) ? entry[key] : collection.defaults?.[key]) ?? null;
}
