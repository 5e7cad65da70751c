import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Field, entries, flag, integer, level, mapOf, oneOf, record, refs, setOf, text } from "../../src/core/fields.js";
import type { Value } from "../../src/core/json.js";
import type { Statement, Word } from "../../src/core/layer.js";
import { fieldAt } from "../../src/core/steps.js";
import { isWithin, nearestWithin, strictest } from "../../src/policies/bounds.js";
import { conditionsOf, holds, meanOthers } from "../../src/policies/where.js";
import { placeAt, said } from "./statements-by-hand.js";

const fields = {
  visibility: oneOf("Who sees it.", ["private", "internal", "public"], { ordered: "within-parent" }),
  approvals: integer("How many.", { default: 1 }),
  timeout: integer("Seconds."),
  topics: setOf("Topics.", refs("topic", { wire: "name" })),
  access: entries("Who may.", { user: text("A user."), count: integer("How many.", { default: 0 }) }, ["user"]),
  push: level("Who pushes.", ["developer", "maintainer"]),
  archived: flag("Closed.", {
    through: { on: "POST /projects/{project}/archive", off: "POST /projects/{project}/unarchive" },
  }),
  rules: record("Rules.", { strict: flag("Strict.") }),
  labels: mapOf("Labels.", integer("Weight.")),
};

function boundOf(field: Field | undefined, statements: readonly Statement[]) {
  const found = strictest(field, statements);
  if (!found || "conflict" in found) throw new Error(`no bound: ${JSON.stringify(found)}`);
  return found.bound;
}

describe("a path of a statement", () => {
  it("leads into records and maps, and to nothing elsewhere", () => {
    expect(fieldAt(fields, ["rules", "strict"])).toBe(fields.rules.fields?.["strict"]);
    expect(fieldAt(fields, ["labels", "any.key"])).toBe(fields.labels.item);
    expect(fieldAt(fields, ["labels", "__proto__"])).toBe(fields.labels.item);
    expect(fieldAt(fields, ["labels", "a", "b"])).toBeUndefined();
    expect(fieldAt(fields, ["newer_setting"])).toBeUndefined();
    expect(fieldAt(fields, ["constructor"])).toBeUndefined();
  });
});

describe("the strictest of several bounds", () => {
  it("is the greatest least and the least greatest, by its own line", () => {
    const bound = boundOf(fields.approvals, [
      said("approvals", "at_least", 1, 1),
      said("approvals", "at_least", 2, 2),
      said("approvals", "at_most", 5, 3),
      said("approvals", "at_most", 9, 4),
    ]);
    expect([bound.at_least?.value, bound.at_least?.origin.line]).toEqual([2, 2]);
    expect([bound.at_most?.value, bound.at_most?.origin.line]).toEqual([5, 3]);
  });

  it("keeps the choices that all lists and limits leave", () => {
    const bound = boundOf(fields.visibility, [
      said("visibility", "one_of", ["private", "internal", "public"], 1),
      said("visibility", "one_of", ["public", "internal"], 2),
      said("visibility", "at_most", "internal", 3),
    ]);
    expect(bound.one_of?.map(({ value, origin }) => [value, origin.line])).toEqual([["internal", 2]]);
    expect(isWithin(fields.visibility, "public", bound)?.origin.line).toBe(3);
  });

  it("does not take a value that one list has and another has not", () => {
    const bound = boundOf(fields.visibility, [
      said("visibility", "one_of", ["private", "internal"], 1),
      said("visibility", "one_of", ["public", "internal"], 2),
    ]);
    expect(isWithin(fields.visibility, "public", bound)?.origin.line).toBe(1);
    expect(isWithin(fields.visibility, "private", bound)?.origin.line).toBe(2);
    expect(nearestWithin(fields.visibility, "public", bound)?.value).toBe("internal");
  });

  it.each<readonly [string, Field, readonly (readonly [Word, Value])[]]>([
    [
      "limits that cross",
      fields.approvals,
      [
        ["at_least", 3],
        ["at_most", 2],
      ],
    ],
    [
      "choices that share nothing",
      fields.visibility,
      [
        ["one_of", ["private"]],
        ["one_of", ["public"]],
      ],
    ],
    [
      "choices beyond a limit",
      fields.visibility,
      [
        ["at_most", "internal"],
        ["one_of", ["public"]],
      ],
    ],
    [
      "an item that must and must not be there",
      fields.topics,
      [
        ["includes", ["Web"]],
        ["excludes", ["web"]],
      ],
    ],
    [
      "one entry in two forms",
      fields.access,
      [
        ["includes", [{ user: "al", count: 1 }]],
        ["includes", [{ user: "al", count: 2 }]],
      ],
    ],
    [
      "three that leave nothing",
      fields.timeout,
      [
        ["at_least", 2],
        ["one_of", [1, 3]],
        ["at_most", 2],
      ],
    ],
  ])("is a conflict of two lines for %s", (_title, field, claims) => {
    const found = strictest(
      field,
      claims.map(([word, value], index) => said("x", word, value, index + 1)),
    );
    expect(found && "conflict" in found ? found.conflict.map(({ origin }) => origin.line).length : found).toBe(2);
  });

  it("is none where nothing bounds", () => {
    expect(strictest(fields.approvals, [said("approvals", "is", 3)])).toBeUndefined();
  });
});

