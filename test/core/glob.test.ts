import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressGlob, fileGlob, glob, mustMatch, textGlob } from "../../src/core/glob.js";
import { means } from "../../src/policies/statements.js";

const addresses = [
  "application_settings",
  "topic:typescript",
  "group:acme",
  "project:acme/web",
  "project:acme/platform/api",
  "approval_rule:acme/web:Security: all/most",
  "integration:acme/web:asana",
  "integration:acme/platform/api:asana",
  "integration:acme/web:bamboo",
];

describe("a glob of addresses", () => {
  it.each([
    ["**", addresses],
    ["*", ["application_settings", "topic:typescript", "group:acme"]],
    ["topic:*", ["topic:typescript"]],
    ["TOPIC:TypeScript", ["topic:typescript"]],
    ["project:**", ["project:acme/web", "project:acme/platform/api"]],
    ["project:acme/**", ["project:acme/web", "project:acme/platform/api"]],
    ["project:acme/*", ["project:acme/web"]],
    ["group:acme/**", ["group:acme"]],
    ["integration:**", ["integration:acme/web:asana", "integration:acme/platform/api:asana", "integration:acme/web:bamboo"]],
    ["integration:**:asana", ["integration:acme/web:asana", "integration:acme/platform/api:asana"]],
    ["integration:acme/web:*", ["integration:acme/web:asana", "integration:acme/web:bamboo"]],
    ["approval_rule:acme/*", []],
    ["approval_rule:acme/web:**", ["approval_rule:acme/web:Security: all/most"]],
    ["**:acme/web", ["project:acme/web"]],
    ["**/**", addresses],
    ["project:acme/**/**/api", ["project:acme/platform/api"]],
  ])("%s", (pattern, matching) => {
    expect(addresses.filter(addressGlob(pattern))).toEqual(matching);
  });
});

/** What globs mean, said by a regular expression. */
function asExpression(pattern: string, flags: string): RegExp {
  const source = pattern
    .split("/")
    .filter((segment, index, all) => segment !== "**" || all[index - 1] !== "**")
    .map((segment) => (segment === "**" ? "**" : partsOf(segment).join("[^/]*")))
    .join("/")
    .replaceAll("/**/", "(?:/|/.*/)")
    .replace(/^\*\*\//, "(?:|.*/)")
    .replace(/\/\*\*$/, "(?:|/.*)")
    .replace(/^\*\*$/, ".*");
  return new RegExp(`^${source}$`, flags);
}

const partsOf = (text: string) => text.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));

const letter = fc.constantFrom("a", "b", "A", "/", "/", "*", "*", "**", ".", "$", "(", "é", "É", "ß", "ſ", "K", "ı", "😀");
const few = fc.constantFrom("a", "b", "/");
const patterns = fc.oneof(
  fc.string({ unit: letter, maxLength: 9 }),
  fc.string({ unit: fc.oneof(few, fc.constantFrom("*", "/**/")), maxLength: 9 }),
);
const texts = fc.oneof(fc.string({ unit: letter, maxLength: 9 }), fc.string({ unit: few, maxLength: 9 }));

describe("a glob", () => {
  it("matches what the regular expression that says the same matches, whatever its letters", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        expect(glob(pattern)(text)).toBe(asExpression(pattern, "i").test(text));
        expect(fileGlob(pattern)(text)).toBe(asExpression(pattern, "").test(text));
        expect(textGlob(pattern)(text)).toBe(new RegExp(`^${partsOf(pattern).join("[^]*")}$`).test(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it("stands by ** for any segments, also for one of two lines", () => {
    expect(glob("a/**")("a/b\nc/d")).toBe(true);
    expect(addressGlob("**")("approval_rule:acme/web:two\nlines")).toBe(true);
  });

  it("answers at once, however many wildcards it has", () => {
    const [stars, text] = ["*a".repeat(12), `${"a".repeat(120)}b`];
    const folders = Array.from({ length: 40 }, () => "**/a*a*a").join("/");
    const start = performance.now();
    for (const matches of [glob, fileGlob, addressGlob, textGlob]) {
      expect(matches(stars)(text)).toBe(false);
      expect(matches(folders)(`${"aaaa/".repeat(200)}b`)).toBe(false);
    }
    expect(addressGlob(`group:${stars}`)(`group:${text}`)).toBe(false);
    expect(() => mustMatch([stars], { option: "--target", whose: "the files declare", addresses: [text] })).toThrow("--target");
    const origin = { file: "a.yaml", line: 1, column: 1 };
    const about = { child: { kind: "variable", key: stars }, path: [], text: stars, origin };
    expect(means(about, { kind: "variable", key: text }, [])).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
