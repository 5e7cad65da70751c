import { describe, expect, test } from "vitest";
import { oneOf, record, text } from "../../src/core/fields.js";
import { defineKind, fieldsOf, type Kind } from "../../src/core/kind.js";
import { withFacts } from "../../src/core/release-facts.js";
import { accountOf } from "../../src/facts/account.js";
import { readEvidence } from "../../src/facts/evidence.js";
import type { OperationFacts, ReleaseFacts } from "../../src/facts/release.js";
import { factsTable, type SettlingFacts } from "../../src/facts/settle.js";

const lamp = defineKind({
  name: "lamp",
  title: "Lamp",
  description: "A light.",
  source: "nothing",
  parents: {
    instance: {
      file: "lamps",
      routes: { list: "GET /lamps", read: "GET /lamps/{lamp}", create: "POST /lamps", update: "PUT /lamps/{lamp}" },
    },
  },
  key: { description: "Its name.", write: "name", read: "name" },
  fields: {
    colour: oneOf("Its colour.", ["red"]),
    details: record("More of it.", { watts: text("Its power.") }),
    shade: text("Its shade.", { vendor: "lampshade" }),
  },
  refined: { bright: { description: "It is bright.", default: true } },
  ignored: { switch: "action" },
  example: {},
});

const settling: SettlingFacts = {
  evidence: readEvidence("names: { string: [glow] }"),
  secrecy: { of: () => false, decided: [] },
  dates: (_kind, attribute) => (attribute === "shade" ? { since: "16.2" } : {}),
  announced: () => ["glow"],
};

const flagged = { type: "boolean" };
const older: OperationFacts = { params: { name: { type: "string" }, colour: { type: "string", enum: ["red"] }, dim: flagged } };
const newer: OperationFacts = {
  params: {
    name: { type: "string" },
    colour: { type: "string", enum: ["blue", "red"] },
    details: { type: "object", properties: { watts: { type: "string" }, volts: { type: "string" } } },
    lampshade: { type: "string" },
    bright: flagged,
    switch: { type: "string" },
    page: { type: "integer", in: "query" },
  },
};

const releases: readonly ReleaseFacts[] = [
  { release: "17.10", operations: { "POST /lamps": older, "PUT /lamps/{id}": older } },
  {
    release: "19.0",
    operations: {
      "POST /lamps": newer,
      "PUT /lamps/{lamp_id}": { params: { ...newer.params, hidden: flagged } },
      "GET /lamps/{id}": { reply: { name: { type: "string" }, bright: flagged, colour: { type: "string" } } },
      "GET /lamps": { reply: { name: { type: "string" } } },
    },
  },
];

const kinds = new Map<string, Kind>([["lamp", lamp]]);
const complete = withFacts(kinds, factsTable(kinds, releases, settling)).get("lamp") as Kind;
const fields = fieldsOf(complete);

describe("a kind with facts of releases", () => {
  test("has what only the newer release takes, known from that release on, as its replies show it", () => {
    expect(fields["bright"]).toEqual({
      type: "flag",
      description: "It is bright.",
      default: true,
      shown: "read",
      since: "19.0",
      dialect: "vendor",
      plain: true,
    });
    expect(fields["hidden"]).toMatchObject({ on: "update", unreadable: true, description: "Hidden." });
  });

  test("has what the newer release dropped, until that release", () => {
    expect(fields["dim"]).toMatchObject({ until: "19.0" });
  });

  test("takes words of an enum and attributes of a record that its file does not have", () => {
    expect(fields["colour"]).toMatchObject({ values: ["red"], inVendor: { values: ["red", "blue"] } });
    expect(fields["details"]?.fields).toMatchObject({ watts: { description: "Its power." }, volts: { plain: true } });
  });

  test("goes by dates from elsewhere where no release was seen to have it before", () => {
    expect(fields["shade"]).toMatchObject({ since: "16.2" });
    expect(fields["shade"]?.notBefore).toBeUndefined();
    expect(fields["glow"]).toMatchObject({ type: "text", plain: true });
  });

  test("accounts for every parameter, and leaves those of queries out", () => {
    const found = releases.flatMap((release) => accountOf(lamp, complete, release));
    const create = found.find(({ operation, release }) => operation === "POST /lamps" && release === "19.0");
    expect(create?.parameters).toEqual([
      { name: "name", as: "key" },
      { name: "colour", as: "field" },
      { name: "details", as: "field" },
      { name: "lampshade", as: "field" },
      { name: "bright", as: "plain" },
      { name: "switch", as: "ignored", reason: "action" },
    ]);
  });
});
