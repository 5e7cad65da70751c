/*
 * The rings of tests: `npm run test:quick`, the gate (`npm test`), `npm run test:all`. CONTRIBUTING.md says which test belongs where.
 * The tags `slow` and `nightly` keep a test out of the inner rings. A test with many cases stays in the gate with a sample of them.
 */

/** True in `npm run test:all`, which takes every case. */
export const takesAll = process.env["TRUEUP_RING"] === "all";

/**
 * Every case in `npm run test:all`; elsewhere as many as `count` says, at even distances, and always the same ones. `first` is the place where it begins:
 * callers that share a list each give another one, so that together they take all of it.
 */
export function sample<T>(cases: readonly T[], count: number, first = 0): readonly T[] {
  if (takesAll || cases.length <= count) return cases;
  return Array.from(
    { length: count },
    (_, index) => cases[(first + Math.floor((index * cases.length) / count)) % cases.length] as T,
  );
}

/** How many random values a law tries: `count` in `npm run test:all`, a quarter of them elsewhere. */
export function draws(count: number): number {
  return takesAll ? count : Math.ceil(count / 4);
}
