import { Buffer } from "node:buffer";

/** Which part of a list is asked for: so many after or before one of it. */
export interface PageWish {
  readonly after?: string | null;
  readonly before?: string | null;
  readonly first?: number | null;
  readonly last?: number | null;
}

/** A list as it is walked through from cursor to cursor. */
export interface Connection<T> {
  readonly count: number;
  readonly nodes: readonly T[];
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

/** The most that servers give at once. */
const MOST = 100;

/** The part of a list that is asked for. What is listed has numbers, and is sorted by them. */
export function connectionOf<T>(all: readonly T[], idOf: (one: T) => number, wish: PageWish): Connection<T> {
  const cursor = (one: T): string => Buffer.from(JSON.stringify({ id: String(idOf(one)) })).toString("base64url");
  const placeOf = (text: string | null | undefined, preset: number): number => {
    const place = text === undefined || text === null ? -1 : all.findIndex((one) => cursor(one) === text);
    return place < 0 ? preset : place;
  };
  const from = placeOf(wish.after, -1) + 1;
  const to = placeOf(wish.before, all.length);
  const isBackwards = typeof wish.last === "number" && typeof wish.first !== "number";
  const count = Math.min(Math.max((isBackwards ? wish.last : wish.first) ?? MOST, 0), MOST);
  const start = isBackwards ? Math.max(from, to - count) : from;
  const nodes = all.slice(start, Math.min(to, start + count));
  const edges = nodes.map((node) => ({ cursor: cursor(node), node }));
  const pageInfo = {
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
    hasNextPage: start + nodes.length < all.length,
    hasPreviousPage: start > 0,
  };
  return { count: all.length, nodes, edges, pageInfo };
}
