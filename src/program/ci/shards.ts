import { createHash } from "node:crypto";
import { firstSegment, fold } from "../../core/address.js";
import type { ReadApi } from "../../core/api.js";
import type { Kinds } from "../../core/kind.js";
import type { DesiredState } from "../../core/plan.js";
import { parseRoute } from "../../core/route.js";
import { instancePart } from "../../engine/plan/index.js";

/** One of several parts that runs of their own read. */
export interface Shard {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

/** A glob under which nothing is: no path begins with a hyphen. */
const nothing = "-";

/** The shard that reads what lies under a path at the top: always the same, whatever else there is. */
function shardFor(top: string, of: number): number {
  const hash = createHash("sha256").update(fold(top)).digest();
  return (hash.readUInt32BE(0) % of) + 1;
}

/**
 * What a shard reads, as globs of full paths: of the groups at the top of the server and of what files name there those whose hash is that of the shard. The first shard has what belongs to the instance
 * as a whole, too. What lies in a user's own namespace is read where files name it. Reads one list. Throws what the list throws.
 */
export async function underOf(
  { number, of }: Shard,
  state: DesiredState,
  kinds: Kinds,
  read: ReadApi,
): Promise<readonly string[]> {
  const named = state.resources.flatMap(({ kind, path }) =>
    path !== undefined && kinds.get(kind)?.tree ? [firstSegment(path)] : [],
  );
  const tops = new Map([...named, ...(await topsOn(kinds, read))].map((top) => [fold(top), top]));
  const groups = [...tops.values()].filter((top) => shardFor(top, of) === number).sort();
  const all = number === 1 ? [instancePart, ...groups] : groups;
  return all.length === 0 ? [nothing] : all;
}

async function topsOn(kinds: Kinds, read: ReadApi): Promise<readonly string[]> {
  const lists = [...kinds.values()].flatMap(({ tree }) => (tree?.topQuery ? [tree] : []));
  const shardPlans = await Promise.all(
    lists.map(async ({ all, allQuery, topQuery, fullPath }) => {
      const replies = await read.list(parseRoute(all).path, { ...allQuery, ...topQuery });
      return replies.flatMap(({ [fullPath]: path }) => (typeof path === "string" ? [firstSegment(path)] : []));
    }),
  );
  return shardPlans.flat();
}
