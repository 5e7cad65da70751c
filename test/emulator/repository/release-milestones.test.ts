import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";
import { APP, DEV, SEED, create, refusal } from "./releases.js";

test("milestones are named by title, and come by due date with the numbers of their issues", async () => {
  const seed = {
    ...SEED,
    issues: [
      { project: "top/team/app", title: "a", author: "dev", milestone: "Own" },
      { project: "top/team/app", title: "b", author: "dev", milestone: "Own", state: "closed" },
    ],
  };
  const platform = await startPlatform({ seed });
  const made = await create(platform, { tag_name: "v1", milestones: ["Own", "Sooner", "Own"] });
  const [first] = made["milestones"] as [Record<string, unknown>];
  expect(Object.keys(first).toSorted()).toEqual(
    "created_at description due_date id iid issue_stats project_id start_date state title updated_at web_url".split(" "),
  );
  expect(made["milestones"]).toMatchObject([
    { title: "Sooner", due_date: "2030-01-01", issue_stats: { total: 0, closed: 0 } },
    { title: "Own", state: "active", project_id: expect.any(Number), issue_stats: { total: 2, closed: 1 } },
  ]);
});

test("a milestone that the project does not have is refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", milestones: ["Own", "Elsewhere", "None"] } });
  expect(refusal(answer)).toEqual([400, { message: "Milestone(s) not found: Elsewhere, None" }]);
});

test("no milestones at all are said by an empty list, in a form by one blank item", async () => {
  const platform = await startPlatform({ seed: SEED });
  const sent = { form: new URLSearchParams([["milestones[]", ""]]), json: JSON.stringify({ milestones: [] }) };
  for (const [form, body] of Object.entries(sent)) {
    const made = await create(platform, { tag_name: `new-${form}`, ref: "main", milestones: ["Own"] });
    expect(made["milestones"]).toHaveLength(1);
    const headers = typeof body === "string" ? { "Content-Type": "application/json" } : {};
    const { tag_name } = made as { tag_name: string };
    const answer = await platform.call("PUT", `${APP}/${tag_name}`, { ...DEV, body, headers });
    expect(answer).toMatchObject({ status: 200, body: { milestones: [] } });
  }
});

test("milestones of the project's own group are licensed", async () => {
  const json = { tag_name: "v1", milestones: ["Of the group"] };
  const premium = await startPlatform({ seed: SEED, tier: "premium" });
  expect((await create(premium, json))["milestones"]).toMatchObject([{ title: "Of the group", project_id: null }]);
  const free = await startPlatform({ seed: SEED, tier: "free" });
  expect((await free.call("POST", APP, { ...DEV, json })).status).toBe(400);
});

test("milestones of groups above the project's own are refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", milestones: ["Of the group above"] } });
  expect(refusal(answer)).toEqual([400, { message: "Milestone(s) not found: Of the group above" }]);
});
