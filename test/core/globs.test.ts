import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { covers, glob, globDepth, overlaps } from "../../src/core/glob.js";

const letters = fc.constantFrom("a", "b", "A", "é", "É", "ß", "ſ", "K");
const segment = fc.string({ unit: letters, minLength: 1, maxLength: 2 });
const wildSegment = fc.string({ unit: fc.oneof(letters, fc.constant("*")), minLength: 1, maxLength: 3 });
const pattern = fc
  .array(fc.oneof(segment, wildSegment, fc.constant("**")), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("/"));

/** Every path of few segments and letters. */
const paths = (() => {
  const names = ["a", "b", "ab", "ba", "aa", "bb"];
  const below = (path: string) => names.map((name) => `${path}/${name}`);
  return [...names, ...names.flatMap(below), ...names.flatMap(below).flatMap(below)];
})();

const plainPattern = fc
  .array(fc.constantFrom("a", "b", "*", "a*", "*b", "*a*", "**", "ab"), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join("/"));

describe("the depth of a glob", () => {
  it.each([
    ["**", 0],
    ["*", 0],
    ["*/web", 0],
    ["acme/**", 1],
    ["acme/*", 1],
    ["acme/we*", 1],
    ["acme/web/**", 2],
    ["acme/*/web", 1],
    ["acme/web", Number.POSITIVE_INFINITY],
    ["acme", Number.POSITIVE_INFINITY],
  ])("%s is %d", (text, depth) => {
    expect(globDepth(text)).toBe(depth);
  });
});

describe("two globs", () => {
  it.each([
    ["**", "acme/web", true],
    ["acme/**", "acme", true],
    ["acme/**", "ACME/web/api", true],
    ["acme/*", "acme/web/api", false],
    ["acme/*-api", "acme/shop-*", true],
    ["acme/*-api", "acme/*-web", false],
    ["**/web", "acme/**", true],
    ["**/web", "acme/*/api", false],
    ["acme/**/web", "acme/web", true],
    ["a/**/b/**/c", "a/*/c", true],
    ["a/**/b/**/c", "a/x/c", false],
  ])("%s and %s: a path matched by both is %s", (a, b, isSo) => {
    expect([overlaps(a, b), overlaps(b, a)]).toEqual([isSo, isSo]);
  });

  it.each([
    ["**", "acme/**", true],
    ["acme/**", "acme", true],
    ["acme/**", "acme/*/api", true],
    ["acme/*", "acme/**", false],
    ["acme/*", "acme/shop-*", true],
    ["acme/shop-*", "acme/*", false],
    ["**/web", "acme/**/web", true],
    ["Acme/web", "acme/WEB", true],
  ])("%s covers %s: %s", (outer, inner, isSo) => {
    expect(covers(outer, inner)).toBe(isSo);
  });

  it("overlap where some path is matched by both, and only there", () => {
    fc.assert(
      fc.property(plainPattern, plainPattern, (a, b) => {
        const both = paths.filter(glob(a)).some(glob(b));
        if (both) expect(overlaps(a, b)).toBe(true);
        // A path that both match needs no more segments and letters than both have together; with few of them it is among these.
        else if (a.split("/").length + b.split("/").length <= 3) expect(overlaps(a, b)).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("overlap with a full path where they match it, whatever its letters", () => {
    fc.assert(
      fc.property(pattern, fc.array(segment, { minLength: 1, maxLength: 4 }), (a, segments) => {
        const path = segments.join("/");
        expect(overlaps(a, path)).toBe(glob(a)(path));
        expect(covers(a, path)).toBe(glob(a)(path));
      }),
      { numRuns: 1000 },
    );
  });

  it("cover each other only if one matches every path of the other", () => {
    fc.assert(
      fc.property(plainPattern, plainPattern, (outer, inner) => {
        expect(covers(outer, outer)).toBe(true);
        if (!covers(outer, inner)) return;
        expect(overlaps(outer, inner)).toBe(true);
        expect(paths.filter(glob(inner)).filter((path) => !glob(outer)(path))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("are compared at once, however many wildcards they have", () => {
    const many = Array.from({ length: 40 }, () => "**/a*a*a*a*b").join("/");
    const other = Array.from({ length: 40 }, () => "**/a*a*a*a*c").join("/");
    expect(overlaps(many, other)).toBe(false);
    expect(covers(many, other)).toBe(false);
  });
});
