import type { FirstPage, KeptPart, Query } from "../core/api.js";
import { ApiError, TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { answering, replyError } from "../core/reply.js";
import type { Connection } from "./connection.js";
import { deliver, type Success } from "./deliver.js";
import { nextLink } from "./headers.js";
import { type AskedList, incomplete, itemIdentity, nextPage, type Page, pagesSaid, Pass } from "./pass.js";
import { apiTarget } from "./path.js";
import { withQuery } from "./query.js";

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
  constructor(private readonly connection: Connection) {}

  /** The first page of up to 100, and the ways to the rest. What came already is left out: lists shift while they are read. */
  async first(path: string, query: Query, keep?: KeptPart): Promise<FirstPage> {
    const begun = await this.begin({ path, asked: { per_page: 100, ...query }, ...(keep ? { keep } : {}) });
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
      page = await readPage(this.connection, list, list.asked);
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
    const { asked } = list;
    const items: Json[] = [];
    const pages = pagesSaid(first.headers, asked, this.connection.limits.pages) ?? 1;
    const start = Number(asked["page"] ?? 1);
    let last = first;
    if (asked["pagination"] !== "keyset") {
      for (let next = start + 1; next <= pages && !pass.isOver; next += atOnce) {
        const numbers = Array.from({ length: Math.min(atOnce, pages - next + 1) }, (_, index) => next + index);
        const asking = numbers.map(async (page) => readPage(this.connection, list, { ...asked, page }));
        // oxlint-disable-next-line no-await-in-loop -- a list that ends early is not asked for all that it said
        for (last of await Promise.all(asking)) items.push(...pass.take(last));
        if (last.items.length === 0) return items;
      }
    }
    // The list may have grown meanwhile.
    for await (const more of pagesAfter(this.connection, list, last, pass)) items.push(...more);
    return items;
  }
}

/** The items that are not among those known already. */
function without(known: readonly Json[], items: readonly Json[]): Json[] {
  const nameOf = (item: Json): number | string => itemIdentity(item) ?? JSON.stringify(item);
  const names = new Set(known.map(nameOf));
  return items.filter((item) => !names.has(nameOf(item)));
}

/** Reads one page of a list, by its query or by path and query. Throws ApiError, and TrueupError `api.not_the_api` for what is no list. */
export async function readPage(connection: Connection, { path, keep }: AskedList, asked: Query | string): Promise<Page> {
  const target = typeof asked === "string" ? asked : withQuery(path, asked);
  const { body, headers } = await read(connection, target);
  if (!Array.isArray(body)) throw confused(connection, target, "it answered something else than a list");
  const items = body as readonly Json[];
  if (keep === undefined) return { path: target, items, headers };
  const request = requestFor(connection, path);
  return { path: target, items: items.map((item) => keep(itemOf(request, item))), headers };
}

/** New items of the pages one after the other, from this one on but without it. Throws what `Pass.take` throws. */
export async function* pagesAfter(
  connection: Connection,
  list: AskedList,
  from: Page,
  pass: Pass,
): AsyncGenerator<readonly Json[]> {
  const visited = new Set<string>();
  let wasLinked = false;
  for (let page = from; !pass.isOver;) {
    const next = nextPage(connection, list, page, wasLinked);
    wasLinked ||= nextLink(page.headers) !== undefined;
    if (next === undefined) return;
    if (next === "outside") throw confused(connection, list.path, "its next page lies outside of /api/v4");
    if (visited.has(next.path)) throw confused(connection, list.path, "its pages lead in a circle");
    visited.add(next.path);
    page = await readPage(connection, list, next.path);
    yield pass.take(page);
  }
}

/** The 405 of an offset above the cap of 50,000 records (document 1, Limits). */
export function demandsKeyset(error: unknown, query: Query): boolean {
  if (!(error instanceof ApiError) || error.status !== 405 || query["pagination"] === "keyset") return false;
  return /keyset/i.test(error.serverMessage) && !/not yet available/i.test(error.serverMessage);
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

/** The error for a read that answered what the API never does. */
export function confused(connection: Connection, path: string, what: string): TrueupError {
  const where = requestFor(connection, path);
  return new TrueupError({
    code: "api.not_the_api",
    message: `${where} does not look like the API: ${what}.`,
    hint: "Is the URL right, and is there a proxy in front of it?",
    where,
  });
}

/** Sends a GET below `/api/v4`. Whatever plans is built on this and the next function, which send nothing else. Throws ApiError. */
export async function read(connection: Connection, path: string): Promise<Success> {
  return deliver(connection, { method: "GET", path, target: apiTarget(connection, path), accept: "json" });
}

/** GET of a file by path and query on the server. Throws ApiError. */
export async function readFile(connection: Connection, target: string): Promise<Success> {
  return deliver(connection, { method: "GET", path: target, target, accept: "bytes" });
}
