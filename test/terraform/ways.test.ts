import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform } from "./command.js";
import { addressOf, configurationAt, lives } from "./lives.js";
import type { Way } from "./provider-layout.js";
import { Stage } from "./stage.js";

const ways: readonly Way[] = ["dev_overrides", "reattach"];

describeTerraform("the real terraform comes to a provider that no registry has", () => {
  describe.each(ways)("through %s", (way) => {
    let ground: Playground;
    let stage: Stage;
    beforeAll(async () => {
      ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.5.0" });
      stage = await Stage.open(ground.platform, way);
    });
    afterAll(async () => {
      await stage?.close();
      await ground?.close();
    });

    it.each(["made", "changed", "renamed", "replaced"] as const)(
      "every resource is %s, and the plan after it is empty",
      async (step) => {
        await stage.write({ "main.tf.json": configurationAt(step) });
        await stage.apply();
        expect((await stage.plan()).actions).toEqual({});
        expect(Object.keys(await stage.states()).sort()).toEqual(lives.map(addressOf).sort());
      },
    );

    it("every resource is destroyed", async () => {
      await stage.apply("-destroy");
      expect(await stage.states()).toEqual({});
    });
  });
});
