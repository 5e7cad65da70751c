// @module-tag slow
import { expect, it } from "vitest";
import { openOffice } from "./office.js";
import { openPlayground } from "./playground.js";

it.each([
  { dialect: "neutral", version: "15.4.0" },
  { dialect: "vendor", version: "17.10.0" },
  { dialect: "vendor", version: "19.0.0" },
] as const)("nothing that a server of $version shows ($dialect) is new to trueup", async ({ dialect, version }) => {
  const ground = await openPlayground({ tier: "ultimate", dialect, version }, { seed: "default" });
  const office = await openOffice(ground);
  try {
    const { gaps } = await office.export();
    expect(gaps.filter((gap) => gap.includes("does not know"))).toEqual([]);
  } finally {
    await office.close();
    await ground.close();
  }
});
