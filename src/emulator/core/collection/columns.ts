import { type Context, checkLimits } from "../context.js";
import { nextInternalId } from "../internal-ids.js";
import type { Json } from "../records.js";
import { HttpError, invalid } from "../replies.js";
import { entriesIn } from "./homes.js";
import { type Collection, type Columns, type Entry, type EntryHome, homeKeyOf } from "./spec.js";

/** Stores a new entry. Throws what is wrong with it, before anything is stored. */
export function createEntry(context: Context, collection: Collection, home: EntryHome, places: readonly string[]): Entry {
  checkLimits(context);
  refuseMore(context, collection, home);
  const sent = { ...collection.defaults, ...withPresets(context, collection), ...sentColumns(context, collection, places) };
  const settled = collection.settle?.(context, sent, undefined, home) ?? sent;
  check(context, collection, home, settled, undefined);
  const now = new Date().toISOString();
  const iid = collection.numbered === true ? { iid: nextNumber(context, collection, home) } : {};
  const author = context.user === undefined ? {} : { author_id: context.user.id };
  const columns = { created_at: now, updated_at: now, ...author, ...settled, ...iid, home };
  const entry = context.store.of(collection.table).insert(columns);
  collection.after?.created?.(context, entry);
  return context.store.of(collection.table).get(entry.id) ?? entry;
}

/** Changes what was sent of an entry. */
export function changeEntry(context: Context, collection: Collection, before: Entry, places: readonly string[]): Entry {
  checkLimits(context);
  const sent = without(sentColumns(context, collection, places), collection.fixed ?? []);
  const settled = collection.settle?.(context, sent, before, before.home) ?? sent;
  check(context, collection, before.home, settled, before);
  const table = context.store.of(collection.table);
  const entry = table.update(before.id, { ...settled, updated_at: new Date().toISOString() });
  collection.after?.changed?.(context, entry, before);
  return table.get(entry.id) ?? entry;
}

/** Takes an entry away, with what hangs on it. */
export function removeEntry(context: Context, collection: Collection, entry: Entry): void {
  context.store.of(collection.table).delete(entry.id);
  context.store.forget({ kind: collection.table.name, id: entry.id });
  collection.after?.removed?.(context, entry);
}

/** Attributes that were sent, under the names that they are stored by. */
function sentColumns({ params, files }: Context, collection: Collection, places: readonly string[]): Record<string, Json> {
  // `filter[environment_scope]` is no attribute; one that is named like its column is.
  const [outer = "", inner] = collection.apart?.parameter.split("[") ?? [];
  const apart = inner === undefined ? [] : [outer];
  const passing = [...places, ...(collection.passing ?? []), ...files.keys(), ...apart, "page", "per_page"];
  return stored(collection, params.sent(passing));
}

/** Attributes under the names that they are stored by. */
function stored({ stores }: Collection, sent: Columns): Record<string, Json> {
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [stores?.[name] ?? name, value]));
}

/** What facts say that parameters are when a creation does not send them. */
function withPresets({ knowledge }: Context, collection: Collection): Record<string, Json> {
  return stored(collection, without(knowledge?.presets ?? {}, collection.passing ?? []));
}

function without(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)));
}

function check(context: Context, collection: Collection, home: EntryHome, columns: Columns, before: Entry | undefined): void {
  const wrong: Record<string, string[]> = {};
  for (const name of collection.filled ?? []) {
    const value = Object.hasOwn(columns, name) ? columns[name] : before?.[name];
    if (value === undefined || value === null || (typeof value === "string" && value.trim() === ""))
      wrong[name] = ["can't be blank"];
  }
  for (const [name, longest] of Object.entries(collection.longest ?? {})) {
    const value = columns[name];
    if (typeof value === "string" && Array.from(value).length > longest)
      wrong[name] = [`is too long (maximum is ${longest} characters)`];
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  refuseTwins(context, collection, home, columns, before);
}

function refuseTwins(
  context: Context,
  collection: Collection,
  home: EntryHome,
  columns: Columns,
  before: Entry | undefined,
): void {
  const { unique } = collection;
  if (unique === undefined) return;
  const textFor = (value: Json = null): string => {
    const text = JSON.stringify(value);
    return unique.ignoreCase === true ? text.toLowerCase() : text;
  };
  const wanted = { ...before, ...columns };
  const isTwin = (entry: Entry): boolean =>
    entry.id !== before?.id && unique.columns.every((name) => textFor(entry[name]) === textFor(wanted[name]));
  if (!entriesIn(context, collection, home).some(isTwin)) return;
  throw unique.refuse?.(wanted) ?? invalid({ [unique.columns[0] ?? "base"]: ["has already been taken"] });
}

function refuseMore(context: Context, collection: Collection, home: EntryHome): void {
  const { cap } = collection;
  if (cap !== undefined && context.store.of(collection.table).count("home", homeKeyOf(home)) >= cap.count)
    throw invalid({ base: [cap.message] });
  if (collection.single !== undefined && entriesIn(context, collection, home).length > 0)
    throw collection.unique?.refuse?.({}) ?? new HttpError(422, { error: `${titled(collection.name)} exists` });
}

/** `push_rule` as `Push rule`. */
function titled(name: string): string {
  const [first = "", ...rest] = name.replaceAll(/[_/]/g, " ");
  return first.toUpperCase() + rest.join("");
}

function nextNumber({ store }: Context, collection: Collection, home: EntryHome): number {
  const highest = (): number =>
    Math.max(0, ...entriesIn({ store }, collection, home).map(({ iid }) => (typeof iid === "number" ? iid : 0)));
  return nextInternalId(store, collection.table.name, home, highest);
}
