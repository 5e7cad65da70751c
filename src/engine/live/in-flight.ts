import { ApiError } from "../../core/errors.js";

/** Works on items, up to `limit` at once, and gives the results in their order. The next item is asked for meanwhile; no more is kept than what is under way. */
export async function* mapInFlight<In, Out>(
  items: AsyncIterable<In> | Iterable<In>,
  limit: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const underway: Promise<Out>[] = [];
  for await (const item of items) {
    const task = work(item);
    // Whoever waits for it gets the error; until then it must not end the process.
    task.catch(() => undefined);
    underway.push(task);
    if (underway.length >= limit) yield* await Promise.all(underway.splice(0, 1));
  }
  for (const task of underway) yield await task;
}

/** What a read gives; undefined where the platform answers with an error that `isExpected` knows. */
export async function unlessRefused<T>(isExpected: (error: ApiError) => boolean, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && isExpected(error)) return undefined;
    throw error;
  }
}

/** True for the answer that there is no such thing. */
export function isMissing({ missing }: ApiError): boolean {
  return missing;
}

/** Waits until all items have come. */
export async function drain(items: AsyncIterable<unknown>): Promise<void> {
  // oxlint-disable-next-line no-unused-vars -- what comes is of no interest
  for await (const _ of items);
}

/** Remembers answers by their key, for all who ask while one is on its way or later. A failure is not remembered. */
export class Memory<V> {
  private readonly answers = new Map<string, Promise<V>>();

  /** The answer for a key: the remembered one, or what `find` finds now. */
  async get(key: string, find: () => Promise<V>): Promise<V> {
    const known = this.answers.get(key);
    if (known) return known;
    const answer = find();
    this.answers.set(key, answer);
    answer.catch(() => {
      if (this.answers.get(key) === answer) this.answers.delete(key);
    });
    return answer;
  }

  /** Remembers an answer that is known already. */
  set(key: string, value: V): void {
    this.answers.set(key, Promise.resolve(value));
  }
}
