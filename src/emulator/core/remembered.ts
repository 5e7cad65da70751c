import { createRequire } from "node:module";

/** What stands under a key; it is made when it is first asked for. */
export function remembered<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

/** Does a piece of work when its result is first asked for, and no second time. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}

/** A package that is loaded where it is first needed, at once: few emulators need it, and handlers answer without waiting. */
export const late: (name: string) => unknown = createRequire(import.meta.url);
