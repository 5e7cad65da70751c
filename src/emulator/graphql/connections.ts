import { Buffer } from "node:buffer";
import type { Row } from "../core/table.js";

/** Which part of a list is asked for: so many after or before one of it. */
export interface PageWish {
  readonly after?: string | null;
  readonly before?: string | null;
  readonly first?: number | null;
  readonly last?: number | null;
}

/** A list as it is walked through from cursor to cursor. */
export type Connection = ReturnType<typeof connectionOf>;

/** The most that servers give at once. */
const MOST = 100;

/** The part of a list that is asked for, in order of the ids, and what is answered about each. */
export function connectionOf<T extends Row, A>(all: readonly T[], wish: PageWish, answer: (row: T) => A) {
  const cursor = ({ id }: T): string => Buffer.from(JSON.stringify({ id: String(id) })).toString("base64url");
  const placeOf = (text: string | null | undefined, preset: number): number => {
    const place = text === undefined || text === null ? -1 : all.findIndex((row) => cursor(row) === text);
    return place < 0 ? preset : place;
  };
  const from = placeOf(wish.after, -1) + 1;
  const to = placeOf(wish.before, all.length);
  const isBackwards = typeof wish.last === "number" && typeof wish.first !== "number";
  const count = Math.min(Math.max((isBackwards ? wish.last : wish.first) ?? MOST, 0), MOST);
  const start = isBackwards ? Math.max(from, to - count) : from;
  const edges = all.slice(start, Math.min(to, start + count)).map((row) => ({ cursor: cursor(row), node: answer(row) }));
  const pageInfo = {
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
    hasNextPage: start + edges.length < all.length,
    hasPreviousPage: start > 0,
  };
  return { count: all.length, nodes: edges.map(({ node }) => node), edges, pageInfo };
}
