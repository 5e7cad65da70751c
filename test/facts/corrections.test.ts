import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { correct, needlessCorrections, readCorrections } from "../../src/facts/corrections.js";
import { readFacts } from "../../src/facts/read-facts.js";
import type { OperationFacts, ReleaseFacts } from "../../src/facts/release.js";

const top = new URL("../../facts/", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, top), "utf8");
const releases = ["17.10", "19.0"].map((release) => readFacts(textOf(`${release}.json`)));
const corrections = readCorrections(textOf("corrections.yaml"));

/** Facts of one operation, corrected by what a text says. */
function corrected(operation: OperationFacts, text: string, release = "19.0"): OperationFacts | undefined {
  return correct({ release, operations: { "PUT /lamps/{id}": operation } }, readCorrections(text)).operations["PUT /lamps/{id}"];
}

const of = (rest: string): string => `[{operations: ["PUT /lamps/{id}"], why: it is so, ${rest}}]`;

describe("the corrections of the facts", () => {
  it("are all needed: newer servers do not say by themselves what one says", () => {
    expect(needlessCorrections(releases, corrections)).toEqual([]);
  });

  it("leave operations alone that they do not name", () => {
    const [, newest] = releases;
    if (newest === undefined) throw new Error("no facts");
    const after = correct(newest, corrections);
    expect(Object.keys(after.operations)).toEqual(Object.keys(newest.operations));
    expect(after.operations["PUT /topics/{id}"]).toBe(newest.operations["PUT /topics/{id}"]);
    expect(after.operations["GET /groups/{id}/members"]?.reply).toMatchObject({ id: { type: "integer" } });
    expect(after.operations["GET /groups/{id}/members"]?.reply).not.toHaveProperty("user");
  });
});

describe("a correction", () => {
  it("says what is true of a parameter, and keeps what it does not speak of", () => {
    const operation = { params: { bright: { type: "string", required: true as const, maxLength: 5 }, dim: { type: "string" } } };
    expect(corrected(operation, of("parameters: {bright: {type: boolean}}"))?.params).toEqual({
      bright: { type: "boolean", required: true },
      dim: { type: "string" },
    });
    expect(corrected(operation, of("parameters: {bright: {required: false, enum: [on]}}"))?.params?.["bright"]).toEqual({
      type: "string",
      maxLength: 5,
      enum: ["on"],
    });
  });

  it("adds, takes away and makes a list of what is said", () => {
    const operation = { params: { shade: { type: "object", properties: { hue: { type: "string" } } } } };
    expect(corrected(operation, of("parameters: {shade: {absent: true}, dim: {added: true, type: boolean}}"))?.params).toEqual({
      dim: { type: "boolean" },
    });
    expect(corrected(operation, of("parameters: {shade: {list: true}}"))?.params).toEqual({
      shade: { type: "array", items: operation.params.shade },
    });
    expect(corrected({}, of("parameters: {dim: {added: true, type: boolean}}"))?.params).toEqual({ dim: { type: "boolean" } });
    expect(corrected({}, of("reply: {dim: {added: true, type: boolean}}"))).toEqual({});
  });

  it("reaches into objects and the items of lists, and by patterns of names", () => {
    const shades = { type: "array", items: { type: "object", properties: { hue: { type: "string" } } } };
    const operation = { params: { shades, shades_too: shades, other: shades } };
    const after = corrected(operation, of('parameters: {"shades*.hue": {type: integer}}'))?.params;
    expect(after?.["shades_too"]?.items?.properties).toEqual({ hue: { type: "integer" } });
    expect(after?.["other"]).toBe(shades);
  });

  it("holds for the releases that it names", () => {
    const operation = { params: { dim: { type: "string" } } };
    const text = of('from: "18.0", to: "19.2", parameters: {dim: {type: boolean}}');
    const typeIn = (release: string): string | undefined => corrected(operation, text, release)?.params?.["dim"]?.type;
    expect(["17.10", "18.0", "19.2", "19.10"].map((one) => typeIn(one))).toEqual(["string", "boolean", "boolean", "string"]);
  });

  it("is needless where the newest facts that it is about say so themselves, and is named", () => {
    const facts = (release: string, type: string): ReleaseFacts => ({
      release,
      operations: { "PUT /lamps/{id}": { params: { dim: { type }, bright: { type: "string" } } } },
    });
    const both = [facts("17.10", "string"), facts("19.0", "boolean")];
    const needless = (rest: string): string[] => needlessCorrections(both, readCorrections(of(rest)));
    expect(needless("parameters: {dim: {type: boolean}, bright: {type: boolean}}")).toEqual([
      "parameters dim of PUT /lamps/{id} (it is so)",
    ]);
    expect(needless('to: "17.10", parameters: {dim: {type: boolean}}')).toEqual([]);
    expect(needless('from: "19.1", parameters: {dim: {type: boolean}}')).toEqual([]);
    expect(needless("parameters: {dimm: {type: boolean}}")).toHaveLength(2);
    expect(
      needlessCorrections(both, readCorrections('[{operations: ["PUT /lamp"], why: so, parameters: {dim: {type: text}}}]')),
    ).toHaveLength(2);
  });

  it("names no parameter of the language by accident", () => {
    const text = of('parameters: {__proto__: {added: true, type: string}, "constructor": {type: boolean}}');
    const params = corrected({ params: { dim: { type: "string" } } }, text)?.params ?? {};
    expect(Object.keys(params).filter((name) => name !== "__proto__")).toEqual(["dim"]);
    expect(({} as Record<string, unknown>)["type"]).toBeUndefined();
  });
});

describe("corrections that are none", () => {
  it.each([
    ["a: b", "no list of corrections"],
    ["[a]", "no mapping"],
    ["[{operations: [a]}]", "why is missing"],
    ["[{why: so}]", "operations are missing"],
    ["[{operations: [a], why: so, parameter: {}}]", '"parameter" is no word'],
    ["[{operations: [a], why: so, from: 19.1}]", "put it in quotes"],
    ["[{operations: [a], why: so, from: nineteen}]", "is no release"],
    ["[{operations: [a], why: so, reply: {b: {colour: red}}}]", "b: colour is no word"],
    ["[{operations: [a], why: so, reply: {b: red}}]", "b: is no mapping"],
    ["[{operations: [a], why: so, parameters: {b: {added: true}}}]", "what is added has a type"],
  ])("%s is refused", (text, why) => expect(() => readCorrections(text)).toThrow(why));
});
