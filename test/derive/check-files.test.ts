// @module-tag slow
import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parts, formats } from "../../src/core/check-parts.js";
import { type Check, checkOf } from "../../src/core/checks.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import type { JsonSchema } from "../../src/core/schema.js";
import { checkedSchemas, checkText } from "../../src/derive/check-files.js";
import { kinds } from "../../src/program/kinds.js";
import { sample } from "../ring.js";

const planSchema = JSON.parse(readFileSync("schemas/plan.schema.json", "utf8")) as JsonSchema;
const schemas = checkedSchemas(kinds, planSchema);

/** Runs the text of a compiled check as the build leaves it. */
function run(text: string): Check {
  const module = { exports: {} };
  compileFunction(text, ["module"])(module);
  return (module.exports as (shared: object) => Check)({ formats, require: (name: string) => parts[name] });
}

const words = ["", " ", "a", "true", "17", "${env:SECRET}", "a${file:./b}", "$${env:NONE}", "x".repeat(300), "\u{1f980}"];
const formed = ["2026-01-31", "2026-02-30", "https://example.com/ä?x=[]", "http://[::1", "alice@example.com", "developer"];
const scalar = fc.oneof(
  fc.constantFrom(...words, ...formed),
  fc.integer({ min: -3, max: 100 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);

/** Values that are often nearly as a schema says: with its names, and now and then with a value that it allows. */
function near(schema: Json | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (!isObject(schema) || depth > 4) return scalar;
  const named = Object.entries((schema["properties"] ?? {}) as JsonObject).map(
    ([name, inner]) => [name, near(inner, depth + 1)] as const,
  );
  const other = isObject(schema["additionalProperties"]) ? near(schema["additionalProperties"], depth + 1) : scalar;
  const allowed = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly Json[]) : [schema["const"] ?? null];
  const whole = fc.tuple(
    fc.record(Object.fromEntries(named), { requiredKeys: [] }),
    fc.dictionary(fc.constantFrom("ensure", "unknown", "Not_A_Name"), other, { maxKeys: 1 }),
  );
  return fc.oneof(
    { weight: 1, arbitrary: scalar },
    { weight: 2, arbitrary: fc.constantFrom(...allowed) },
    {
      weight: schema["items"] ? 4 : 1,
      arbitrary: near(schema["items"], depth + 1).chain((item) => fc.array(fc.constant(item), { maxLength: 3 })),
    },
    { weight: named.length > 0 ? 8 : 1, arbitrary: whole.map(([own, more]) => ({ ...more, ...own })) },
  );
}

describe("a compiled check", () => {
  it.each(sample(schemas, 30).map((one) => [one.title, one] as const))(
    "of %s says what the schema says, error by error",
    (_, one) => {
      const [compiled, direct] = [run(checkText(one.schema, one.extent)), checkOf(one.schema, one.extent)];
      fc.assert(
        fc.property(near(one.schema), (value) => {
          expect(compiled(value)).toBe(direct(value));
          expect(compiled.errors).toEqual(direct.errors);
        }),
        { numRuns: 40 },
      );
    },
  );

  it("finds what is wrong, whatever is wrong: no keyword of the schemas goes untested", () => {
    const found = new Set<string>();
    // The few schemas with a constant stand between many others.
    const constants = schemas.filter(({ schema }) => JSON.stringify(schema).includes('{"const":1')).slice(0, 3);
    for (const { schema, extent } of [...sample(schemas, 120), ...constants]) {
      const compiled = run(checkText(schema, extent));
      for (const value of fc.sample(near(schema), { numRuns: 60, seed: 1 })) {
        compiled(value);
        for (const { keyword } of compiled.errors ?? []) found.add(keyword);
      }
    }
    const common = ["additionalProperties", "const", "enum", "format", "if", "minLength", "minimum", "oneOf"];
    expect([...found]).toEqual(
      expect.arrayContaining([...common, "pattern", "propertyNames", "required", "type", "uniqueItems"]),
    );
  });
});
