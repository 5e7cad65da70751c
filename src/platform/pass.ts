import { TrueupError } from "../core/errors.js";
import { isObject, type Json } from "../core/json.js";
import type { Connection } from "./connection.js";
import { numberHeader } from "./headers.js";
import { type AskedList, type Page, pagesSaid, saysNothing } from "./next-page.js";

/** So many pages in a row that bring nothing new are not believed. */
const mostBarren = 3;
/** A list may grow while it is read: by so many pages and so large a part of what it said. */
const growth = { pages: 10, part: 0.1 };

/**
 * One reading of a list from its first page on. It takes the pages in order, leaves out what came already, and says afterwards whether the list held still and showed all that it says it has.
 */
export class Pass {
  /** True once a page says that there is nothing more, whatever its headers say. */
  isOver = false;
  private readonly ids = new Set<number | string>();
  private count = 0;
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
    this.count += fresh.length;
    const content = JSON.stringify(page.items.map((item) => itemIdentity(item) ?? item));
    if (page.items.length > 0 && content === this.last) this.repeated(page);
    else this.last = content;
    this.barren = fresh.length === 0 ? this.barren + 1 : 0;
    if (this.barren > mostBarren) throw this.repeats();
    return fresh;
  }

  /** True if nothing moved from page to page, and the list showed as much as it said. `isRepeat`: what an earlier pass showed is known. */
  isSettled(isRepeat: boolean): boolean {
    if (this.hasMoved || this.lacks(this.count) > 0) return false;
    return this.total !== undefined || this.pages === 1 || isRepeat || this.list.asked["pagination"] === "keyset";
  }

  /** How many of the entries that the list says it has are not among so many. */
  lacks(shown: number): number {
    return Math.max((this.total ?? 0) - shown, 0);
  }

  /** Different items until now. */
  get shown(): number {
    return this.count;
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
