import type { UploadedFile } from "./body.js";
import type { ServedFacts } from "./facts/served.js";
import type { Instance } from "./instance.js";
import type { OperationKnowledge } from "./operations.js";
import { firstPlace } from "./order.js";
import type { Parameters } from "./parameters.js";
import type { Json, ScheduledWork, Token, User } from "./records.js";
import { HttpError, type Reply, badParameters, invalid, ok } from "./replies.js";
import type { Schema } from "./schema.js";
import type { Store } from "./store.js";
import { CREDENTIAL_NAMES } from "./url.js";
import type { BrokenLimits } from "./validate.js";

/** The request as it came, for links and conditional headers. */
interface RequestFacts {
  readonly method: string;
  /** Path with its encoding, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

/** What handlers and background work share. */
export interface PlatformState {
  readonly store: Store;
  readonly instance: Instance;
  /** What the release knows; of real servers only. */
  readonly facts?: ServedFacts | undefined;
}

/** All that a handler may use. */
export interface Context extends PlatformState {
  readonly params: Parameters;
  /** The name of a parameter in the instance's dialect, for messages. */
  readonly wire: (name: string) => string;
  /** The caller; undefined when anonymous. With sudo, the user that the caller acts as. */
  readonly user: User | undefined;
  /** What the caller came with; undefined without a credential, and for the token that the emulator was started with. */
  readonly token: Token | undefined;
  /** The token that the emulator was started with; `root` also signs in with it as a password. */
  readonly adminToken: string;
  /** File parts of a multipart body, by parameter name. */
  readonly files: ReadonlyMap<string, UploadedFile>;
  readonly request: RequestFacts;
  /** What the release knows of this operation; of real servers only. */
  readonly knowledge?: OperationKnowledge | undefined;
  /** Limits of the model that the parameters break, by the parameter's neutral name. */
  readonly limits: BrokenLimits;
}

export type Handler = (context: Context) => Reply;

/** Work that runs later, in a transaction of its own, with the input it was scheduled with. */
export type Work = (state: PlatformState, input: Json) => void;

/** A part of a seed: its key, what it is, the schema of one entry, and how entries become rows. */
export interface SeedPart {
  readonly key: string;
  /** What the entries are, for who writes a seed. */
  readonly about: string;
  readonly entry: Schema;
  readonly load: (state: PlatformState, entries: readonly Json[]) => void;
}

/** Throws 400 `{"message":{"title":["is too long (maximum is 255 characters)"]}}` when parameters break limits of the model. */
export function checkLimits(context: Context): void {
  const broken = Object.entries(context.limits).map(([name, messages]) => [context.wire(name), messages] as const);
  if (broken.length > 0) throw invalid(Object.fromEntries(broken));
}

/**
 * Schedules work: `work` is a name that a resource registered, `input` is all it gets. It is stored with the transaction that asks for it, and so runs
 * only if that is committed, and after a restart too.
 */
export function later(world: PlatformState, milliseconds: number, work: string, input: Json): ScheduledWork {
  return world.store.scheduledWork.insert({ due: Date.now() + milliseconds, work, input, failure: null });
}

const LARGEST_PAGE = 100;

const COUNTED_ROWS = 10_000;

const LARGEST_OFFSET = 50_000;

/**
 * One page of a list that is filtered and sorted already (document 1, conventions 7; headers as in the reference of real servers). The operation must
 * declare `page` and `per_page`. Throws 405 when keyset pagination is asked for, which plain lists do not have.
 * @param cap the type named in the 405 of a page that would show what comes after 50,000 records (document 1, Limits)
 */
export function page<T>(items: readonly T[], context: Context, present: (item: T) => Json, cap?: { type: string }): Reply {
  if (wantsKeyset(context)) throw keysetRefused();
  const [number, size] = [context.params.number("page") ?? 1, perPage(context)];
  const start = (number - 1) * size;
  if (cap !== undefined && number * size > LARGEST_OFFSET) throw offsetRefused(cap.type);
  const total = items.length;
  const pages = Math.max(Math.ceil(total / size), 1);
  const next = start + size < total ? String(number + 1) : "";
  const previous = number > 1 ? String(Math.min(number - 1, pages)) : "";
  const link = (rel: string, target: string): string =>
    `<${linkTo(context, { page: target, per_page: String(size) })}>; rel="${rel}"`;
  const counted = total <= COUNTED_ROWS;
  const links = [
    ...(previous === "" ? [] : [link("prev", previous)]),
    ...(next === "" ? [] : [link("next", next)]),
    link("first", "1"),
    ...(counted ? [link("last", String(pages))] : []),
  ];
  return {
    ...ok(items.slice(start, start + size).map(present)),
    headers: {
      Link: links.join(", "),
      "X-Page": String(number),
      "X-Per-Page": String(size),
      "X-Next-Page": next,
      "X-Prev-Page": previous,
      ...(counted ? { "X-Total": String(total), "X-Total-Pages": String(pages) } : {}),
    },
  };
}

/** True when the request says `pagination=keyset`. */
export function wantsKeyset(context: Context): boolean {
  return context.request.query.get("pagination") === "keyset";
}

/** 405 for a list or an order that has no keyset pagination. */
export function keysetRefused(): HttpError {
  return new HttpError(405, { error: "Keyset pagination is not yet available for this type of request" });
}

/**
 * A keyset page by id: only `Link rel="next"`, which carries `id_after` (ascending) or `id_before`; no Link at the end. Throws 405 unless the order is by id.
 * The operation declares `id_after`, `id_before`, `order_by`, `sort` and `per_page`.
 * @param scan rows in a range of ids, filtered; only as many as one page needs are taken from it (`Table.scan` begins anywhere at equal cost)
 */
export function pageById<T extends { readonly id: number }>(
  scan: (range: { after?: number | undefined; before?: number | undefined; descending: boolean }) => Iterable<T>,
  context: Context,
  present: (item: T) => Json,
): Reply {
  if (context.params.text("order_by") !== "id") throw keysetRefused();
  const descending = context.params.text("sort") !== "asc";
  const range = { after: context.params.number("id_after"), before: context.params.number("id_before"), descending };
  const { items, last } = take(scan(range), perPage(context));
  const position = descending ? "id_before" : "id_after";
  return keysetPage(context, items.map(present), last && { [position]: String(last.id) });
}

/**
 * A keyset page by cursor over a sorted list: the next link carries an opaque `cursor`.
 * @param place what the list is sorted by, ascending: a text, then the id
 */
export function pageByCursor<T>(
  sorted: readonly T[],
  context: Context,
  place: (item: T) => readonly [string, number],
  present: (item: T) => Json,
): Reply {
  const cursor = context.request.query.get("cursor");
  const start = cursor === null ? 0 : firstAfter(sorted, place, readCursor(cursor));
  const { items, last } = take(sorted.slice(start, start + perPage(context) + 1), perPage(context));
  const next = last === undefined ? undefined : Buffer.from(JSON.stringify(place(last))).toString("base64url");
  return keysetPage(context, items.map(present), next === undefined ? undefined : { cursor: next });
}

function keysetPage(context: Context, body: readonly Json[], next: Readonly<Record<string, string>> | undefined): Reply {
  return { ...ok(body), headers: next === undefined ? {} : { Link: `<${linkTo(context, next)}>; rel="next"` } };
}

/** `per_page`, clamped to 100 without a word, as real servers do; 20 when it was not sent. */
function perPage(context: Context): number {
  return Math.min(context.params.number("per_page") ?? 20, LARGEST_PAGE);
}

function offsetRefused(type: string): HttpError {
  const error =
    `Offset pagination has a maximum allowed offset of ${LARGEST_OFFSET} for requests that return objects of type ${type}. ` +
    "Remaining records can be retrieved using keyset pagination.";
  return new HttpError(405, { error });
}

/** The first items, and the last of them when there are more. */
function take<T>(source: Iterable<T>, size: number): { items: T[]; last: T | undefined } {
  const items: T[] = [];
  for (const item of source) {
    if (items.length === size) return { items, last: items.at(-1) };
    items.push(item);
  }
  return { items, last: undefined };
}

function firstAfter<T>(
  sorted: readonly T[],
  place: (item: T) => readonly [string, number],
  [text, id]: readonly [string, number],
): number {
  return firstPlace(sorted, (item) => {
    const [itemText, itemId] = place(item);
    return itemText < text || (itemText === text && itemId <= id);
  });
}

function readCursor(cursor: string): readonly [string, number] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number") return [value[0], value[1]];
  } catch {
    // Falls through to the refusal below: whatever is no cursor of ours is invalid alike.
  }
  throw badParameters("cursor is invalid");
}

function linkTo(context: Context, changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(context.request.query);
  for (const name of CREDENTIAL_NAMES) query.delete(name);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return `${context.instance.url}${context.request.path}?${query.toString()}`;
}
