import fc from "fast-check";

/** How often each law is tried with other random values: TRUEUP_LAW_RUNS, else once, then always with the same ones. */
const runs = process.env["TRUEUP_LAW_RUNS"];
const seed = process.env["TRUEUP_LAW_SEED"];

/** Random values, `TRUEUP_LAW_RUNS` of them; each with the seed that gives it again as `TRUEUP_LAW_SEED`. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>): { readonly seed: number; readonly value: T }[] {
  const seeds = seed === undefined ? Array.from({ length: Number(runs ?? 1) }, (_, index) => seedAt(index)) : [Number(seed)];
  return seeds.flatMap((one) => fc.sample(arbitrary, { numRuns: 1, seed: one }).map((value) => ({ seed: one, value })));
}

function seedAt(index: number): number {
  return runs === undefined ? 4 + index : Math.floor(Math.random() * 0x7fff_ffff);
}

/** The same for a law that draws its own values. */
export const lawRuns = runs === undefined ? { numRuns: 1, seed: Number(seed ?? 4) } : { numRuns: Number(runs) };
