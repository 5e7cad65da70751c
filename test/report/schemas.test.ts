// @module-tag slow
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type Spec, type Value } from "../../src/core/json.js";
import { documentJson } from "../../src/report/index.js";
import { anyPlan, anyResult } from "./arbitrary.js";
import { coveredPlan, emptyPlan, refusedPlan, samplePlan, sampleResult } from "./sample.js";

type Schema = { readonly [key: string]: Json };

function load(name: string): { schema: Schema; validate: ValidateFunction } {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8")) as Schema;
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
  return { schema, validate: ajv.compile(schema) };
}

const plan = load("plan.schema.json");
const result = load("result.schema.json");

/** Every document that differs from this one by one removed key, one added key, or one value of another type. */
function* spoiled(value: Json, path = ""): Generator<{ path: string; value: Json }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const bad of spoiled(item, `${path}/${index}`)) yield { path: bad.path, value: value.with(index, bad.value) };
    }
  } else if (isObject(value)) {
    yield { path: `${path}/surprise`, value: { ...value, surprise: { $ref: "unclosed" } } };
    for (const [key, item] of Object.entries(value)) {
      for (const bad of spoiled(item ?? null, `${path}/${key}`)) yield { path: bad.path, value: { ...value, [key]: bad.value } };
    }
  }
}

describe.each([
  { name: "plan", ...plan, text: documentJson(samplePlan) },
  { name: "result", ...result, text: documentJson(sampleResult) },
])("the schema of the $name document", ({ schema, validate, text }) => {
  test("accepts a document with every shape there is", () => {
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  test("accepts no key that it does not describe, at any depth", () => {
    for (const { path, value } of spoiled(JSON.parse(text) as Json)) expect(validate(value), path).toBe(false);
  });

  test("requires each key that every document has", () => {
    const document = JSON.parse(text) as { [key: string]: Json };
    for (const key of Object.keys(document)) {
      const { [key]: _removed, ...rest } = document;
      expect(validate(rest), key).toBe(false);
    }
  });

  test("describes every key and says what an upgrade may do", () => {
    expect(schema["description"]).toMatch(/Upgrade promise: within trueup\.(plan|result)\/1 keys may be added/);
    expect(Object.keys(schema["properties"] as Schema).length).toBeGreaterThan(3);
  });
});

describe("the plan schema", () => {
  test("accepts an empty and a refused plan, and one with its coverage", () => {
    for (const document of [emptyPlan, refusedPlan, coveredPlan]) {
      expect(plan.validate(JSON.parse(documentJson(document))), JSON.stringify(plan.validate.errors)).toBe(true);
    }
  });

  test("accepts no key of the coverage that it does not describe", () => {
    const { coverage = null } = JSON.parse(documentJson(coveredPlan)) as { readonly coverage?: Json };
    for (const { path, value } of spoiled(coverage)) expect(plan.validate({ ...coveredPlan, coverage: value }), path).toBe(false);
  });

  test("accepts no placeholder where it does not belong or that is not complete", () => {
    const change = samplePlan.changes[0]!;
    const call = samplePlan.calls[0]!;
    for (const bad of [
      { $ref: "c1" },
      { $ref: "c1", field: "id" },
      { $secret: 5 },
      { $file: "x" },
      { $unknown: false },
      { $secret: "x", y: 1 },
    ]) {
      const changes = [{ ...change, attributes: [{ path: "p", after: bad }] }];
      expect(plan.validate({ ...samplePlan, changes }), JSON.stringify(bad)).toBe(false);
    }
    for (const bad of [{ $ref: "c1" }, { $unknown: true }, { $lookup: "POST /x", field: "id" }, { deep: [{ $secret: 5 }] }]) {
      expect(plan.validate({ ...samplePlan, calls: [{ ...call, body: { p: bad } }] }), JSON.stringify(bad)).toBe(false);
    }
  });

  test("accepts every method that changes something, and no other one, no path without a slash, no other format", () => {
    const call = samplePlan.calls[0]!;
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(plan.validate({ ...samplePlan, calls: [{ ...call, method }] }), method).toBe(true);
    for (const bad of [
      { ...call, method: "GET" },
      { ...call, path: "https://other.example/" },
    ]) {
      expect(plan.validate({ ...samplePlan, calls: [bad] })).toBe(false);
    }
    expect(plan.validate({ ...samplePlan, format: "trueup.plan/2" })).toBe(false);
  });
});

describe("JSON documents", () => {
  test("read back as what they were made of", () => {
    fc.assert(
      fc.property(anyPlan, anyResult, (anyone, other) => {
        expect(JSON.parse(documentJson(anyone))).toEqual(JSON.parse(JSON.stringify(anyone)));
        expect(JSON.parse(documentJson(other))).toEqual(JSON.parse(JSON.stringify(other)));
      }),
    );
  });

  test("do not depend on the order in which keys were set", () => {
    const reversed = (value: Value): Value => {
      if (Array.isArray(value)) return value.map(reversed);
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, item]) => [key, reversed(item ?? null)]),
          )
        : value;
    };
    const other = reversed(samplePlan as object as Spec) as object as typeof samplePlan;
    expect(Object.keys(other)[0]).toBe("stats");
    expect(documentJson(other)).toBe(documentJson(samplePlan));
  });

  test("begin with the format and hold no character that a terminal obeys", () => {
    expect(documentJson(samplePlan)).toMatch(/^\{\n {2}"format": "trueup\.plan\/1",\n {2}"instance": \{\n {4}"url"/);
    fc.assert(
      fc.property(anyPlan, (anyone) => {
        expect(documentJson(anyone)).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
