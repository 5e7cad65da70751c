import type { FirstPage, Query } from "../core/api.js";
import type { JsonObject } from "../core/json.js";
import type { Connection } from "./connection.js";
import { numberHeader } from "./headers.js";
import { demandsKeyset, itemOf, keyset, type Page, pagesAfter, readPage, requestFor, unseen } from "./page.js";
import { withQuery } from "./query.js";
import type { ReadTransport } from "./read-transport.js";

/** More pages than this are never believed; a server leaves its totals out above 10,000 rows. */
const mostPages = 10_000;

/** Reads lists page by page (document 1, conventions 7 and Limits; headers as in the reference of real servers, section A). */
export class Pages {
  constructor(
    private readonly connection: Connection,
    private readonly transport: ReadTransport,
  ) {}

  /** The first page of up to 100, and the way to the rest. Entries whose id was seen already are left out: lists shift while they are read. */
  async first(path: string, query: Query): Promise<FirstPage> {
    const asked: Query = { per_page: 100, ...query };
    let first: Page;
    try {
      first = await this.page(withQuery(path, asked));
    } catch (error) {
      if (!demandsKeyset(error, query)) throw error;
      return this.first(path, keyset(query));
    }
    const seen = new Set<unknown>();
    const items = unseen(this.objects(path, first), seen);
    const total = numberHeader(first.delivered.headers, "x-total-pages");
    const totalPages = total !== undefined && total <= mostPages ? Math.max(total, 1) : undefined;
    const rest = async (): Promise<readonly JsonObject[]> => {
      try {
        return unseen(await this.rest(path, asked, first, totalPages), seen);
      } catch (error) {
        if (!demandsKeyset(error, query)) throw error;
        const again = await this.first(path, keyset(query));
        return unseen([...again.items, ...(await again.rest())], seen);
      }
    };
    return { items, totalPages, rest };
  }

  private async rest(path: string, asked: Query, first: Page, totalPages: number | undefined): Promise<readonly JsonObject[]> {
    if (totalPages === undefined || asked["pagination"] === "keyset") return this.follow(path, asked, first);
    const start = typeof asked["page"] === "number" ? asked["page"] : 1;
    const numbers = Array.from({ length: Math.max(totalPages - start, 0) }, (_, index) => start + 1 + index);
    const pages = await Promise.all(numbers.map((page) => this.page(withQuery(path, { ...asked, page }))));
    const last = pages.at(-1);
    // The list may have grown meanwhile.
    const grown = last === undefined ? [] : await this.follow(path, asked, last);
    return [...pages.flatMap((page) => this.objects(path, page)), ...grown];
  }

  private async follow(path: string, asked: Query, from: Page): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    for await (const page of pagesAfter(this.connection, this.transport, { path, asked }, from)) {
      for (const item of this.objects(path, page)) items.push(item);
    }
    return items;
  }

  private objects(path: string, { items }: Page): JsonObject[] {
    const request = requestFor(this.connection, path);
    return items.map((item) => itemOf(request, item));
  }

  private async page(path: string): Promise<Page> {
    return readPage(this.connection, this.transport, path);
  }
}
