import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entries, flag, integer, level, oneOf, record, reference, refs, scalar, setOf, text } from "../../src/core/fields.js";
import type { Json, JsonObject, Value } from "../../src/core/json.js";
import { diff, diffNew } from "../../src/engine/forms/diff.js";

const fields = {
  title: text("Title.", { nullable: true }),
  expires: text("Duration.", { format: "duration" }),
  size: integer("Size."),
  on: flag("On."),
  colour: oneOf("Colour.", ["red", "green"]),
  topics: setOf("Topics.", refs("topic")),
  policy: record("Policy.", { enabled: flag("Enabled."), keep: integer("Keep.") }),
  access: entries(
    "Access.",
    {
      user: reference("User.", "user", "id"),
      access_level: level("Level.", ["developer", "maintainer"]),
      approvals: integer("Approvals.", { default: 1 }),
    },
    ["user", "access_level"],
  ),
};

const names = fc.constantFrom("alice", "Bob", "carol", "toString", "constructor");
const specs: fc.Arbitrary<JsonObject> = fc.record(
  {
    title: fc.oneof(fc.string(), fc.constant(null)),
    size: fc.integer(),
    on: fc.boolean(),
    colour: fc.constantFrom("red", "green"),
    topics: fc.uniqueArray(names, { selector: (name) => name.toLowerCase() }),
    policy: fc.record({ enabled: fc.boolean(), keep: fc.nat() }, { requiredKeys: [] }),
    access: fc.uniqueArray(names, { selector: (name) => name.toLowerCase() }).map((list) => list.map((user) => ({ user }))),
  },
  { requiredKeys: [] },
);

describe("comparing desired with live", () => {
  it("finds nothing between a thing and itself, in whatever order and letter case its sets stand", () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const shuffled = {
          ...spec,
          ...(Array.isArray(spec["topics"])
            ? { topics: [...(spec["topics"] as string[])].reverse().map((name) => name.toUpperCase()) }
            : {}),
          ...(Array.isArray(spec["access"]) ? { access: [...(spec["access"] as Json[])].reverse() } : {}),
        };
        expect(diff(fields, spec, shuffled)).toEqual([]);
      }),
    );
  });

  it("finds exactly the attributes that the files name and that differ", () => {
    fc.assert(
      fc.property(specs, fc.integer(), fc.integer(), (live, before, after) => {
        fc.pre(before !== after);
        const found = diff(fields, { size: after }, { ...live, size: before });
        expect(found).toEqual([{ path: "size", before, after }]);
      }),
    );
  });

  it("leaves alone what the files do not name inside a record", () => {
    const found = diff(fields, { policy: { keep: 5 } }, { policy: { enabled: true, keep: 10 } });
    expect(found).toEqual([{ path: "policy.keep", before: 10, after: 5 }]);
  });

  it("does not call it drift when the reply does not show an attribute", () => {
    expect(diff(fields, { title: "x", size: 1 }, { size: 1 })).toEqual([]);
  });

  it("takes an empty text and no text, and two spellings of one duration, for the same", () => {
    expect(diff(fields, { title: "", expires: "30 days" }, { title: null, expires: "1 month" })).toEqual([]);
  });

  it("takes an entry that leaves out a default for the same as the long one", () => {
    expect(diff(fields, { access: [{ user: "alice" }] }, { access: [{ user: "alice", approvals: 1 }] })).toEqual([]);
    expect(
      diff(fields, { access: [{ access_level: 30 }] }, { access: [{ access_level: "developer", approvals: 2 }] }),
    ).toHaveLength(1);
  });
});

describe("what is not there yet", () => {
  it("differs in every attribute that is desired of it, and in nothing else", () => {
    fc.assert(
      fc.property(specs, (spec) => {
        expect(diffNew(fields, spec).map((one) => one.path)).toEqual(Object.keys(spec));
      }),
    );
  });
});

describe("a value of which nobody says what it is", () => {
  const fields = { some: scalar("Anything.") };
  const means = (asked: Value, shown: Value): boolean => diff(fields, { some: asked }, { some: shown }).length === 0;

  it("is as the server shows it, in whichever of its forms", () => {
    for (const [asked, shown] of [
      [true, "true"],
      [1, true],
      ["0", false],
      ["7", 7],
      [1.5, "1.5"],
      ["", null],
      ["one\r\ntwo", "one\ntwo"],
    ] as const)
      expect([asked, shown, means(asked, shown)]).toEqual([asked, shown, true]);
  });

  it("is another one where it means something else", () => {
    for (const [asked, shown] of [
      [true, false],
      [7, 8],
      ["07", 7],
      ["yes", true],
      ["a", "A"],
      [0, null],
      ["x", { x: 1 }],
    ] as const)
      expect([asked, shown, means(asked, shown)]).toEqual([asked, shown, false]);
  });
});
