import type { FirstPage, Query } from "../core/api.js";
import type { Json, JsonObject } from "../core/json.js";
import type { Connection } from "./connection.js";
import { type AskedList, type Page, pagesSaid } from "./next-page.js";
import { demandsKeyset, itemOf, keyset, pagesAfter, readPage, requestFor } from "./page.js";
import { itemIdentity, incomplete, Pass } from "./pass.js";
import { withQuery } from "./query.js";
import type { ReadTransport } from "./read-transport.js";

/** How often a list is read before what it shows counts. */
export const mostPasses = 3;
/** Numbered pages that are asked for at once: enough to keep every connection busy, and few where a list is shorter than it says. */
const atOnce = 32;

/** A list whose first page is there. */
interface Begun {
  readonly list: AskedList;
  readonly page: Page;
  readonly pass: Pass;
  readonly items: readonly Json[];
}

/** Reads lists page by page (document 1, conventions 7 and Limits; headers as in the reference of real servers, section A). */
export class Pages {
  constructor(
    private readonly connection: Connection,
    private readonly transport: ReadTransport,
  ) {}

  /** The first page of up to 100, and the ways to the rest. What came already is left out: lists shift while they are read. */
  async first(path: string, query: Query): Promise<FirstPage> {
    const begun = await this.begin({ path, asked: { per_page: 100, ...query } });
    const request = requestFor(this.connection, path);
    const objects = (items: readonly Json[]): JsonObject[] => items.map((item) => itemOf(request, item));
    return {
      items: objects(begun.items),
      totalPages: pagesSaid(begun.page.headers, begun.list.asked, this.connection.limits.pages),
      rest: async () => objects(await this.whole(begun)),
      shown: async () => objects((await this.rest(begun)).items),
    };
  }

  private async begin(list: AskedList): Promise<Begun> {
    let page: Page;
    try {
      page = await readPage(this.connection, this.transport, withQuery(list.path, list.asked));
    } catch (error) {
      if (!demandsKeyset(error, list.asked)) throw error;
      return this.begin({ ...list, asked: keyset(list.asked) });
    }
    const pass = new Pass(this.connection, list);
    return { list, page, pass, items: pass.take(page) };
  }

  /** All but the first page. The list is read again while it shifts or shows less than it says. */
  private async whole(begun: Begun): Promise<readonly Json[]> {
    let { items, pass } = await this.rest(begun);
    for (let passes = 1; !pass.isSettled(true); passes++) {
      const lacking = pass.lacks(pass.shown);
      if (passes === mostPasses && lacking > 0) throw incomplete(this.connection, begun.list, pass.shown, lacking);
      if (passes === mostPasses) break;
      const again = await this.begin(begun.list);
      const further = await this.rest(again);
      items = without(begun.items, [...again.items, ...further.items]);
      pass = further.pass;
    }
    return items;
  }

  /** What one pass shows behind its first page. */
  private async rest(begun: Begun): Promise<{ readonly items: readonly Json[]; readonly pass: Pass }> {
    try {
      return { items: await this.onward(begun), pass: begun.pass };
    } catch (error) {
      if (!demandsKeyset(error, begun.list.asked)) throw error;
      const again = await this.begin({ ...begun.list, asked: keyset(begun.list.asked) });
      const further = await this.rest(again);
      return { items: without(begun.items, [...again.items, ...further.items]), pass: further.pass };
    }
  }

  private async onward({ list, page: first, pass }: Begun): Promise<Json[]> {
    const { asked, path } = list;
    const items: Json[] = [];
    const pages = pagesSaid(first.headers, asked, this.connection.limits.pages) ?? 1;
    const start = Number(asked["page"] ?? 1);
    let last = first;
    if (asked["pagination"] !== "keyset") {
      for (let next = start + 1; next <= pages && !pass.isOver; next += atOnce) {
        const numbers = Array.from({ length: Math.min(atOnce, pages - next + 1) }, (_, index) => next + index);
        const read = numbers.map(async (page) => readPage(this.connection, this.transport, withQuery(path, { ...asked, page })));
        // oxlint-disable-next-line no-await-in-loop -- a list that ends early is not asked for all that it said
        for (last of await Promise.all(read)) items.push(...pass.take(last));
        if (last.items.length === 0) return items;
      }
    }
    // The list may have grown meanwhile.
    for await (const more of pagesAfter(this.connection, this.transport, list, last, pass)) items.push(...more);
    return items;
  }
}

/** The items that are not among those known already. */
function without(known: readonly Json[], items: readonly Json[]): Json[] {
  const nameOf = (item: Json): number | string => itemIdentity(item) ?? JSON.stringify(item);
  const names = new Set(known.map(nameOf));
  return items.filter((item) => !names.has(nameOf(item)));
}
