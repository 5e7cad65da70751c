import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { comparable, coreNames, packagesOf, type CoreName } from "./cores.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../..", import.meta.url));
const installs: PackedInstall[] = [];
afterAll(() => installs.forEach((install) => install.remove()));

/** The stack that a run of the example left in a directory. */
function stackOf(directory: string): JsonObject {
  const json: unknown = JSON.parse(readFileSync(join(directory, "cdktf.out/stacks/acme/cdk.tf.json"), "utf8"));
  if (!isObject(json)) throw new Error("a stack is an object");
  return json;
}

/** Compiles and runs the example, for the core that is named, in a directory where npm installed it with trueup. */
async function runIn(core: CoreName): Promise<JsonObject> {
  const install = await installPacked([...packagesOf(core), "yaml"]);
  installs.push(install);
  const { place } = install;
  mkdirSync(join(place, "examples"));
  cpSync(join(top, "examples/acme"), join(place, "examples/acme"), { recursive: true });
  cpSync(join(top, "cdktf.json"), join(place, "cdktf.json"));
  const sources = readdirSync(join(top, "examples/cdktf")).filter((name) => name.endsWith(".ts"));
  for (const name of sources) {
    const text = readFileSync(join(top, "examples/cdktf", name), "utf8");
    writeFileSync(join(place, name), text.replaceAll(/"(trueup\/)?cdktn"/g, `"$1${core}"`));
  }
  const options = {
    noEmit: false,
    outDir: "dist",
    module: "nodenext",
    moduleResolution: "nodenext",
  };
  expect(await install.compile(sources, options)).toBe("");
  await run(process.execPath, ["dist/main.js"], { cwd: place });
  return stackOf(place);
}

describe("examples/cdktf", () => {
  it("compiles against both cores with nothing skipped, and both synthesize the same JSON", async () => {
    const stacks: JsonObject[] = [];
    for (const core of coreNames) stacks.push(comparable(await runIn(core)));
    expect(stacks[1]).toEqual(stacks[0]);
  });

  it("is what the command in cdktf.json makes, in the repository as it is built", async () => {
    const settings = JSON.parse(readFileSync(join(top, "cdktf.json"), "utf8")) as {
      readonly app: string;
      readonly output: string;
    };
    expect(settings).toMatchObject({ language: "typescript", output: "cdktf.out" });
    await run("/bin/sh", ["-c", settings.app], { cwd: top });
    const { resource } = stackOf(top);
    const kinds = readdirSync(join(top, "schemas/kinds")).map((file) => `trueup_${file.replace(/\.json$/, "")}`);
    expect(Object.keys(isObject(resource) ? resource : {}).sort()).toEqual(kinds.sort());
  });
});