describe("a value that a bound does not allow", () => {
  it.each<readonly [string, Field, Word, Value, Value | undefined, Value | undefined]>([
    ["is raised", fields.approvals, "at_least", 2, 1, 2],
    ["is lowered", fields.approvals, "at_most", 2, 4, 2],
    ["stays where it is stricter", fields.approvals, "at_least", 2, 3, undefined],
    ["becomes the first choice", fields.visibility, "one_of", ["internal", "private"], "public", "internal"],
    ["gets what is lacking", fields.topics, "includes", ["shop"], ["web"], ["web", "shop"]],
    ["has its item in any letter case", fields.topics, "includes", ["shop"], ["SHOP"], undefined],
    ["loses what must not be there", fields.topics, "excludes", ["Shop"], ["web", "shop"], ["web"]],
    [
      "has an entry replaced that is otherwise",
      fields.access,
      "includes",
      [{ user: "al", count: 2 }],
      [{ user: "al" }],
      [{ user: "al", count: 2 }],
    ],
    [
      "has an entry left out that says its default",
      fields.access,
      "includes",
      [{ user: "al", count: 0 }],
      [{ user: "al" }],
      undefined,
    ],
    ["is judged by its default where it is not set", fields.approvals, "at_least", 1, undefined, undefined],
    ["is raised from its default", fields.approvals, "at_least", 2, null, 2],
    ["becomes the bound where no default is known", fields.timeout, "at_most", 60, undefined, 60],
    ["becomes the items where nothing is set", fields.topics, "includes", ["shop"], undefined, ["shop"]],
    ["stays unset where only items are forbidden", fields.topics, "excludes", ["shop"], undefined, undefined],
    ["is compared as a level", fields.push, "at_least", "maintainer", "developer", "maintainer"],
  ])("%s", (_title, field, word, asked, value, expected) => {
    expect(nearestWithin(field, value, boundOf(field, [said("x", word, asked)]))?.value).toEqual(expected);
  });

  it("is not taken for fine because its default is, where a group above may give another one", () => {
    const field = integer("How many.", { default: 5, defaultFrom: ["parent"], nullable: true });
    expect(nearestWithin(field, null, boundOf(field, [said("x", "at_least", 2)]))?.value).toBe(2);
  });

  it("names the lines that ask for the new one", () => {
    const bound = boundOf(fields.topics, [
      said("topics", "includes", ["a"], 1),
      said("topics", "includes", ["b"], 2),
      said("topics", "excludes", ["c"], 3),
    ]);
    const found = nearestWithin(fields.topics, ["a", "c"], bound);
    expect(found?.value).toEqual(["a", "b"]);
    expect(found?.because.map(({ origin }) => origin.line)).toEqual([2, 3]);
  });
});

const number = fc.integer({ min: 0, max: 4 });
const topics = fc.uniqueArray(fc.constantFrom("a", "B", "c"), { maxLength: 3 });
const visibility = fc.constantFrom("private", "internal", "public");
const claim = fc
  .oneof(
    fc.tuple(fc.constant("approvals"), fc.constantFrom<Word>("is", "at_least", "at_most"), number),
    fc.tuple(fc.constant("approvals"), fc.constant<Word>("one_of"), fc.uniqueArray(number, { minLength: 1 })),
    fc.tuple(fc.constant("visibility"), fc.constantFrom<Word>("is", "at_least", "at_most"), visibility),
    fc.tuple(fc.constant("visibility"), fc.constant<Word>("one_of"), fc.uniqueArray(visibility, { minLength: 1 })),
    fc.tuple(fc.constant("topics"), fc.constantFrom<Word>("is", "includes", "excludes"), topics),
  )
  .map(([path, word, value]) => said(path, word, value));
