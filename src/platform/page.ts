import type { Query } from "../core/api.js";
import { ApiError, TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { answering, replyError } from "../core/reply.js";
import type { Connection } from "./connection.js";
import { nextLink } from "./headers.js";
import { type AskedList, nextPage, type Page } from "./next-page.js";
import type { Pass } from "./pass.js";
import type { ReadTransport } from "./read-transport.js";

/** Reads one page. Throws ApiError, and TrueupError `api.not_the_api` for what is no list. */
export async function readPage(connection: Connection, transport: ReadTransport, path: string): Promise<Page> {
  const { body, headers } = await transport.request("GET", path);
  if (!Array.isArray(body)) throw confused(connection, path, "it answered something else than a list");
  return { path, items: body as readonly Json[], headers };
}

/** New items of the pages one after the other, from this one on but without it. Throws what `Pass.take` throws. */
export async function* pagesAfter(
  connection: Connection,
  transport: ReadTransport,
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
    page = await readPage(connection, transport, next.path);
    yield pass.take(page);
  }
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
