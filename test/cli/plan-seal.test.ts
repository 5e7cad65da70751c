import { describe, expect, it } from "vitest";
import { isSealed, sealState } from "../../src/cli/plan-seal.js";
import type { Session } from "../../src/cli/session.js";
import type { Plan } from "../../src/core/plan.js";
import { planned } from "../engine/in-memory.js";

const session = (TRUEUP_PLAN_KEY?: string) => ({ env: { TRUEUP_PLAN_KEY } }) as unknown as Session;
const key = "sixteen-bytes-00";
const plan = async (seal?: string): Promise<Plan> => ({
  ...(await planned({ topics: { web: {} } })),
  stats: { requests: 0 },
  ...(seal === undefined ? {} : { seal }),
});

describe("where there is a key", () => {
  it("a plan without a seal is not sealed, and is refused", async () => {
    expect(await sealState(await plan(), session(key))).toBe("lacking");
    await expect(isSealed("plan.json", await plan(), session(key))).rejects.toMatchObject({ code: "plan.seal" });
  });

  it("a plan with the seal of another key is refused", async () => {
    const made = await plan(`hmac-sha256:${"0".repeat(64)}`);
    expect(await sealState(made, session(key))).toBe("broken");
    await expect(isSealed("plan.json", made, session(key))).rejects.toMatchObject({ code: "plan.seal" });
  });

  it("one of fewer than 16 bytes is refused, whatever it would say of the plan", async () => {
    for (const short of ["", "x", key.slice(1)])
      await expect(sealState(await plan(), session(short)), short).rejects.toMatchObject({ code: "plan.key" });
  });
});

it("without a key a seal says nothing", async () => {
  expect(await sealState(await plan(), session())).toBe("none");
  expect(await sealState(await plan("hmac-sha256:0"), session())).toBe("unknown");
  expect(await isSealed("plan.json", await plan("hmac-sha256:0"), session())).toBe(false);
});
