import { describe, expect, it } from "vitest";
import {
  entries,
  type Field,
  flag,
  image,
  integer,
  level,
  record,
  reference,
  refs,
  secret,
  setOf,
  text,
} from "../../src/core/fields.js";
import { canonicalJson, type Json, type JsonObject } from "../../src/core/json.js";
import { kindAt } from "../../src/core/kind.js";
import { normalForm } from "../../src/core/normal-form.js";
import { file, picture } from "../../src/core/placeholders.js";
import type { Desired, Live } from "../../src/core/plan.js";
import { decodeReply, decodeValue, readAttribute } from "../../src/engine/forms/decode.js";
import { diff } from "../../src/engine/forms/diff.js";
import { encodeBody } from "../../src/engine/forms/encode.js";
import { compare } from "../../src/engine/plan/compare.js";
import { kinds } from "../../src/program/kinds.js";

const sha256 = "ab".repeat(32);
const who = {
  user: reference("User.", "user", "id"),
  access_level: level("Level.", ["developer", "maintainer"]),
  approvals: integer("Approvals.", { default: 1 }),
};
const access = entries("Access.", who, ["user", "access_level"]);

/** Whether two values mean the same. */
function isSame(field: Field, one: Json, other: Json): boolean {
  return diff({ it: field }, { it: one }, { it: other }).length === 0;
}

describe("two values are the same", () => {
  it.each<readonly [string, Field, Json, Json]>([
    ["a set in another order", setOf("Topics.", refs("topic")), ["a", "b"], ["b", "a"]],
    ["a name in other letters", refs("user"), "alice", "Alice"],
    ["entries in another order", access, [{ user: "a" }, { user: "b" }], [{ user: "b" }, { user: "a" }]],
    ["an entry without what is so by default", access, [{ user: "a" }], [{ user: "a", approvals: 1 }]],
    ["a level by its number", level("Level.", ["maintainer"]), "maintainer", 40],
    ["a number as a text", integer("Size."), 7, "7"],
    ["a flag as a text", flag("On."), true, "true"],
    ["a duration in other units", text("Time.", { format: "duration" }), "1h 30m", "90 minutes"],
    ["an empty text and none", text("Title.", { nullable: true }), null, ""],
    ["line breaks of a browser", text("Title."), "a\nb", "a\r\nb"],
    ["addresses in another order", text("Addresses.", { normalise: "comma-text" }), "a, b", "b,a"],
    ["what is not shown", record("Policy.", { on: flag("On."), keep: integer("Keep.") }), { on: true }, { on: true, keep: 3 }],
  ])("as %s", (_name, field, one, other) => {
    expect(isSame(field, one, other)).toBe(true);
  });

  it.each<readonly [string, Field, Json, Json]>([
    ["a branch in other letters", refs("protected_branch", { cased: true }), "Main", "main"],
    ["an entry with another role", access, [{ access_level: "developer" }], [{ access_level: "maintainer" }]],
    ["an entry with what is not so by default", access, [{ user: "a" }], [{ user: "a", approvals: 2 }]],
    ["a number as another text", integer("Size."), 7, "8"],
    ["half a duration", text("Time.", { format: "duration" }), "1h 30m", "30m"],
  ])("but not as %s", (_name, field, one, other) => {
    expect(isSame(field, one, other)).toBe(false);
  });

  it("tell the attribute of a record that differs, what was there and what is asked for", () => {
    const fields = { policy: record("Policy.", { on: flag("On."), keep: integer("Keep.") }) };
    expect(diff(fields, { policy: { on: true, keep: 7 } }, { policy: { on: true, keep: 3 } })).toEqual([
      { path: "policy.keep", before: 3, after: 7 },
    ]);
  });

  it("where what is not shown is not compared", () => {
    expect(diff({ title: text("Title.") }, { title: "new" }, {})).toEqual([]);
  });
});

