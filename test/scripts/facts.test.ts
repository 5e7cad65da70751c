import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchCopy, type ScratchCopy } from "../e2e/scratch-copy.js";

const run = promisify(execFile);

/** A server of which the newest release has one operation, with one parameter more. */
const specification = `
openapi: 3.0.1
paths:
  /api/v4/application/appearance:
    get: {responses: {"200": {description: "", content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}}}
    put:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                title: {type: string}
                garden_gate_enabled: {type: string}
      responses: {"200": {description: ""}}
`;

let scratch: ScratchCopy;

beforeAll(async () => {
  scratch = await scratchCopy("package.json", "tsconfig.json", "src", "scripts", "facts", "schemas", "docs", "CHANGELOG.md");
  await writeFile(join(scratch.path, "spec.yaml"), specification);
  await writeFile(join(scratch.path, "list.yaml"), "- a");
});
afterAll(async () => scratch.remove());

/** What npm run facts says, and its exit code. */
async function facts(...given: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, ["scripts/facts.mjs", ...given], { cwd: scratch.path })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

describe("npm run facts", { tags: ["slow"] }, () => {
  it.each([
    [["none.yaml", "20.0"], "there is no file none.yaml"],
    [["scripts", "20.0"], "scripts cannot be read: EISDIR"],
    [["list.yaml", "20.0"], "list.yaml: is a list, not an OpenAPI description"],
    [["spec.yaml", "20.0.1"], "20.0.1 is no release: it must be like 19.1"],
    [["spec.yaml", "19.0"], "facts/19.0.json is there already: --force replaces it"],
    [["spec.yaml"], "it takes two arguments"],
    [["spec.yaml", "20.0", "more"], "it takes two arguments"],
    [["spec.yaml", "20.0", "--farce"], "--farce"],
  ])("refuses %j, says why, and writes nothing", async (given, why) => {
    const { code, stderr } = await facts(...given);
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect(stderr).toContain("npm run facts -- --help");
    expect((await readdir(join(scratch.path, "facts"))).filter((name) => name.startsWith("2"))).toEqual([]);
  });

  it("says what is new, and lets all follow: a parameter that nobody knew is an attribute", { tags: ["nightly"] }, async () => {
    const { code, stdout, stderr } = await facts("spec.yaml", "20.0");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("wrote facts/20.0.json: 2 operations");
    expect(stdout).toContain("0 operations more than in 19.0");
    expect(stdout).toContain("PUT /application/appearance: 1 parameter more: garden_gate_enabled");
    expect(stdout).toMatch(/17 parameters no longer there: .*pwa_icon/);
    const { facts: known } = JSON.parse(`{"facts": ${await readFile(join(scratch.path, "facts/20.0.json"), "utf8")}}`) as {
      facts: { operations: Record<string, unknown> };
    };
    expect(Object.keys(known.operations)).toEqual(["GET /application/appearance", "PUT /application/appearance"]);
    const schema = await readFile(join(scratch.path, "schemas/kinds/appearance.json"), "utf8");
    expect(schema).toContain("garden_gate_enabled");
  });
});
