import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Origin } from "../../src/core/errors.js";
import { entries, flag, integer, mapOf, record, setOf, text } from "../../src/core/fields.js";
import type { Spec } from "../../src/core/json.js";
import { statementsOf } from "../../src/policies/statements.js";

const fields = {
  name: text("A name."),
  topics: setOf("Topics.", text("A topic.")),
  policy: record("A policy.", { keep: integer("How many."), deep: record("Deep.", { on: flag("On.") }) }, { nullable: true }),
  weights: mapOf("Weights.", integer("A weight."), { nullable: true }),
  rules: entries("Rules.", { user: text("Who."), count: integer("How many.") }, ["user"]),
};
const at = (line: number): Origin => ({ file: "a.yaml", line, column: 3 });

describe("what a body says, leaf by leaf", () => {
  test("parts of records and maps are said one by one, under their steps", () => {
    const spec = { policy: { keep: 1, deep: { on: true } }, weights: { "a.b": 2 } };
    const origins = { policy: at(1), "policy.keep": at(2), "policy.deep.on": at(3), "weights.a.b": at(4) };
    expect(statementsOf(fields, spec, origins).map(({ path, value, origin }) => [path, value, origin.line])).toEqual([
      [["policy", "keep"], 1, 2],
      [["policy", "deep", "on"], true, 3],
      [["weights", "a.b"], 2, 4],
    ]);
  });

  test("lists keep the place of each item, and of each attribute of an entry", () => {
    const spec = { topics: ["x", "y"], rules: [{ user: "alice", count: 1 }] };
    const origins = {
      topics: at(1),
      "topics.0": at(2),
      "topics.1": at(3),
      rules: at(4),
      "rules.0": at(5),
      "rules.0.user": at(6),
    };
    expect(statementsOf(fields, spec, origins)).toEqual([
      { path: ["topics"], word: "is", value: ["x", "y"], origin: at(1), origins: { 0: at(2), 1: at(3) } },
      { path: ["rules"], word: "is", value: spec.rules, origin: at(4), origins: { 0: at(5), "0.user": at(6) } },
    ]);
  });

  test("null, an empty map and what no field knows stand whole", () => {
    const spec = { policy: null, weights: {}, unknown: { a: { b: 1 } } };
    const origins = { policy: at(1), weights: at(2), unknown: at(3) };
    expect(statementsOf(fields, spec, origins).map(({ path, value }) => [path, value])).toEqual(
      Object.entries(spec).map(([name, value]) => [[name], value]),
    );
  });

  test("a record that says nothing is no statement", () => {
    expect(statementsOf(fields, { policy: {} }, { policy: at(1) })).toEqual([]);
  });

  test("what has no place of its own stands where that does which holds it", () => {
    const [keep, name] = statementsOf(fields, { policy: { keep: 1 }, name: "x" }, { policy: at(7) }, at(9));
    expect([keep?.origin, name?.origin]).toEqual([at(7), at(9)]);
  });

  test("put together, the statements are the body again", () => {
    const body = fc.record(
      {
        name: fc.string(),
        topics: fc.array(fc.string()),
        policy: fc.option(
          fc
            .record({ keep: fc.integer(), deep: fc.record({ on: fc.boolean() }) }, { requiredKeys: [] })
            .filter((value) => value.keep !== undefined || value.deep !== undefined),
        ),
        weights: fc.option(fc.dictionary(fc.stringMatching(/^[a-z.]{1,4}$/), fc.integer(), { noNullPrototype: true })),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(body, (spec: Spec) => {
        const again: Record<string, unknown> = {};
        for (const { path, value } of statementsOf(fields, spec, {})) {
          let into = again;
          for (const step of path.slice(0, -1)) into = (into[step] ??= {}) as Record<string, unknown>;
          into[path.at(-1) ?? ""] = value;
        }
        expect(again).toEqual(spec);
      }),
    );
  });
});