describe("a reply", () => {
  it("shows an attribute under its own name, the other dialect's or the one for reading", () => {
    const field = { ...text("Key."), vendor: "vendor_key", read: "read_key" };
    for (const name of ["key", "vendor_key", "read_key"]) expect(readAttribute(field, "key", { [name]: "x" }), name).toBe("x");
  });

  it("gives people by name, and entries by what tells them apart", () => {
    expect(decodeValue(reference("User.", "user", "id"), { id: 7, username: "alice" })).toBe("alice");
    const shown: JsonObject = { user: "alice", access_level: 40, approvals: 1 };
    expect(decodeValue(access, [shown, { user: null, access_level: 30, approvals: null }])).toEqual([
      { user: "alice", approvals: 1 },
      { access_level: "developer" },
    ]);
  });
});

describe("a reply of a thing", () => {
  it("shows what stands in it and in the part that its kind names, but nothing that servers never truly show", () => {
    const kind = kindAt(kinds, { kind: "integration", parent: "project" });
    const reply = { id: 3, slug: "campfire", active: true, properties: { subdomain: "acme", room: null, token: "*****" } };
    const { id, spec, marks } = decodeReply(kind, { path: "acme/web", key: "campfire" }, reply);
    expect({ id, spec }).toMatchObject({ id: 3, spec: { subdomain: "acme" } });
    expect(spec).not.toHaveProperty("token");
    expect(marks).toMatchObject({ slug: "campfire", active: true });
  });
});

describe("a body", () => {
  const encode = (fields: Readonly<Record<string, Field>>, spec: JsonObject, dialect: "neutral" | "vendor") =>
    encodeBody(fields, spec, dialect, (_field, name) => `number of ${name}`);

  it("has the names, numbers and empty forms that the server takes", () => {
    const fields = {
      title: text("Title.", { nullable: { unset: "" } }),
      note: text("Note.", { nullable: true }),
      jobs: { ...flag("Jobs."), write: "public_jobs" },
      spam: { ...flag("Spam."), vendor: "akismet" },
      role: level("Role.", ["maintainer"]),
      owner: reference("Owner.", "user", "id"),
    };
    const spec = { title: null, note: null, jobs: true, spam: true, role: "maintainer", owner: "alice" };
    const shared = { title: "", note: null, public_jobs: true, role: 40, owner: "number of alice" };
    expect(encode(fields, spec, "neutral")).toEqual({ ...shared, spam: true });
    expect(encode(fields, spec, "vendor")).toEqual({ ...shared, akismet: true });
  });
});

describe("comparing with what is live", () => {
  const fields = {
    logo: image("Logo."),
    title: text("Title."),
    key: secret("Key."),
    ref: { ...text("Ref."), on: "create" } as Field,
  };
  function compared(spec: Desired["spec"], live: JsonObject) {
    const origin = { file: "", line: 0, column: 0 };
    const desired: Desired = { kind: "appearance", address: "appearance", ensure: "present", spec, origins: {}, origin };
    const shown: Live = { kind: "appearance", address: "appearance", id: 1, spec: live, marks: {}, scheduledForDeletion: false };
    return compare(fields, desired, shown, () => "the-secret-itself", (() => "another hash") as never);
  }

  it("knows a picture by the hash in its name", () => {
    expect(compared({ logo: file("a.png", sha256) }, { logo: `/uploads/trueup-${sha256}.png` })).toMatchObject({
      differences: [],
      unverifiable: [],
    });
    expect(compared({ logo: file("a.png", sha256) }, { logo: "/uploads/other.png" }).differences).toEqual([
      { path: "logo", before: picture("/uploads/other.png", "another hash"), after: file("a.png", sha256) },
    ]);
    expect(normalForm(fields.logo, `/uploads/trueup-${sha256}.png`)).toBe(sha256);
  });

  it("tells what is not shown, and is about nothing that only a create takes", () => {
    expect(compared({ title: "new", ref: "main" }, {}).unverifiable.map(({ path }) => path)).toEqual(["title"]);
    expect(compared({ ref: "main" }, { ref: "other" })).toMatchObject({ differences: [], unverifiable: [] });
  });

  it("shows no secret, neither before nor after", () => {
    const { differences } = compared({ key: "literal-secret" }, { key: "live-secret" });
    expect(differences).toHaveLength(1);
    expect(canonicalJson(differences[0]?.before)).toBe('{"$secret":null}');
  });
});
