// @module-tag nightly
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlayground, type Playground } from "../export/playground.js";
import { sample } from "../ring.js";
import { describeTerraform } from "./command.js";
import type { Way } from "./installation.js";
import { addressOf, configurationAt, lives } from "./lives.js";
import { WorkingDirectory } from "./working-directory.js";

/** By these each command starts the provider anew. By the third, reattach, all other tests come to it, life.test.ts through one step after the other. */
const ways: readonly Way[] = ["filesystem_mirror", "dev_overrides"];

describeTerraform("the real terraform comes to a provider that no registry has", () => {
  describe.each(sample(ways, 1))("through %s", (way) => {
    let ground: Playground;
    let directory: WorkingDirectory;
    beforeAll(async () => {
      ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.5.0" });
      directory = await WorkingDirectory.open(ground.platform, way);
    });
    afterAll(async () => {
      await directory?.close();
      await ground?.close();
    });

    it.each(sample(["made", "replaced"] as const, 1))(
      "every resource is %s, whatever else has to change for that, and the plan after it is empty",
      async (step) => {
        await directory.write({ "main.tf.json": configurationAt(step) });
        await directory.apply();
        await directory.mustRun(["plan", "-input=false", "-detailed-exitcode"]);
        expect(await addresses()).toEqual(lives.map(addressOf).sort());
      },
    );

    it("every resource is destroyed", async () => {
      await directory.apply("-destroy");
      expect(await addresses()).toEqual([]);
    });

    /** What the state holds; to read that, no provider is needed. */
    async function addresses(): Promise<readonly string[]> {
      const { stdout } = await directory.mustRun(["state", "list"]);
      return stdout.split("\n").filter(Boolean).sort();
    }
  });
});
