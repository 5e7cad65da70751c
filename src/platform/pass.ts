import type { KeptPart, Query } from "../core/api.js";
import { TrueupError } from "../core/errors.js";
import { isObject, type Json } from "../core/json.js";
import type { Connection } from "./connection.js";
import { nextLink, numberHeader, type ReplyHeaders } from "./headers.js";
import { apiPathOf } from "./path.js";
import { readQuery, withQuery } from "./query.js";

/** So many pages in a row that bring nothing new are not believed. */
const mostBarren = 3;
/** A list may grow while it is read: by so many pages and so large a part of what it said. */
const growth = { pages: 10, part: 0.1 };

/** One reading of a list from its first page on. It takes the pages in order, leaves out what came already, and says afterwards whether the list held still and showed all that it says it has. */
export class Pass {
  /** True once a page says that there is nothing more, whatever its headers say. */
  isOver = false;
  /** Different items until now. */
  shown = 0;
  private readonly ids = new Set<number | string>();
  private pages = 0;
  private barren = 0;
  private total: number | undefined;
  private hasMoved = false;
  private last = "";
  /** Pages that the first one said there are. */
  private said: number | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly list: AskedList,
  ) {}

  /** The items that did not come before. Throws TrueupError `api.pages_repeat` and `api.pages_endless`. */
  take(page: Page): Json[] {
    const { headers } = page;
    this.pages++;
    this.bound(page);
    this.learnTotal(numberHeader(headers, "x-total"));
    const fresh = page.items.filter((item) => this.isFresh(item));
    this.shown += fresh.length;
    const content = JSON.stringify(page.items.map((item) => itemIdentity(item) ?? item));
    if (page.items.length > 0 && content === this.last) this.repeated(page);
    else this.last = content;
    this.barren = fresh.length === 0 ? this.barren + 1 : 0;
    if (this.barren > mostBarren) throw this.repeats();
    return fresh;
  }

  /** True if nothing moved from page to page, and the list showed as much as it said. `isRepeat`: what an earlier pass showed is known. */
  isSettled(isRepeat: boolean): boolean {
    if (this.hasMoved || this.lacks(this.shown) > 0) return false;
    return this.total !== undefined || this.pages === 1 || isRepeat || this.list.asked["pagination"] === "keyset";
  }

  /** How many of the entries that the list says it has are not among so many. */
  lacks(shown: number): number {
    return Math.max((this.total ?? 0) - shown, 0);
  }

  private isFresh(item: Json): boolean {
    const identity = itemIdentity(item);
    if (identity === undefined) return true;
    if (!this.ids.has(identity)) {
      this.ids.add(identity);
      return true;
    }
    this.hasMoved ||= typeof identity === "number";
    return false;
  }

  private learnTotal(total: number | undefined): void {
    // Of a list that is read from its middle the total says nothing.
    if (total === undefined || this.list.asked["page"] !== undefined) return;
    this.hasMoved ||= this.total !== undefined && this.total !== total;
    this.total = total;
  }

  private bound({ headers }: Page): void {
    const most = this.connection.limits.pages;
    if (this.pages === 1) this.said = pagesSaid(headers, this.list.asked, most);
    const believed = this.said === undefined ? most : this.said + growth.pages + Math.ceil(this.said * growth.part);
    if (this.pages <= Math.min(believed, most)) return;
    const route = this.route();
    const isLimit = this.said === undefined || believed > most;
    throw new TrueupError({
      code: "api.pages_endless",
      where: route,
      message: isLimit
        ? `${route} goes on after ${most.toLocaleString("en")} pages, which is the limit.`
        : `${route} said that it has ${this.said} ${this.said === 1 ? "page" : "pages"}, and goes on after ${this.pages - 1}.`,
      hint: isLimit
        ? "If the list is that long, raise --max-pages; else see what stands between here and the server."
        : "Run it again; if it stays so, see what stands between here and the server.",
    });
  }

  /** The same page again: where nothing is said of pages, and it is not full, the list was whole with the first one. */
  private repeated({ items, headers }: Page): void {
    const isShort = items.length < (Number(this.list.asked["per_page"]) || 100);
    if (this.pages !== 2 || !isShort || !saysNothing(headers)) throw this.repeats();
    this.isOver = true;
    this.hasMoved = false;
  }

  private repeats(): TrueupError {
    const route = this.route();
    return new TrueupError({
      code: "api.pages_repeat",
      where: route,
      message: `${route} gives the same page again: page ${this.pages} brings nothing that did not come before, so what the list holds cannot be known.`,
      hint: "Something between here and the server may take parameters away from requests, or answer from a cache.",
    });
  }

  private route(): string {
    return `GET ${this.connection.redactor.scrub(this.list.path)}`;
  }
}

/** For a list that is needed whole and kept back what it says it has each time. */
export function incomplete(connection: Connection, { path }: AskedList, shown: number, lacking: number): TrueupError {
  const route = `GET ${connection.redactor.scrub(path)}`;
  return new TrueupError({
    code: "api.list_incomplete",
    where: route,
    message: `${route} says that it has ${(shown + lacking).toLocaleString("en")} entries and shows ${shown.toLocaleString("en")}, also when it is read again.`,
    hint: "Run it again when the server is quiet; if it stays so, see what stands between here and the server.",
  });
}

/** What tells an item from others: numbers are given once. A text may be the hash of a content, which several files have: then only the whole tells. */
export function itemIdentity(item: Json): number | string | undefined {
  const id = isObject(item) ? item["id"] : undefined;
  if (typeof id === "string") return JSON.stringify(item);
  return typeof id === "number" ? id : undefined;
}

/** A list as it is asked for. */
export interface AskedList {
  readonly path: string;
  readonly asked: Query;
  readonly keep?: KeptPart;
}

/** One page of a list. */
export interface Page {
  /** Path and query by which it was asked for. */
  readonly path: string;
  readonly items: readonly Json[];
  readonly headers: ReplyHeaders;
}

/** Where a list goes on; `outside` if that is not on the API. */
type NextPage = { readonly path: string } | "outside" | undefined;

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
  const pageNumber = numberHeader(headers, "x-next-page");
  if (pageNumber !== undefined) return { path: withQuery(path, { ...asked, page: pageNumber }) };
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
function saysNothing(headers: ReplyHeaders): boolean {
  return ["link", "x-next-page", "x-total-pages", "x-total"].every((name) => headers[name] === undefined);
}

function perPage(asked: Query, headers: ReplyHeaders = {}): number {
  const pageSize = Number(asked["per_page"]) || 100;
  return Math.max(Math.min(pageSize, numberHeader(headers, "x-per-page") ?? pageSize), 1);
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
