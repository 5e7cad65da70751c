// @module-tag nightly
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseFault } from "../../src/emulator/core/faults.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform } from "./command.js";
import { WorkingDirectory } from "./working-directory.js";

let ground: Playground;
let directory: WorkingDirectory;
afterEach(async () => {
  await directory.close();
  await ground.close();
});

async function open(options: EmulatorOptions = {}): Promise<void> {
  ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.5.0" }, options);
  directory = await WorkingDirectory.open(ground.platform);
}

const group = `resource "trueup_group" "tools" {
  full_path   = "acme/tools"
  name        = "Tools"
  description = "First"
}
`;
const projects = `resource "trueup_project" "one" {
  for_each   = toset([for number in range(50) : format("p%02d", number)])
  full_path  = "\${trueup_group.tools.full_path}/\${each.key}"
  name       = each.key
  depends_on = [trueup_topic.gardening]
}
resource "trueup_approval_rule" "one" {
  for_each           = trueup_project.one
  project            = each.value.full_path
  name               = "Rule of \${each.value.id}"
  approvals_required = 1
  users              = ["alice"]
}
resource "trueup_topic" "gardening" {
  name  = "gardening"
  title = "Gardening"
}
`;

describeTerraform("the real terraform works with the provider as it is used", () => {
  beforeEach(async () => open());

  it("mistakes are told at their line before anything is sent", async () => {
    const wrong = `resource "trueup_project" "it" {
  full_path  = "acme/it"
  visibility = "secret"
  topics     = ["a", "b"]
  squash_option = "perhaps"
}
resource "trueup_integration" "none" {
  project = "acme/base"
}
resource "trueup_group" "it" {
  name = "No path"
}
`;
    await directory.write({ "main.tf": wrong });
    const { exitCode, stderr } = await directory.run(["validate"]);
    expect(exitCode).toBe(1);
    for (const line of [3, 5, 7, 10]) expect(stderr).toContain(`on main.tf line ${line}`);
    expect(stderr).toContain("visibility");
  });

  it(
    "a hundred things that refer to each other are made at once, by ids and paths that nobody knew before",
    { tags: ["nightly"] },
    async () => {
      await directory.write({ "main.tf": group + projects });
      await directory.apply("-parallelism=50");
      expect((await directory.plan("-parallelism=50")).actions).toEqual({});
      const states = await directory.states();
      expect(Object.keys(states)).toHaveLength(102);
      const { id } = (await ground.platform.call("GET", "/projects/acme%2Ftools%2Fp07")) as { id: number };
      expect(states['trueup_approval_rule.one["p07"]']?.["name"]).toBe(`Rule of ${id}`);
      await directory.apply("-destroy", "-parallelism=50");
      expect(await directory.states()).toEqual({});
    },
  );

  it("-refresh-only takes over what was done by hand and changes nothing; the next plan undoes it", async () => {
    await directory.write({ "main.tf": group });
    await directory.apply();
    await ground.platform.call("PUT", "/groups/acme%2Ftools", { description: "Second" });
    await directory.apply("-refresh-only");
    expect((await directory.states())["trueup_group.tools"]).toMatchObject({ description: "Second" });
    expect(await ground.platform.call("GET", "/groups/acme%2Ftools")).toMatchObject({ description: "Second" });
    expect((await directory.plan()).actions).toEqual({ "trueup_group.tools": "update" });
  });

  it("-target makes what it names and what that needs, and nothing else", { tags: ["nightly"] }, async () => {
    await directory.write({ "main.tf": group + projects });
    await directory.apply('-target=trueup_project.one["p03"]');
    expect(Object.keys(await directory.states()).sort()).toEqual(
      ['trueup_project.one["p03"]', "trueup_group.tools", "trueup_topic.gardening"].sort(),
    );
  });

  it("a plan that was saved is applied later, as it was shown", { tags: ["nightly"] }, async () => {
    await directory.write({ "main.tf": group });
    const { actions } = await directory.plan();
    expect(actions).toEqual({ "trueup_group.tools": "create" });
    await directory.write({ "main.tf": group.replace("First", "Third") });
    await directory.apply("planned");
    expect(await ground.platform.call("GET", "/groups/acme%2Ftools")).toMatchObject({ description: "First" });
    expect((await directory.plan()).actions).toEqual({ "trueup_group.tools": "update" });
  });

  it("what is there already is not taken over, and the error says how to import it", async () => {
    await directory.write({ "main.tf": group.replace("acme/tools", "acme/one") });
    const { exitCode, stderr } = await directory.run(["apply", "-auto-approve"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("acme/one is there already");
    expect(stderr).toContain("group:acme/one");
    expect(await directory.states()).toEqual({});
  });

  it("what was taken away by hand is made anew", async () => {
    await directory.write({ "main.tf": projects.slice(projects.indexOf('resource "trueup_topic"')) });
    await directory.apply();
    const [topic] = (await ground.platform.call("GET", "/topics?search=gardening")) as { id: number }[];
    await ground.platform.call("DELETE", `/topics/${topic?.id}`);
    const { actions, drifted } = await directory.plan();
    expect({ actions, drifted }).toEqual({
      actions: { "trueup_topic.gardening": "create" },
      drifted: ["trueup_topic.gardening"],
    });
    await directory.apply("planned");
    expect((await directory.plan()).actions).toEqual({});
  });

  it("what was renamed by hand is found by its number and called as before", { tags: ["nightly"] }, async () => {
    await directory.write({ "main.tf": group });
    await directory.apply();
    const { id } = (await ground.platform.call("GET", "/groups/acme%2Ftools")) as { id: number };
    await ground.platform.call("PUT", `/groups/${id}`, { path: "toys" });
    expect((await directory.plan()).actions).toEqual({ "trueup_group.tools": "update" });
    await directory.apply("planned");
    expect(await ground.platform.call("GET", "/groups/acme%2Ftools")).toMatchObject({ id });
  });
});

describeTerraform("the real terraform works with the provider where something fails", () => {
  it("what was made in part is tainted, told so, and kept by untaint", { tags: ["nightly"] }, async () => {
    await open({ faults: [parseFault("POST /projects/*/archive status=403 times=1")] });
    await directory.write({
      "main.tf": 'resource "trueup_project" "old" {\n  full_path = "acme/old"\n  name      = "Old"\n  archived  = true\n}\n',
    });
    const failed = await directory.run(["apply", "-auto-approve"]);
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toContain("terraform untaint");
    expect((await directory.plan()).actions).toEqual({ "trueup_project.old": "delete create" });
    await directory.mustRun(["untaint", "trueup_project.old"]);
    expect((await directory.plan()).actions).toEqual({ "trueup_project.old": "update" });
    await directory.apply("planned");
    expect(await ground.platform.call("GET", "/projects/acme%2Fold")).toMatchObject({ archived: true });
    expect((await directory.plan()).actions).toEqual({});
  });

  it("what failed leaves the rest done, and the next apply does what is left", async () => {
    await open({ faults: [parseFault("POST /topics status=500 times=20")] });
    await directory.write({
      "main.tf": `${group}resource "trueup_topic" "gardening" {\n  name  = "gardening"\n  title = "Gardening"\n}\n`,
    });
    const failed = await directory.run(["apply", "-auto-approve"]);
    expect(failed.exitCode).toBe(1);
    expect(Object.keys(await directory.states())).toEqual(["trueup_group.tools"]);
    expect((await directory.plan()).actions).toEqual({ "trueup_topic.gardening": "create" });
  });
});