const things = [0, 1, 2, 3, 4].flatMap((approvals) =>
  ["private", "internal", "public"].flatMap((seen) =>
    [[], ["A"], ["b"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"], ["c", "b", "a"]].map((list): Record<string, Value> => ({
      approvals,
      visibility: seen,
      topics: list,
    })),
  ),
);

const policy = (where: readonly Statement[]) => ({ where, origin: placeAt(9) });

describe("conditions", () => {
  it("exclude each other if and only if nothing fulfils both", () => {
    const some = fc.array(claim, { maxLength: 3 });
    fc.assert(
      fc.property(some, some, (a, b) => {
        const both = things.some((thing) => [a, b].every((one) => holds(one, fields, ([name = ""]) => thing[name])));
        expect(meanOthers(policy(a), policy(b), fields)).toBe(!both);
      }),
      { numRuns: 300 },
    );
  });

  it.each<readonly [string, readonly Statement[], readonly Statement[], boolean]>([
    ["public and private", [said("visibility", "is", "public")], [said("visibility", "is", "private")], true],
    ["choices that share nothing", [said("visibility", "one_of", ["public"])], [said("visibility", "one_of", ["private"])], true],
    ["ranges that do not meet", [said("approvals", "at_least", 3)], [said("approvals", "at_most", 2)], true],
    ["an item and its absence", [said("topics", "includes", ["shop"])], [said("topics", "excludes", ["Shop"])], true],
    ["an item and a list without it", [said("topics", "includes", ["shop"])], [said("topics", "is", ["web"])], true],
    ["two items", [said("topics", "includes", ["shop"])], [said("topics", "includes", ["web"])], false],
    ["other attributes", [said("approvals", "is", 3)], [said("visibility", "is", "public")], false],
  ])("%s", (_title, a, b, isSo) => {
    const [left, right] = [policy(a), policy(b)];
    expect([meanOthers(left, right, fields), meanOthers(right, left, fields)]).toEqual([isSo, isSo]);
  });

  it("are not known while a value is not, and fail as soon as one fails", () => {
    const conditions = [said("approvals", "is", 3), said("visibility", "is", "public")];
    expect(holds(conditions, fields, ([name]) => (name === "approvals" ? 3 : undefined))).toBeUndefined();
    expect(holds(conditions, fields, ([name]) => (name === "approvals" ? 2 : undefined))).toBe(false);
    expect(holds([], fields, () => undefined)).toBe(true);
  });

  it("leave out what a flag has closed, unless they ask for that flag", () => {
    expect(conditionsOf(policy([]), fields).map(({ path, word, value }) => [path[0], word, value])).toEqual([
      ["archived", "is", false],
    ]);
    const archived = [said("archived", "is", true)];
    expect(conditionsOf(policy(archived), fields)).toEqual(archived);
    expect(meanOthers(policy([]), policy(archived), fields)).toBe(true);
    expect(meanOthers(policy(archived), policy(archived), fields)).toBe(false);
  });
});

describe("the nearest value", () => {
  it("is within the bound, stays as it is from then on, and is asked for only where a line is broken", () => {
    fc.assert(
      fc.property(
        fc.array(claim, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...things),
        fc.boolean(),
        (claims, thing, isUnset) => {
          const [first] = claims;
          const name = first?.path[0] as "approvals" | "visibility" | "topics";
          const found = strictest(
            fields[name],
            claims.filter(({ path }) => path[0] === name),
          );
          if (!found) return;
          if ("conflict" in found) {
            const [a, b] = found.conflict;
            expect(a).not.toBe(b);
            return;
          }
          const value = isUnset ? undefined : thing[name];
          const nearest = nearestWithin(fields[name], value, found.bound);
          expect(nearest === undefined).toBe(isWithin(fields[name], value, found.bound) === undefined);
          if (!nearest) return;
          expect(isWithin(fields[name], nearest.value, found.bound)).toBeUndefined();
          expect(nearestWithin(fields[name], nearest.value, found.bound)).toBeUndefined();
          expect(nearest.because.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
