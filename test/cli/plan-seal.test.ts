import { describe, expect, it } from "vitest";
import { sealed, sealOf, sealState } from "../../src/cli/plan-seal.js";
import type { Session } from "../../src/cli/session.js";
import type { Plan, PlanSeal } from "../../src/core/plan.js";
import { planned } from "../engine/in-memory.js";

const instant = "2026-11-24T20:00:00.000Z";
const session = (TRUEUP_PLAN_KEY?: string) => ({ env: { TRUEUP_PLAN_KEY }, now: () => new Date(instant) }) as unknown as Session;
const key = "sixteen-bytes-00";
const plan = async (seal?: Plan["seal"]): Promise<Plan> => ({
  ...(await planned({ topics: { web: {} } })),
  stats: { requests: 0 },
  ...(seal === undefined ? {} : { seal }),
});
const files = new Map([["topics.yaml", "0".repeat(64)]]);
const old = `hmac-sha256:${"0".repeat(64)}`;

describe("where there is a key", () => {
  it("a plan is sealed with its instant, its instance and its files, and its digest stays", async () => {
    const made = await sealed(await plan(), files, session(key));
    expect(made.seal).toMatchObject({
      sealed_at: instant,
      instance: made.instance.url,
      files: { "topics.yaml": expect.any(String) },
    });
    expect(made.digest).toBe((await plan()).digest);
    expect(await sealState(made, session(key))).toBe("holds");
    expect(await sealOf("plan.json", made, session(key))).toBe(made.seal);
  });

  it.each<readonly [string, (seal: PlanSeal) => PlanSeal]>([
    ["of another instant", (seal) => ({ ...seal, sealed_at: "2026-11-25T20:00:00.000Z" })],
    ["of another instance", (seal) => ({ ...seal, instance: "https://other.example.com" })],
    ["of another file", (seal) => ({ ...seal, files: { "other.yaml": seal.files["topics.yaml"] ?? "" } })],
    ["of no files", (seal) => ({ ...seal, files: {} })],
  ])("one whose seal was changed to one %s is refused", async (_, change) => {
    const { seal, ...rest } = await sealed(await plan(), files, session(key));
    const forged = { ...rest, seal: change(seal as PlanSeal) };
    expect(await sealState(forged, session(key))).toBe("broken");
    await expect(sealOf("plan.json", forged, session(key))).rejects.toMatchObject({ code: "plan.seal" });
  });

  it("a plan without a seal is not sealed, and is refused", async () => {
    expect(await sealState(await plan(), session(key))).toBe("lacking");
    await expect(sealOf("plan.json", await plan(), session(key))).rejects.toMatchObject({ code: "plan.seal" });
  });

  it("a plan with the seal of another key, or of another plan, is refused", async () => {
    const made = await sealed(await plan(), files, session("another-key-of-16"));
    const other = await sealed({ ...(await plan()), digest: `sha256:${"0".repeat(64)}` }, files, session(key));
    for (const { seal } of [made, other]) {
      expect(await sealState(await plan(seal), session(key))).toBe("broken");
      await expect(sealOf("plan.json", await plan(seal), session(key))).rejects.toMatchObject({ code: "plan.seal" });
    }
  });

  it("a plan with a seal of the older form, which says neither when nor of what, is refused as such", async () => {
    expect(await sealState(await plan(old), session(key))).toBe("old");
    const message = expect.stringContaining("of an older release") as string;
    await expect(sealOf("plan.json", await plan(old), session(key))).rejects.toMatchObject({ code: "plan.seal", message });
  });

  it("one of fewer than 16 bytes is refused, whatever it would say of the plan", async () => {
    for (const short of ["", "x", key.slice(1)])
      await expect(sealState(await plan(), session(short)), short).rejects.toMatchObject({ code: "plan.key" });
  });
});

it("without a key a seal says nothing", async () => {
  expect(await sealState(await plan(), session())).toBe("none");
  expect(await sealState(await plan(old), session())).toBe("unknown");
  expect(await sealOf("plan.json", await plan(old), session())).toBe(undefined);
  expect(await sealed(await plan(), files, session())).not.toHaveProperty("seal");
});
