import { expect, onTestFinished, test, vi } from "vitest";
import { startPlatform } from "../platform.js";
import { APP, DEV, SEED, create, firstEvidence, refusal } from "./releases.js";

test("the reply of a creation carries evidence_sha, on real servers not", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ seed: SEED, dialect });
    const made = await create(platform, { tag_name: "v1" });
    const { sha } = firstEvidence(made);
    expect(sha).toMatch(/^[0-9a-f]{64}$/);
    expect(made["evidence_sha"]).toBe(dialect === "neutral" ? sha : undefined);
    expect((made["assets"] as Record<string, unknown>)["evidence_file_path"] === undefined).toBe(dialect === "vendor");
    expect(made["milestones"]).toEqual(dialect === "neutral" ? [] : undefined);
  }
});

test("evidence is collected at the creation, when an upcoming release's time comes, and never of a release of the past", async () => {
  const platform = await startPlatform({ seed: SEED });
  expect((await create(platform, { tag_name: "v1" }))["evidences"]).toHaveLength(1);
  const past = await create(platform, { tag_name: "v2", released_at: "2020-01-01T00:00:00Z" });
  expect([past["evidences"], past["evidence_sha"]]).toEqual([[], null]);
  const soon = new Date(Date.now() + 60_000).toISOString();
  const upcoming = await create(platform, { tag_name: "releases/v3", released_at: soon });
  expect(upcoming["evidences"]).toEqual([]);
  const path = `${APP}/releases%2Fv3`;
  const evidences = async () => ((await platform.call("GET", path, DEV)).body as { evidences: unknown[] }).evidences;
  const sooner = Date.now() + 30_000;
  await platform.call("PUT", path, { ...DEV, json: { released_at: new Date(sooner).toISOString() } });
  vi.useFakeTimers({ toFake: ["Date"], now: sooner - 1 });
  onTestFinished(() => void vi.useRealTimers());
  platform.work();
  expect(await evidences()).toEqual([]);
  // The clock may have ticked between asking how long to wait and waiting.
  vi.setSystemTime(sooner + 1_000);
  platform.work();
  expect(await evidences()).toHaveLength(1);
});

test("asked for, evidence is added to the release; 201 on real servers, and licensed", async () => {
  for (const [dialect, status] of [
    ["neutral", 200],
    ["vendor", 201],
  ] as const) {
    const platform = await startPlatform({ seed: SEED, dialect, tier: "premium" });
    await create(platform, { tag_name: "v1" });
    expect((await platform.call("POST", `${APP}/v1/evidence`, DEV)).status).toBe(status);
    const { evidences } = (await platform.call("GET", `${APP}/v1`, DEV)).body as { evidences: { sha: string }[] };
    // Two of one millisecond say the same, and have the same digest.
    expect(evidences.map(({ sha }) => sha)).toEqual([expect.stringMatching(/^\w{8,}/), expect.stringMatching(/^\w{8,}/)]);
    expect((await platform.call("POST", `${APP}/v9/evidence`, DEV)).status).toBe(404);
    expect((await platform.call("POST", `${APP}/v1/evidence`, { token: "token-of-reporter" })).status).toBe(403);
  }
  const free = await startPlatform({ seed: SEED, tier: "free" });
  await create(free, { tag_name: "v1" });
  expect(refusal(await free.call("POST", `${APP}/v1/evidence`, DEV))).toEqual([404, { error: "404 Not Found" }]);
});
