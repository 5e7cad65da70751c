import type { Query } from "../core/api.js";
import type { Json, JsonObject } from "../core/json.js";
import { adjusted, type ApiCallOptions } from "./call.js";
import type { Connection } from "./connection.js";
import { numberHeader } from "./headers.js";
import { demandsKeyset, keyset, mostPasses, pagesAfter, readPage } from "./pages.js";
import { type AskedList, incomplete, itemIdentity, Pass } from "./pass.js";
import { readQuery } from "./query.js";

/** How a list is walked through. */
export interface WalkOptions extends ApiCallOptions {
  /** Go on by keyset where the server refuses larger offsets (405); without it the refusal surfaces. */
  readonly keysetBeyondCap?: boolean | undefined;
  /** Nothing may be lacking: the list is read again while it shifts or shows less than it says. */
  readonly isWhole?: boolean | undefined;
  /** Told how many items there are in all, where the server says it. */
  readonly onTotal?: ((total: number) => void) | undefined;
}

/**
 * The items of a list, one after the other, from a path that may have a query; a page is asked for when the one before it is used up (document 1, conventions 7 and Limits). No item comes twice, also where
 * the list shifts while it is read. Beyond the cap of offsets, keyset begins anew in the order of ids, and gives what was not given yet. Throws ApiError, and TrueupError for pages that repeat
 * or have no end, and for a list that must be whole and is not.
 */
export async function* walk(
  connection: Connection,
  target: string,
  query: Query | JsonObject,
  { isWhole = false, ...options }: WalkOptions = {},
): AsyncGenerator<Json> {
  const { path, query: targetQuery } = readQuery(target);
  const list: AskedList = { path, asked: { per_page: 100, ...targetQuery, ...query } };
  const walked = adjusted(connection, options);
  const seen = new Set<unknown>();
  for (let passes = 1; ; passes++) {
    let pass = new Pass(walked, list);
    const isAgain = passes > 1;
    const fresh = (items: readonly Json[]): Json[] => freshOf(items, seen, isAgain);
    try {
      yield* onward(walked, list, pass, fresh, isAgain ? undefined : options.onTotal);
    } catch (error) {
      if (!options.keysetBeyondCap || !demandsKeyset(error, list.asked)) throw error;
      const rest = { path, asked: continued(list.asked, seen) };
      pass = new Pass(walked, rest);
      yield* onward(walked, rest, pass, fresh);
    }
    if (!isWhole || pass.isSettled(isAgain)) return;
    if (passes < mostPasses) continue;
    const lacking = pass.lacks(Math.max(seen.size, pass.shown));
    if (lacking > 0) throw incomplete(walked, list, pass.shown, lacking);
    return;
  }
}

/** The items that were not given yet. What has no number is told from others by all that it says, and only if an earlier pass may have given it (`isAgain`). */
function freshOf(items: readonly Json[], seen: Set<unknown>, isAgain: boolean): Json[] {
  return items.filter((item) => {
    const identity = itemIdentity(item);
    const name = identity ?? JSON.stringify(item);
    const isKnown = seen.has(name) && (identity !== undefined || isAgain);
    seen.add(name);
    return !isKnown;
  });
}

async function* onward(
  connection: Connection,
  list: AskedList,
  pass: Pass,
  fresh: (items: readonly Json[]) => Json[],
  onTotal?: (total: number) => void,
): AsyncGenerator<Json> {
  const first = await readPage(connection, list, list.asked);
  const total = numberHeader(first.headers, "x-total");
  if (total !== undefined) onTotal?.(total);
  yield* fresh(pass.take(first));
  for await (const items of pagesAfter(connection, list, first, pass)) yield* fresh(items);
}

/** Where the order was the id's already, keyset goes on behind the last item; else it begins at the first. */
function continued(asked: Query, seen: ReadonlySet<unknown>): Query {
  const next = keyset(asked);
  const last = [...seen].at(-1);
  if (asked["order_by"] !== "id" || typeof last !== "number") return next;
  // Without `sort` the server gives the highest id first.
  return asked["sort"] === "asc" ? { ...next, id_after: last } : { ...next, sort: "desc", id_before: last };
}
