import { expect, test } from "vitest";
import { each } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

const SEED = {
  users: [{ username: "owner" }, { username: "reporter" }, { username: "guest" }, { username: "stranger" }],
  groups: [{ full_path: "team", members: { owner: 50 } }],
  projects: [
    { path_with_namespace: "team/app", members: { reporter: 20, guest: 10 } },
    { path_with_namespace: "team/open", visibility: "public" },
  ],
  labels: [{ group: "team", name: "bug" }],
  milestones: [{ group: "team", title: "1.0" }],
  issues: [{ project: "team/app", title: "Slow", author: "guest", labels: ["bug"] }],
} as const;

const ISSUES = "/projects/team%2Fapp/issues";

async function write(platform: Platform, method: string, path: string, json: unknown, as = "reporter") {
  const answer = await platform.call(method, path, { token: as === "" ? "" : `token-of-${as}`, json });
  return [answer.status, answer.body] as const;
}

const idOfUser = async (platform: Platform, username: string): Promise<unknown> =>
  each(await platform.call("GET", `/users?username=${username}`), "id")[0];

test("an issue is created with its texts, people, labels, milestone and plan", async () => {
  const platform = await startPlatform({ seed: SEED });
  const [status, issue] = await write(platform, "POST", ISSUES, {
    title: "Broken",
    description: "See",
    labels: "bug,new",
    assignee_ids: [await idOfUser(platform, "guest"), await idOfUser(platform, "stranger")],
    milestone_id: 1,
    due_date: "2030-01-31",
    weight: 3,
    confidential: true,
    issue_type: "incident",
  });
  expect(status).toBe(201);
  expect(issue).toMatchObject({
    iid: 2,
    title: "Broken",
    description: "See",
    state: "opened",
    author: { username: "reporter" },
    labels: ["bug", "new"],
    assignees: [{ username: "guest" }],
    milestone: { title: "1.0" },
    due_date: "2030-01-31",
    weight: 3,
    confidential: true,
    issue_type: "incident",
  });
  expect((await platform.call("GET", `${ISSUES}/2`)).body).toMatchObject({ title: "Broken" });
});

test("an issue needs a title, of 255 characters at most", async () => {
  const platform = await startPlatform({ seed: SEED });
  expect(await write(platform, "POST", ISSUES, {})).toEqual([400, { error: "title is missing" }]);
  const long = { title: ["is too long (maximum is 255 characters)"] };
  expect(await write(platform, "POST", ISSUES, { title: "x".repeat(256) })).toEqual([400, { message: long }]);
  expect(await write(platform, "PUT", `${ISSUES}/1`, { title: " " })).toEqual([400, { message: { title: ["can't be blank"] } }]);
});

test("everybody who takes part in the issues of a project creates them; who is no member does not plan", async () => {
  const platform = await startPlatform({ seed: SEED });
  const status = async (path: string, as: string) => (await write(platform, "POST", path, { title: "x" }, as))[0];
  expect(await status(ISSUES, "guest")).toBe(201);
  expect(await status(ISSUES, "stranger")).toBe(404);
  const open = "/projects/team%2Fopen/issues";
  expect(await status(open, "")).toBe(401);
  const planned = await write(platform, "POST", open, { title: "x", labels: ["bug"], confidential: true }, "stranger");
  expect(planned).toMatchObject([201, { labels: [], confidential: false }]);
  await platform.call("PUT", "/projects/team%2Fopen", { json: { issues_access_level: "private" } });
  expect(await status(open, "stranger")).toBe(403);
});

test("an issue is changed, closed and opened again", async () => {
  const platform = await startPlatform({ seed: SEED });
  const put = async (json: unknown) => (await write(platform, "PUT", `${ISSUES}/1`, json))[1];
  expect(await put({ add_labels: ["ui"], remove_labels: ["bug"], title: "Slower" })).toMatchObject({
    title: "Slower",
    labels: ["ui"],
  });
  expect(await put({ labels: [] })).toMatchObject({ labels: [] });
  expect(await put({ state_event: "close" })).toMatchObject({ state: "closed", closed_by: { username: "reporter" } });
  expect(await put({ state_event: "reopen" })).toMatchObject({ state: "opened", closed_at: null, closed_by: null });
  expect((await write(platform, "PUT", `${ISSUES}/1`, {}))[0]).toBe(400);
});

test("authors change texts and state of their issue, Reporters what plans it, and strangers nothing", async () => {
  const platform = await startPlatform({ seed: SEED });
  const json = { title: "Mine", labels: ["other"], state_event: "close" };
  expect(await write(platform, "PUT", `${ISSUES}/1`, json, "guest")).toMatchObject([
    200,
    { title: "Mine", labels: ["bug"], state: "closed" },
  ]);
  await write(platform, "POST", ISSUES, { title: "Not yours" });
  expect((await write(platform, "PUT", `${ISSUES}/2`, { title: "x" }, "guest"))[0]).toBe(403);
  expect((await write(platform, "PUT", `${ISSUES}/2`, { title: "x" }, "stranger"))[0]).toBe(404);
});

test("the time of an issue's creation is for owners and administrators to say", async () => {
  const platform = await startPlatform({ seed: SEED });
  const json = { title: "Old", created_at: "2020-01-01T00:00:00Z" };
  expect((await write(platform, "POST", ISSUES, json, "owner"))[1]).toMatchObject({ created_at: "2020-01-01T00:00:00.000Z" });
  expect((await write(platform, "POST", ISSUES, json))[1]).not.toMatchObject({ created_at: "2020-01-01T00:00:00.000Z" });
});

test("an issue is deleted by owners alone, with all that hangs on it", async () => {
  const platform = await startPlatform({ seed: SEED });
  await write(platform, "POST", `${ISSUES}/1/notes`, { body: "Hm" });
  expect((await write(platform, "DELETE", `${ISSUES}/1`, {}))[0]).toBe(403);
  expect(await write(platform, "DELETE", `${ISSUES}/1`, {}, "owner")).toEqual([204, ""]);
  expect((await platform.call("GET", `${ISSUES}/1`)).status).toBe(404);
  expect((await platform.call("GET", `${ISSUES}/1/discussions`)).status).toBe(404);
});

test("the number of an issue that is deleted is not given again", async () => {
  const platform = await startPlatform({ seed: SEED });
  await write(platform, "DELETE", `${ISSUES}/1`, {}, "owner");
  const [status, issue] = await write(platform, "POST", ISSUES, { title: "Broken" });
  expect([status, issue]).toEqual([201, expect.objectContaining({ iid: 2 })]);
});
