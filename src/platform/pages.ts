import type { FirstPage, Query } from "../core/api.js";
import { ApiError, TrueupError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";
import type { Connection } from "./connection.js";
import type { Delivered } from "./deliver.js";
import { nextLink, numberHeader } from "./headers.js";
import { apiPathOf } from "./path.js";
import { withQuery } from "./query.js";
import type { ReadTransport } from "./read-transport.js";

interface Page {
  readonly items: readonly JsonObject[];
  readonly delivered: Delivered;
}

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
    const items = unseen(first.items, seen);
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
    return [...pages.flatMap(({ items }) => items), ...grown];
  }

  /** Goes on from a page by its `Link`, else by `X-Next-Page`, until there is none. */
  private async follow(path: string, asked: Query, from: Page): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    const visited = new Set<string>();
    let next = this.nextOf(path, asked, from);
    while (next !== undefined) {
      if (visited.has(next)) throw this.confused(path, "its pages lead in a circle");
      visited.add(next);
      const page = await this.page(next);
      for (const item of page.items) items.push(item);
      next = this.nextOf(path, asked, page);
    }
    return items;
  }

  private nextOf(path: string, asked: Query, { delivered: { headers } }: Page): string | undefined {
    const link = nextLink(headers);
    if (link !== undefined) {
      const next = apiPathOf(this.connection, link);
      if (next === undefined) throw this.confused(path, "its next page lies outside of /api/v4");
      return next;
    }
    const page = numberHeader(headers, "x-next-page");
    return page === undefined ? undefined : withQuery(path, { ...asked, page });
  }

  private async page(path: string): Promise<Page> {
    const delivered = await this.transport.request("GET", path);
    const { body } = delivered;
    if (!Array.isArray(body)) throw this.confused(path, "it answered something else than a list");
    const items: readonly unknown[] = body;
    return { items: items.filter(isObject), delivered };
  }

  private confused(path: string, what: string): TrueupError {
    const route = this.connection.redactor.scrub(path.split("?")[0] ?? "");
    return new TrueupError({
      code: "api.not_the_api",
      message: `GET ${route} does not look like the API: ${what}.`,
      hint: "Is the URL right, and is there a proxy in front of it?",
      where: `GET ${route}`,
    });
  }
}

function unseen(items: readonly JsonObject[], seen: Set<unknown>): JsonObject[] {
  return items.filter(({ id }) => {
    if (typeof id !== "number" && typeof id !== "string") return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** The 405 of an offset above the cap of 50,000 records (document 1, Limits). */
function demandsKeyset(error: unknown, query: Query): boolean {
  return (
    error instanceof ApiError &&
    error.status === 405 &&
    query["pagination"] !== "keyset" &&
    /keyset/i.test(error.serverMessage) &&
    !/not yet available/i.test(error.serverMessage)
  );
}

function keyset(query: Query): Query {
  return { ...query, page: undefined, pagination: "keyset", order_by: "id", sort: "asc" };
}
