/** Position of the first of sorted items that does not come before what is looked for; by binary search. */
export function firstPlace<T>(sorted: readonly T[], isBefore: (item: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Order of two texts (by code unit, as ISO times want it) or two numbers, for `toSorted`. */
export function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
