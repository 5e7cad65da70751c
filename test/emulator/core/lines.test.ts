// @module-tag slow
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Hunk, hunksBetween, mergedLines } from "../../../src/emulator/core/git/lines.js";

const numbered = (count: number, word: (place: number) => string): string[] =>
  Array.from({ length: count }, (_, place) => `${word(place)}${place}\n`);

/** The one text with all hunks done to it. */
function changed(before: readonly string[], hunks: readonly Hunk[]): string[] {
  const untouched = hunks.map(({ start }, index) => {
    const { start: last = 0, count = 0 } = hunks[index - 1] ?? {};
    return before.slice(last + count, start);
  });
  const { start = 0, count = 0 } = hunks.at(-1) ?? {};
  return [...hunks.flatMap(({ lines }, index) => [...(untouched[index] ?? []), ...lines]), ...before.slice(start + count)];
}

const countsOf = (hunks: readonly Hunk[]) => [
  hunks.reduce((sum, { count }) => sum + count, 0),
  hunks.reduce((sum, { lines }) => sum + lines.length, 0),
];

test("20,000 changed lines are found at once, one by one where lines between them stay", () => {
  const kept = numbered(20_000, () => "kept ");
  const [before, after] = ["old ", "new "].map((word) => kept.flatMap((line, place) => [line, `${word}${place}\n`]));
  const start = performance.now();
  const apart = hunksBetween(before ?? [], after ?? []);
  expect([apart.length, ...countsOf(apart)]).toEqual([20_000, 20_000, 20_000]);
  const whole = hunksBetween(
    numbered(20_000, () => "old "),
    numbered(20_000, () => "new "),
  );
  expect([whole.length, ...countsOf(whole)]).toEqual([1, 20_000, 20_000]);
  expect(countsOf(hunksBetween([], kept))).toEqual([0, 20_000]);
  const same = numbered(20_000, (place) => (place % 3 === 0 ? "a" : "b")).map((line) => `${line.slice(0, 1)}\n`);
  expect(changed(same, hunksBetween(same, same.toReversed()))).toEqual(same.toReversed());
  expect(performance.now() - start).toBeLessThan(10_000);
});

test("two sides that changed much of a text, each other lines, go together", () => {
  const base = numbered(6_000, () => "line ");
  const mine = base.map((line, place) => (place % 4 === 0 ? `mine ${place}\n` : line));
  const theirs = base.map((line, place) => (place % 4 === 2 ? `theirs ${place}\n` : line));
  const merged = mergedLines(...([base, mine, theirs].map((lines) => Buffer.from(lines.join(""))) as [Buffer, Buffer, Buffer]));
  const wanted = base.map((line, place) => (place % 4 === 0 ? mine[place] : place % 4 === 2 ? theirs[place] : line));
  expect(merged?.toString()).toBe(wanted.join(""));
});

test("whatever changes, what is found turns the one text into the other", () => {
  const line = fc.oneof({ weight: 3, arbitrary: fc.nat(3).map(String) }, fc.nat(10_000).map(String));
  const text = fc.array(line, { maxLength: 40 });
  const filler = (word: string) => numbered(600, () => word);
  fc.assert(
    fc.property(text, text, text, text, (a, b, c, d) => {
      expect(changed(a, hunksBetween(a, b))).toEqual(b);
      // With so many changes only lines that stay hold their places.
      const [before, after] = [
        [...a, ...filler("old "), ...b, ...c],
        [...c, ...b, ...filler("new "), ...d],
      ];
      expect(changed(before, hunksBetween(before, after))).toEqual(after);
    }),
    { numRuns: 20 },
  );
});
