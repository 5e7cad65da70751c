// A part of a list, so that several machines share it.

/** Every M-th of a list beginning with the N-th, for a shard `N/M`. Throws for a text that is none. */
export function shardOf(list, shard) {
  const [, number, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (count === undefined || Number(number) > Number(count))
    throw new Error(`--shard wants N/M, two whole numbers with N from 1 to M, such as 2/4, and not ${shard}`);
  return list.filter((_, index) => index % Number(count) === Number(number) - 1);
}
