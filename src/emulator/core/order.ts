/** Order of two texts (by code unit, as ISO times want it) or two numbers, for `toSorted`. */
export function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
