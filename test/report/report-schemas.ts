import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import ajvFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { JsonObject } from "../../src/core/json.js";
import { top } from "../harness/command-line.js";

function schemaOf(file: string): JsonObject {
  return JSON.parse(readFileSync(join(top, file), "utf8")) as JsonObject;
}

function checkOf(ajv: Ajv | Ajv2020, file: string): (text: string) => void {
  ajvFormats.default(ajv);
  const check = ajv.compile(schemaOf(file));
  return (text) => {
    check(JSON.parse(text));
    expect(check.errors ?? []).toEqual([]);
  };
}

const xsd = readFileSync(join(top, "test/fixtures/junit-10.xsd"), "utf8");
const loose = { strict: false, allowUnionTypes: true } as const;

/** By what it is: fails for a text that is not valid by the format's published schema. */
export const mustBeValid = {
  plan: checkOf(new Ajv2020(loose), "schemas/plan.schema.json"),
  result: checkOf(new Ajv2020(loose), "schemas/result.schema.json"),
  sarif: checkOf(new Ajv(loose), "test/fixtures/sarif-2.1.0.schema.json"),
  codeQuality: checkOf(new Ajv(loose), "test/fixtures/code-quality.schema.json"),
  widget: (text: string): void => {
    const counts = JSON.parse(text) as Record<string, number>;
    expect(Object.keys(counts)).toEqual(["create", "update", "delete"]);
    expect(Object.values(counts).every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
  },
  junit: async (text: string): Promise<void> => {
    const checked = await validateXML({
      xml: [{ fileName: "junit.xml", contents: text }],
      schema: [{ fileName: "junit-10.xsd", contents: xsd }],
      maxMemoryPages: 4096,
    });
    expect(checked.errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
    expect(checked.valid).toBe(true);
  },
};
