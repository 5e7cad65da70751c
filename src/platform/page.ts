import type { Query } from "../core/api.js";
import { ApiError, TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { answering, replyError } from "../core/reply.js";
import type { Connection } from "./connection.js";
import type { Success } from "./deliver.js";
import { nextLink, numberHeader } from "./headers.js";
import { apiPathOf } from "./path.js";
import { withQuery } from "./query.js";
import type { ReadTransport } from "./read-transport.js";

/** One page of a list. */
export interface Page {
  readonly items: readonly Json[];
  readonly delivered: Success;
}

/** Reads one page. Throws ApiError, and TrueupError `api.not_the_api` for what is no list. */
export async function readPage(connection: Connection, transport: ReadTransport, path: string): Promise<Page> {
  const delivered = await transport.request("GET", path);
  const { body } = delivered;
  if (!Array.isArray(body)) throw confused(connection, path, "it answered something else than a list");
  return { items: body as readonly Json[], delivered };
}

/** The path of the page after this one, by its `Link`, else by `X-Next-Page`; undefined after the last. */
function nextOf(connection: Connection, path: string, asked: Query, { delivered: { headers } }: Page): string | undefined {
  const link = nextLink(headers);
  if (link !== undefined) {
    const next = apiPathOf(connection, link);
    if (next === undefined) throw confused(connection, path, "its next page lies outside of /api/v4");
    return next;
  }
  const page = numberHeader(headers, "x-next-page");
  return page === undefined ? undefined : withQuery(path, { ...asked, page });
}

/** Pages one after the other, from this one on but without it. */
export async function* pagesAfter(
  connection: Connection,
  transport: ReadTransport,
  list: { readonly path: string; readonly asked: Query },
  from: Page,
): AsyncGenerator<Page> {
  const { path, asked } = list;
  const visited = new Set<string>();
  let next = nextOf(connection, path, asked, from);
  while (next !== undefined) {
    if (visited.has(next)) throw confused(connection, path, "its pages lead in a circle");
    visited.add(next);
    const page = await readPage(connection, transport, next);
    yield page;
    next = nextOf(connection, path, asked, page);
  }
}

/** The items that were not seen before, as far as they have an id; remembers them. */
export function unseen<Item extends Json>(items: readonly Item[], seen: Set<unknown>): Item[] {
  return items.filter((item) => {
    const identity = identityOf(item);
    if (identity === undefined) return true;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** Numbers are given once. A text may be the hash of a content, which several files have: then only the whole tells. */
function identityOf(item: Json): number | string | undefined {
  const id = isObject(item) ? item["id"] : undefined;
  if (typeof id === "string") return JSON.stringify(item);
  return typeof id === "number" ? id : undefined;
}

/** The 405 of an offset above the cap of 50,000 records (document 1, Limits). */
export function demandsKeyset(error: unknown, query: Query): boolean {
  return (
    error instanceof ApiError &&
    error.status === 405 &&
    query["pagination"] !== "keyset" &&
    /keyset/i.test(error.serverMessage) &&
    !/not yet available/i.test(error.serverMessage)
  );
}

/** The same list by keyset, which knows no other order than the id's. */
export function keyset(query: Query): Query {
  return { ...query, page: undefined, pagination: "keyset", order_by: "id", sort: query["sort"] === "desc" ? "desc" : "asc" };
}

/** A read by its path, as errors name it. */
export function requestFor({ redactor }: Connection, path: string): string {
  return `GET ${redactor.scrub(path.split("?")[0] ?? "")}`;
}

/** An item of a list of things. Throws `reply.type` for what is no object: it must not count as not there. */
export function itemOf(request: string, item: Json): JsonObject {
  if (isObject(item)) return answering(request, item);
  throw replyError(request, { attribute: "item of the list", due: "an object", shown: item });
}

function confused(connection: Connection, path: string, what: string): TrueupError {
  const where = requestFor(connection, path);
  return new TrueupError({
    code: "api.not_the_api",
    message: `${where} does not look like the API: ${what}.`,
    hint: "Is the URL right, and is there a proxy in front of it?",
    where,
  });
}
