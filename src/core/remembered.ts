/** Makes what belongs to each key once, when it is first asked for. */
export function remembered<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
}
