import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { openSession } from "../../src/cli/session.js";
import { isObject, type Json } from "../../src/core/json.js";
import { allCodes, explainedCode } from "../../src/report/codes.js";
import { builtCodes, keysOf, literalCodes, propertyTexts } from "./printed-codes.js";

/** Texts in the place of a code that no message has: an option of a library, and no code at all. */
const noCodes = new Set(["once", ""]);
/** Keywords of schemas whose errors have a code without the keyword, or that are no error of their own. */
const otherwise = new Set(["additionalProperties", "if", "not", "propertyNames", "allOf"]);
const checking =
  /^(?:additionalProperties|allOf|anyOf|const|enum|exclusive\w+|format|if|max\w+|min\w+|multipleOf|not|oneOf|pattern|propertyNames|required|type|uniqueItems)$/;
const byName = new Set(["properties", "patternProperties", "$defs"]);

function keywordsOf(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value = null]) => {
    const inner = byName.has(keyword) && isObject(value) ? Object.values(value) : [value];
    const isData = ["enum", "const", "default", "examples"].includes(keyword);
    return [...(checking.test(keyword) ? [keyword] : []), ...(isData ? [] : inner.flatMap((part = null) => keywordsOf(part)))];
  });
}

function keywordCodes(): readonly string[] {
  const schemas = ["trueup", "project"].map((name) => {
    const text = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8");
    return JSON.parse(text) as Json;
  });
  const keywords = new Set(schemas.flatMap(keywordsOf));
  return [...keywords].filter((keyword) => !otherwise.has(keyword)).map((keyword) => `schema.${keyword}`);
}

/** Every code that a message can have. */
function printedCodes(): ReadonlySet<string> {
  const freezes = propertyTexts("program/project/freezes.ts", "key").map((key) => `freeze.${key}`);
  const reasons = [...keysOf("platform/oauth/failure.ts", "hints"), "refused"].map((reason) => `oauth.${reason}`);
  return new Set([...literalCodes().keys(), ...keywordCodes(), ...freezes, ...reasons].filter((code) => !noCodes.has(code)));
}

describe("the table of codes", () => {
  const printed = printedCodes();
  const explained = allCodes().flatMap((code) => explainedCode(code) ?? []);

  it("explains every code that a message can have", () => {
    expect([...printed].filter((code) => explainedCode(code) === undefined).sort()).toEqual([]);
  });

  it("has no code that no message has", () => {
    expect(allCodes().filter((code) => !printed.has(code))).toEqual([]);
  });

  it("knows all codes that are built from parts", () => {
    expect(builtCodes()).toEqual(["freeze.", "oauth.", "schema."]);
  });

  it("has each code in one area", () => {
    const codes = allCodes();
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.length).toBeGreaterThan(400);
  });

  it("has whole sentences for each part of an explanation", () => {
    const parts = explained.flatMap(({ code, meaning, cause, fix }) => [meaning, cause, fix].map((text) => ({ code, text })));
    expect(parts.filter(({ text }) => !/^(?:[A-Z`]|git |trueup )[^|]{8,250}\.$/.test(text))).toEqual([]);
  });

  it("names only options that the commands have", async () => {
    const program = await createProgram(openSession());
    const optionsOf = (command: Command): readonly string[] => [
      ...command.options.map(({ long }) => long ?? ""),
      ...command.commands.flatMap(optionsOf),
    ];
    const known = new Set([...optionsOf(program), "--help", "--unshallow"]);
    const wrong = explained.flatMap(({ code, meaning, cause, fix }) =>
      [...`${meaning} ${cause} ${fix}`.matchAll(/--[a-z][a-z-]+/g)]
        .filter(([option]) => !known.has(option))
        .map(([option]) => `${code}: ${option}`),
    );
    expect(wrong).toEqual([]);
  });

  it("explains reasons of servers of OAuth that it does not know", () => {
    expect(explainedCode("oauth.slow_down")).toEqual({ ...explainedCode("oauth.refused"), code: "oauth.slow_down" });
    expect(explainedCode("nothing.of-the-kind")).toBeUndefined();
  });
});
