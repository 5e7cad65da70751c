import type { Query } from "../core/api.js";
import { isObject, type Json } from "../core/json.js";
import type { Connection } from "./connection.js";
import { nextLink, numberHeader, type ReplyHeaders } from "./headers.js";
import { apiPathOf } from "./path.js";
import { readQuery, withQuery } from "./query.js";

/** A list as it is asked for. */
export interface AskedList {
  readonly path: string;
  readonly asked: Query;
}

/** One page of a list. */
export interface Page {
  /** Path and query by which it was asked for. */
  readonly path: string;
  readonly items: readonly Json[];
  readonly headers: ReplyHeaders;
}

/** Where a list goes on; `outside` if that is not on the API. */
export type NextPage = { readonly path: string } | "outside" | undefined;

/** A server that was asked for 100 and gives its own number for each page gives at least this many. */
const smallestPage = 20;

/**
 * The page after this one: by its `Link`, else by `X-Next-Page`. Where neither says one, the page number goes up by one while the totals say that there are more pages,
 * and, where the server says nothing of pages at all, while pages are full: what stands between may have taken the headers away.
 * `wasLinked`: a page before this one had a `Link`, so nothing takes them away.
 */
export function nextPage(connection: Connection, list: AskedList, page: Page, wasLinked: boolean): NextPage {
  const { headers } = page;
  const link = nextLink(headers);
  if (link !== undefined) {
    const path = apiPathOf(connection, link);
    return path === undefined ? "outside" : { path };
  }
  const { path, asked } = list;
  const said = numberHeader(headers, "x-next-page");
  if (said !== undefined) return { path: withQuery(path, { ...asked, page: said }) };
  const next =
    asked["pagination"] === "keyset" ? behind(asked, page, wasLinked) : following(asked, page, connection.limits.pages);
  return next && { path: withQuery(path, { ...asked, ...next }) };
}

/** The number of pages that a reply says there are; undefined where it says none, or more than is believed. */
export function pagesSaid(headers: ReplyHeaders, asked: Query, most: number): number | undefined {
  const total = numberHeader(headers, "x-total");
  const counted = total === undefined ? undefined : Math.ceil(total / perPage(asked, headers));
  const pages = numberHeader(headers, "x-total-pages") ?? counted;
  return pages !== undefined && pages <= most ? Math.max(pages, 1) : undefined;
}

/** True if the server says nothing at all of pages. */
export function saysNothing(headers: ReplyHeaders): boolean {
  return ["link", "x-next-page", "x-total-pages", "x-total"].every((name) => headers[name] === undefined);
}

function perPage(asked: Query, headers: ReplyHeaders = {}): number {
  const own = Number(asked["per_page"]) || 100;
  return Math.max(Math.min(own, numberHeader(headers, "x-per-page") ?? own), 1);
}

function following(asked: Query, { path, items, headers }: Page, most: number): Query | undefined {
  const number = Number(readQuery(path).query["page"] ?? 1);
  if (items.length === 0 || !Number.isSafeInteger(number)) return undefined;
  const pages = pagesSaid(headers, asked, most);
  if (pages !== undefined) return number < pages ? { page: number + 1 } : undefined;
  if (asked["per_page"] === undefined) return undefined;
  // A list of more than was asked for comes as a whole.
  const isFull = items.length >= Math.min(perPage(asked), smallestPage) && items.length <= perPage(asked);
  return isFull && saysNothing(headers) ? { page: number + 1 } : undefined;
}

/** By keyset a list in the order of ids goes on behind the last one. Servers send no `Link` after the last page, nor where something took it away. */
function behind(asked: Query, { items, headers }: Page, wasLinked: boolean): Query | undefined {
  const last = items.at(-1);
  const id = isObject(last) ? last["id"] : undefined;
  const isFull = items.length === perPage(asked);
  if (wasLinked || !isFull || typeof id !== "number" || asked["order_by"] !== "id" || !saysNothing(headers)) return undefined;
  return asked["sort"] === "asc" ? { id_after: id } : { id_before: id };
}
