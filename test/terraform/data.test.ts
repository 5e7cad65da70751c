// @module-tag nightly
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform } from "./command.js";
import { addressOf, configurationAt, lives } from "./lives.js";
import { WorkingDirectory } from "./working-directory.js";

let ground: Playground;
let directory: WorkingDirectory;
beforeEach(async () => {
  ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.5.0" });
  directory = await WorkingDirectory.open(ground.platform);
});
afterEach(async () => {
  await directory.close();
  await ground.close();
});

/** What finds each thing: the same as in the resource. */
const finding: Readonly<Record<string, readonly string[]>> = {
  trueup_topic: ["name"],
  trueup_group: ["full_path"],
  trueup_protected_environment: ["group", "name"],
  trueup_project: ["full_path"],
  trueup_approval_settings: ["project"],
  trueup_approval_rule: ["project", "name"],
};

/** What a configuration says, at any depth: what it leaves out is null in a resource, and as the platform has it in data. */
function said(value: Json): Json {
  if (Array.isArray(value)) return value.map((part: Json) => said(part));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).filter(([, part = null]) => part !== null);
  return Object.fromEntries(parts.map(([name, part = null]) => [name, said(part)]));
}

describeTerraform("data sources of the real terraform", () => {
  it("of each kind give what the resource made", async () => {
    const { resource } = configurationAt("made");
    const data: Record<string, object> = {};
    for (const life of lives) {
      const address = addressOf(life);
      const found = (finding[life.type] ?? []).map((name) => [name, `\${${address}.${name}}`] as const);
      const slug = life.type === "trueup_integration" ? { project: `\${${address}.project}`, slug: "external-wiki" } : {};
      data[life.type] = { seen: { ...Object.fromEntries(found), ...slug, depends_on: [address] } };
    }
    await directory.write({ "main.tf.json": { resource, data } });
    await directory.apply();
    const states = await directory.states();
    for (const life of lives) {
      const seen = states[`data.${life.type}.seen`];
      const own = Object.entries(states[addressOf(life)] ?? {}).filter(
        ([name]) => name !== "unset" && name !== "initialize_with_readme",
      );
      expect(seen, addressOf(life)).toMatchObject(said(Object.fromEntries(own) as Json) as JsonObject);
    }
    expect((await directory.plan()).actions).toEqual({});
  });

  it("trueup_api gives any reply as values that a configuration can use", async () => {
    const names = "${[for one in data.trueup_api.groups.result : one.full_path]}";
    await directory.write({
      "main.tf.json": {
        data: { trueup_api: { groups: { path: "/groups", query: { order_by: "path", per_page: "2" } } } },
        output: { names: { value: names } },
      },
    });
    await directory.apply();
    const { stdout } = await directory.mustRun(["output", "-json", "names"]);
    expect(JSON.parse(stdout)).toEqual(expect.arrayContaining(["acme", "acme/one", "acme/two"]));
  });
});

describeTerraform("trueup_desired_state", () => {
  it("plans every change of its files as a readable list, does just that, finds drift, and leaves all there when it is destroyed", async () => {
    const files = join(directory.path, "files");
    await mkdir(files);
    const declare = async (description: string): Promise<void> =>
      writeFile(
        join(files, "acme.yaml"),
        `version: 1\ngroups:\n  acme/tools:\n    name: Tools\nprojects:\n  acme/tools/site:\n    name: Site\n    description: ${description}\n`,
      );
    await declare("First");
    await directory.write({ "main.tf.json": { resource: { trueup_desired_state: { all: { path: "files" } } } } });
    const first = await directory.plan();
    expect(first.actions).toEqual({ "trueup_desired_state.all": "create" });
    expect(first.text).toContain("acme/tools/site");
    await directory.apply("planned");
    expect((await directory.plan()).actions).toEqual({});

    await declare("Second");
    const second = await directory.plan();
    expect(second.actions).toEqual({ "trueup_desired_state.all": "update" });
    expect(second.text).toMatch(/description.*First.*Second/);
    await directory.apply("planned");
    expect(await ground.platform.call("GET", "/projects/acme%2Ftools%2Fsite")).toMatchObject({ description: "Second" });

    await ground.platform.call("PUT", "/projects/acme%2Ftools%2Fsite", { description: "By hand" });
    expect((await directory.plan()).actions).toEqual({ "trueup_desired_state.all": "update" });
    await ground.platform.call("PUT", "/projects/acme%2Ftools%2Fsite", { description: "By another hand" });
    // Terraform itself asks for the plan again, and refuses one that says something else than what was shown.
    expect((await directory.run(["apply", "planned"])).exitCode).toBe(1);
    expect(await ground.platform.call("GET", "/projects/acme%2Ftools%2Fsite")).toMatchObject({ description: "By another hand" });
    await directory.apply();
    expect((await directory.plan()).actions).toEqual({});

    await directory.apply("-destroy");
    expect(await directory.states()).toEqual({});
    expect(await ground.platform.call("GET", "/projects/acme%2Ftools%2Fsite")).toMatchObject({ description: "Second" });
  });
});
