import type { Query } from "../core/api.js";
import type { Json, JsonObject } from "../core/json.js";
import { adjusted, type ApiCallOptions } from "./call.js";
import type { Connection } from "./connection.js";
import { numberHeader } from "./headers.js";
import { demandsKeyset, keyset, pagesAfter, readPage, unseen } from "./page.js";
import { readQuery, withQuery } from "./query.js";
import { createReadTransport } from "./read-transport.js";

/** How a list is walked through. */
export interface WalkOptions extends ApiCallOptions {
  /** Go on by keyset where the server refuses larger offsets (405); without it the refusal surfaces. */
  readonly keysetBeyondCap?: boolean | undefined;
  /** Told how many items there are in all, where the server says it. */
  readonly onTotal?: ((total: number) => void) | undefined;
}

/**
 * The items of a list, one after the other, from a path that may have a query; a page is asked for when the one before it is used up (document 1, conventions 7 and Limits). No item comes twice, also where
 * the list shifts while it is read. Beyond the cap of offsets, keyset begins anew in the order of ids, and gives what was not given yet. Throws ApiError.
 */
export async function* walk(
  connection: Connection,
  target: string,
  query: Query | JsonObject,
  options: WalkOptions = {},
): AsyncGenerator<Json> {
  const seen = new Set<unknown>();
  const { path, query: own } = readQuery(target);
  const asked = { per_page: 100, ...own, ...query } as Query;
  try {
    yield* onward(connection, path, asked, { ...options, seen });
  } catch (error) {
    if (!options.keysetBeyondCap || !demandsKeyset(error, asked)) throw error;
    yield* onward(connection, path, continued(asked, seen), { ...options, seen });
  }
}

async function* onward(
  connection: Connection,
  path: string,
  asked: Query,
  { seen, onTotal, ...options }: WalkOptions & { readonly seen: Set<unknown> },
): AsyncGenerator<Json> {
  const own = adjusted(connection, options);
  const transport = createReadTransport(own);
  const first = await readPage(own, transport, withQuery(path, asked));
  const total = numberHeader(first.delivered.headers, "x-total");
  if (total !== undefined) onTotal?.(total);
  yield* unseen(first.items, seen);
  for await (const page of pagesAfter(own, transport, { path, asked }, first)) yield* unseen(page.items, seen);
}

/** Where the order was the id's already, keyset goes on behind the last item; else it begins at the first. */
function continued(asked: Query, seen: ReadonlySet<unknown>): Query {
  const next = keyset(asked);
  const last = [...seen].at(-1);
  if (asked["order_by"] !== "id" || typeof last !== "number") return next;
  // Without `sort` the server gives the highest id first.
  return asked["sort"] === "asc" ? { ...next, id_after: last } : { ...next, sort: "desc", id_before: last };
}
