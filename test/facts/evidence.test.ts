import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Field, typeOf } from "../../src/core/fields.js";
import { readEvidence, settledType } from "../../src/facts/evidence.js";
import { plainField } from "../../src/facts/plain-field.js";
import { readFacts } from "../../src/facts/read-facts.js";
import type { ParameterFacts } from "../../src/facts/release.js";
import { kinds } from "../../src/kinds/index.gen.js";

const top = new URL("../../", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, top), "utf8");
const evidence = readEvidence(textOf("facts/evidence.yaml"));
const newest = readFacts(textOf("facts/19.0.json"));
const settings = newest.operations["PUT /application/settings"]?.params ?? {};
const operation = "PUT /application/settings";
const doubtful = Object.entries(settings).filter(([, { type, enum: words }]) => type === "string" && words === undefined);

/** The name of the type of a plain field. */
const typeOfName = (name: string, parameter: ParameterFacts = { type: "string" }): string =>
  plainField(settledType(operation, name, parameter, evidence)).type;

describe("the types of settings, of which the server declares none", () => {
  it("are settled by name for nearly all", () => {
    const open = doubtful.filter(([name, one]) => settledType(operation, name, one, evidence) === undefined);
    expect(doubtful.length).toBeGreaterThan(400);
    expect(open.length).toBeLessThan(12);
  });

  it("are those of the fields that people wrote, as far as these are plain", () => {
    const written = kinds.get("application_settings")?.fields ?? {};
    const plain = ["flag", "integer", "number", "text"];
    const wrong = doubtful.flatMap(([name, one]) => {
      const type = written[name]?.plain ? undefined : written[name]?.type;
      const found = settledType(operation, name, one, evidence);
      return type === undefined || !plain.includes(type) || !found || plainField(found).type === type ? [] : [`${name}: ${type}`];
    });
    expect(wrong).toEqual([]);
  });

  it("agree with what other operations declare of the same names", () => {
    const right = new Set<string>();
    const wrong = new Set<string>();
    for (const { params = {} } of Object.values(newest.operations)) {
      for (const [name, { type, enum: words }] of Object.entries(params)) {
        const told = evidence.names.get(name) ?? evidence.patterns.find(({ isMeant }) => isMeant(name))?.type;
        if ((type === "string" && words === undefined) || told === undefined) continue;
        (told.type === type ? right : wrong).add(name);
      }
    }
    expect(right.size).toBeGreaterThan(200);
    expect(wrong.size / right.size).toBeLessThan(0.08);
  });

  it.each([
    ["throttle_gardens_requests_per_period", "integer"],
    ["garden_gate_enabled", "flag"],
    ["enforce_gates", "flag"],
    ["allow_runner_registration_token", "flag"],
    ["garden_api_key", "text"],
    ["garden_allowlist", "set"],
    ["garden_allowlist_raw", "text"],
    ["archive_gardens_in_human_readable", "text"],
    ["time_tracking_limit_to_hours", "flag"],
    ["external_authorization_service_timeout", "number"],
    ["gardens", "scalar"],
  ])("of %s is %s", (name, type) => expect(typeOfName(name)).toBe(type));

  it("needs no name that a pattern tells as well", () => {
    const needless = [...evidence.names].filter(
      ([name, type]) => evidence.patterns.find(({ isMeant }) => isMeant(name))?.type.type === type.type,
    );
    expect(needless).toEqual([]);
  });
});

describe("the type of a parameter elsewhere", () => {
  const project = "PUT /projects/{id}";
  it("is text where the operation says string, but for names that are never texts", () => {
    const typeIn = (name: string, parameter: ParameterFacts): string =>
      plainField(settledType(project, name, parameter, evidence)).type;
    expect(typeIn("garden_limit", { type: "string" })).toBe("text");
    expect(typeIn("issues_enabled", { type: "string" })).toBe("flag");
    expect(typeIn("garden_enabled", { type: "string", enum: ["yes", "no"] })).toBe("enum");
    expect(typeIn("garden_enabled", { type: "integer" })).toBe("integer");
  });

  it("is in doubt where the parameter is known by name alone", () => {
    expect(settledType(project, "garden_limit", { type: "string" }, evidence, true)?.type).toBe("integer");
    expect(settledType(project, "gardens", { type: "string" }, evidence, true)).toBeUndefined();
  });
});

describe("a plain field", () => {
  const nested = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
  it.each<[string, ParameterFacts, Partial<Field>]>([
    ["flag", { type: "boolean" }, { type: "flag" }],
    ["number", { type: "number", min: 0, max: 2 }, { type: "number", min: 0, max: 2 }],
    ["words", { type: "string", enum: ["on", "off"] }, { type: "enum", values: ["on", "off"] }],
    ["numbers as words", { type: "integer", enum: [0, 30] }, { type: "enum", values: [0, 30] }],
    ["words that are flags", { type: "boolean", enum: [true, false] }, { type: "flag" }],
    ["file", { type: "string", format: "binary" }, { type: "image" }],
    ["date", { type: "string", format: "date" }, { type: "text", format: "date" }],
    ["long text", { type: "string", maxLength: 255 }, { type: "text", max: 255, nullable: true }],
    ["list of texts", { type: "array", items: { type: "string" } }, { type: "set" }],
    ["list of nobody knows what", { type: "array", items: { type: "object" } }, { type: "document" }],
    ["list of objects", { type: "array", items: nested }, { type: "list" }],
    ["object", nested, { type: "record" }],
    ["map", { type: "object", items: { type: "boolean" } }, { type: "map" }],
    ["object of nobody knows what", { type: "object" }, { type: "document" }],
    ["number or text", { type: "integer|string" }, { type: "scalar" }],
  ])("of a %s", (_what, parameter, field) => expect(plainField(parameter)).toMatchObject(field));

  it("of a secret is a secret, whatever else is known", () => {
    expect(plainField(undefined, true)).toMatchObject({ type: "text", secret: true });
  });

  it("of any scalar compares what is meant and not how it is written", () => {
    const field = plainField(undefined);
    const normal = (value: string | number | boolean): unknown =>
      typeOf(field).form.normal(field, value, { value: (_field, one) => one, attributes: (_fields, one) => one });
    for (const same of [
      [true, 1, "1", "true"],
      [false, 0, "0", "false"],
      [12, "12"],
    ] as const)
      expect(new Set(same.map((one) => normal(one))).size).toBe(1);
    expect(new Set([12, "12.0", "0012", "twelve", true, ""].map((one) => normal(one))).size).toBe(6);
  });
});

describe("evidence that is none", () => {
  it.each([
    ["- a", "no mapping"],
    ["names: {colour: [a]}", "no type such as boolean"],
    ["names: {boolean: a}", "no list of names"],
    ["names: {boolean: [a], string: [a]}", "twice"],
    ["patterns: [a]", "no mapping of type and names"],
    ["colours: []", '"colours" is none of'],
    ["everywhere: {string of string: [a]}", "no type such as boolean"],
  ])("%s is refused", (text, why) => expect(() => readEvidence(text)).toThrow(why));
});
