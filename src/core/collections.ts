/** Puts an item at the end of the list that a map holds under a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Items in the order given, by a key of each. */
export function groupedBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}

/** Order of two texts by their characters, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Makes what belongs to each key once, when it is first asked for. */
export function remembered<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const item = known.get(key) ?? make();
    known.set(key, item);
    return item;
  };
}

/** The same for each of many objects, which are not kept for it. */
export function rememberedOf<T>(): (object: object, key: string, make: () => T) => T {
  const ofObject = oncePer(() => remembered<T>());
  return (object, key, make) => ofObject(object)(key, make);
}

/** Keeps the result of `make` for each object, as long as the object lives. An undefined result is made again. */
export function oncePer<O extends object, T>(make: (object: O) => T): (object: O) => T {
  const known = new WeakMap<O, T>();
  return (object) => {
    const item = known.get(object) ?? make(object);
    known.set(object, item);
    return item;
  };
}

/** What is left of the parts that may be undefined. */
type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The same without what is undefined: an optional property must be absent then. */
export function defined<T extends object>(parts: T): Defined<T> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Names for a sentence: all of them, or the first `most` and how many more there are. */
export function firstNames(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
