// @module-tag nightly
import { afterEach, expect, it } from "vitest";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform } from "./command.js";
import { WorkingDirectory } from "./working-directory.js";

let ground: Playground;
let directory: WorkingDirectory;
afterEach(async () => {
  await directory.close();
  await ground.close();
});

describeTerraform("an apply that Ctrl-C ends", () => {
  it("knows in its state all that was made, and goes on from there", { tags: ["race"] }, async () => {
    ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.5.0" }, { latency: 150 });
    directory = await WorkingDirectory.open(ground.platform, "dev_overrides");
    const one = { for_each: "${toset([for number in range(60) : tostring(number)])}", full_path: "acme/two/p${each.key}" };
    await directory.write({ "main.tf.json": { resource: { trueup_project: { one } } } });
    const ended = await directory.runUntil(["apply", "-auto-approve"], (printed) => printed.includes("Creation complete"));
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain("Gracefully shutting down");
    const inState = new Set(Object.values(await directory.states()).map(({ full_path }) => full_path));
    const made = (await ground.platform.call("GET", "/groups/acme%2Ftwo/projects?with_shared=false&per_page=100")) as {
      path_with_namespace: string;
    }[];
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(60);
    expect(inState).toEqual(new Set(made.map(({ path_with_namespace }) => path_with_namespace)));
    await directory.apply();
    expect(Object.keys(await directory.states())).toHaveLength(60);
    expect((await directory.plan()).actions).toEqual({});
  });
});
