// @module-tag slow
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactText } from "../../src/facts/compact.js";
import { readFacts } from "../../src/facts/read-facts.js";
import type { ParameterFacts, ReleaseFacts } from "../../src/facts/release.js";

const folder = new URL("../../facts/", import.meta.url);
const files = readdirSync(folder).filter((name) => /^\d+\.\d+\.json$/.test(name));

const name = fc.oneof(
  fc.constantFrom("id", "name", "__proto__", "constructor", "a[b]"),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const { parameter } = fc.letrec<{ parameter: ParameterFacts }>((tie) => ({
  parameter: fc.record(
    {
      type: fc.constantFrom("string", "boolean", "integer", "array", "object", "integer|string"),
      in: fc.constant("query" as const),
      required: fc.constant(true as const),
      enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxLength: 3 }),
      format: fc.constantFrom("binary", "date"),
      max: fc.integer(),
      items: tie("parameter"),
      properties: fc.dictionary(name, tie("parameter"), { maxKeys: 3 }),
    },
    { requiredKeys: ["type"] },
  ),
}));
const parameters = fc.dictionary(name, parameter, { maxKeys: 4 });
const facts: fc.Arbitrary<ReleaseFacts> = fc.record({
  release: fc.constant("19.1"),
  operations: fc.dictionary(
    fc.stringMatching(/^(GET|PUT) \/[a-z{}/]{0,6}$/),
    fc.record({ params: parameters, reply: parameters, deprecated: fc.constant(true as const) }, { requiredKeys: [] }),
    { maxKeys: 5 },
  ),
});

describe("the file of a release's facts", () => {
  it("says all that it was made of, and is written the same again", () => {
    fc.assert(
      fc.property(facts, (one) => {
        const text = compactText(one);
        expect(readFacts(text)).toEqual(structuredClone(one));
        expect(compactText(readFacts(text))).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it("says once what two operations have in common", () => {
    const reply = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a_long_name_${at}`, { type: "boolean" }]));
    const text = compactText({ release: "19.1", operations: { "GET /a": { reply }, "GET /b": { reply } } });
    expect(text.match(/a_long_name_7/g)).toHaveLength(1);
    expect(readFacts(text).operations["GET /b"]?.reply).toEqual(reply);
  });

  it.each(files)("%s is whole, in its own form and below 700 KB", (file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const read = readFacts(text, file);
    expect(`${read.release}.json`).toBe(file);
    expect(compactText(read)).toBe(text);
    expect(statSync(new URL(file, folder)).size).toBeLessThan(700_000);
    expect(Object.keys(read.operations).length).toBeGreaterThan(1_000);
  });

  it("has both releases that the program knows from the start", () => {
    for (const release of ["17.10", "19.0"]) expect(existsSync(new URL(`${release}.json`, folder))).toBe(true);
  });
});

const operation = (said: unknown, shapes: unknown = {}): string =>
  JSON.stringify({ release: "19.1", shapes, operations: { "GET /a": said } });

describe("a file that is none", () => {
  it.each([
    ["{", "no JSON"],
    ["[]", "release and operations"],
    ["{}", "no release such as 19.1"],
    [JSON.stringify({ release: "nineteen", operations: {} }), "no release such as 19.1"],
    [JSON.stringify({ release: "19.1" }), "operations is no object"],
    [JSON.stringify({ release: "19.1", operations: { "/a": {} } }), "no method and path"],
    [operation([]), "GET /a is no object"],
    [operation({ params: { b: "colour of" } }), 'the word "of"'],
    [operation({ params: { b: "Int" } }), 'the type "Int"'],
    [operation({ params: { b: {} } }), "b has no type"],
    [operation({ params: "#x" }), '"#x", which is no shape'],
    [operation({ params: "#toString" }), '"#toString", which is no shape'],
    [operation({ reply: "#x" }, { x: { a: { type: "object", properties: "#x" } } }), "within itself"],
  ])("%s is refused", (text, why) => {
    expect(() => readFacts(text, "facts/19.1.json")).toThrow(why);
  });
});
