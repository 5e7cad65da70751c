/** Puts an item at the end of the list that a map holds under a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
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
