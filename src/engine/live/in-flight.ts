/**
 * What `work` makes of each item, in the order of the items, with up to `limit` of them under way at once. The next item is asked for while earlier ones are
 * under way, so a list is read on while what hangs on its items is read; no more is kept than what is under way.
 */
export async function* mapInFlight<In, Out>(
  items: AsyncIterable<In> | Iterable<In>,
  limit: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const underway: Promise<Out>[] = [];
  for await (const item of items) {
    const one = work(item);
    // Whoever waits for it gets the error; until then it must not end the process.
    one.catch(() => undefined);
    underway.push(one);
    if (underway.length >= limit) yield* await Promise.all(underway.splice(0, 1));
  }
  for (const one of underway) yield await one;
}

/** Waits until all items have come. */
export async function drain(items: AsyncIterable<unknown>): Promise<void> {
  // oxlint-disable-next-line no-unused-vars -- what comes is of no interest
  for await (const _ of items);
}
