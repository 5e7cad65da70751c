import { secret } from "../../src/core/placeholders.js";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { comparable, type CoreName, coreNames, packagesOf } from "../constructs/cores.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { converted, declarations } from "./files.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../..", import.meta.url));
const command = join(top, "dist/cli/main.js");
const compiling = { noEmit: false, module: "nodenext", moduleResolution: "nodenext" };
const installs = new Map<CoreName, PackedInstall>();

beforeAll(async () => {
  for (const core of coreNames) installs.set(core, await installPacked(packagesOf(core)));
});
afterAll(() => installs.forEach((install) => install.remove()));

/** The stack that a program makes for a core, compiled with nothing skipped. */
async function stackOf(program: string, core: CoreName): Promise<JsonObject> {
  const install = installs.get(core);
  if (!install) throw new Error(`${core} is not installed`);
  const { place } = install;
  writeFileSync(join(place, "main.ts"), program.replaceAll(/"(trueup\/)?cdktn"/g, `"$1${core}"`));
  expect(await install.compile(["main.ts"], compiling)).toBe("");
  await run(process.execPath, ["main.js"], { cwd: place });
  const json: unknown = JSON.parse(readFileSync(join(place, "cdktf.out/stacks/trueup/cdk.tf.json"), "utf8"));
  if (!isObject(json)) throw new Error("a stack is an object");
  return json;
}

/** All resources of a type, in a stack. */
function resourcesOf({ resource }: JsonObject, type: string): readonly JsonObject[] {
  const ofType = isObject(resource) ? resource[type] : undefined;
  return isObject(ofType) ? Object.values(ofType).filter(isObject) : [];
}

describe("the example company as a program", () => {
  it("compiles against both cores with nothing skipped, and both synthesize the same", async () => {
    const stacks: JsonObject[] = [];
    for (const [core, { place }] of installs) {
      await run(process.execPath, [command, "convert", "--to", "cdktf", "--out", place, "examples/acme"], { cwd: top });
      stacks.push(comparable(await stackOf(readFileSync(join(place, "main.ts"), "utf8"), core)));
    }
    expect(stacks[1]).toEqual(stacks[0]);
    const [stack = {}] = stacks;
    expect(resourcesOf(stack, "trueup_project")).toHaveLength(20);
    expect(resourcesOf(stack, "trueup_group")).toContainEqual(
      expect.objectContaining({ full_path: "${trueup_group.group_acme.full_path}/platform" }),
    );
  });
});

const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc
    .array(fc.constantFrom("${", "%{", "$", "%", "{", "}", "\\", "`", '"', "\n", "\u2028", "é", "x", "%{if true}", "*/", "//"), {
      minLength: 1,
    })
    .map((parts) => parts.join("")),
);

describe("a program made of hostile texts", () => {
  it("says them as they are, and what Terraform would take for something is escaped", async () => {
    const samples = fc.sample(text, { numRuns: 150, seed: 11 }).map((one) => one.replaceAll(/\p{Cs}/gu, "\ufffd"));
    const things = declarations(
      Object.fromEntries(samples.map((one, index) => [`project:${one}/${index}`, { description: one, loose: { [one]: one } }])),
    );
    things.push(
      ...declarations({
        "project:a/circle": {},
        "integration:a/circle:pumble": { webhook: secret("`$${x}\\${env:ROOM}") },
      }),
    );
    const stack = await stackOf(converted(things, "cdktf").files.get("main.ts") ?? "", "cdktn");
    const meant = (one: unknown): string => String(one).replaceAll(/([$%])\1(?=\{)/g, "$1");
    const found = resourcesOf(stack, "trueup_project").filter(({ description }) => description !== undefined);
    expect(found.map(({ description }) => meant(description)).sort()).toEqual([...samples].sort());
    const keys = found.flatMap(({ unchecked }) => Object.keys(((unchecked as JsonObject)["loose"] ?? {}) as JsonObject));
    expect(keys.map(meant).sort()).toEqual([...samples].sort());
    expect(resourcesOf(stack, "trueup_integration")).toMatchObject([{ pumble: { webhook: "`$${x}\\${var.room}" } }]);
  });
});
