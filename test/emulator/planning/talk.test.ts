import { expect, test } from "vitest";
import { project, startBench } from "../bench.js";

const issues = `${project}/issues`;

test("notes of an issue are listed, read, changed and removed one by one", async () => {
  const { ask, list } = await startBench();
  await ask("POST", issues, { title: "one" });
  const at = `${issues}/1/notes`;
  const [status, made] = await ask("POST", at, { body: "first" }, "guest");
  expect([status, made]).toMatchObject([201, { body: "first", type: null, author: { username: "guest" } }]);
  await ask("POST", at, { body: "second" }, "developer");
  expect((await list(at)).map(({ body }) => body)).toEqual(["second", "first"]);
  expect((await list(`${at}?sort=asc&activity_filter=only_comments`)).map(({ body }) => body)).toEqual(["first", "second"]);
  const one = `${at}/${String(made["id"])}`;
  expect((await ask("PUT", one, { body: "changed" }, "developer"))[0]).toBe(403);
  expect((await ask("PUT", one, { body: "changed" }, "guest"))[1]).toMatchObject({ body: "changed" });
  const emoji = `${one}/award_emoji`;
  const [, given] = await ask("POST", emoji, { name: "tractor" });
  expect(given).toMatchObject({ name: "tractor", awardable_type: "Note", awardable_id: made["id"] });
  expect((await ask("POST", emoji, { name: "tractor" }))[0]).toBe(404);
  expect((await ask("DELETE", `${emoji}/${String(given["id"])}`, undefined, "guest"))[0]).toBe(401);
  expect((await ask("DELETE", `${emoji}/${String(given["id"])}`))[0]).toBe(204);
  expect((await ask("DELETE", one, undefined, "guest"))[0]).toBe(204);
  expect((await ask("GET", one))[0]).toBe(404);
});

test("a reaction counts as a vote", async () => {
  const { ask, list } = await startBench();
  await ask("POST", issues, { title: "one" });
  expect(await ask("POST", `${issues}/1/award_emoji`, { name: "thumbsup" }, "guest")).toMatchObject([
    201,
    { awardable_type: "Issue", user: { username: "guest" } },
  ]);
  expect((await ask("GET", `${issues}/1`))[1]).toMatchObject({ upvotes: 1 });
  expect((await list(`${issues}/1/award_emoji`)).length).toBe(1);
});

test("a thread's notes are read one by one", async () => {
  const { ask, list } = await startBench();
  await ask("POST", issues, { title: "one" });
  const [, thread] = await ask("POST", `${issues}/1/discussions`, { body: "hello" });
  const at = `${issues}/1/discussions/${String(thread["id"])}/notes`;
  const [note] = await list(at);
  expect((await ask("GET", `${at}/${String(note?.["id"])}`))[1]).toMatchObject({ body: "hello" });
});

test("issues are linked once, and each sees the other", async () => {
  const { ask, list } = await startBench();
  const [, first] = await ask("POST", issues, { title: "one" });
  const inNumbers = { target_project_id: first["project_id"], target_issue_iid: 2 };
  await ask("POST", issues, { title: "two" });
  const sent = { target_project_id: "acme/web", target_issue_iid: "2", link_type: "blocks" };
  const [status, made] = await ask("POST", `${issues}/1/links`, sent, "guest");
  expect([status, made]).toMatchObject([201, { source_issue: { iid: 1 }, target_issue: { iid: 2 }, link_type: "blocks" }]);
  expect((await ask("POST", `${issues}/1/links`, inNumbers))[0]).toBe(409);
  expect((await ask("POST", `${issues}/1/links`, { ...sent, target_issue_iid: "9" }))[0]).toBe(404);
  expect(await list(`${issues}/2/links`)).toMatchObject([
    { id: first["id"], link_type: "is_blocked_by", issue_link_id: made["id"] },
  ]);
  expect((await ask("DELETE", `${issues}/1`))[0]).toBe(204);
  expect(await list(`${issues}/2/links`)).toEqual([]);
});

test("what changes of an issue is told by its events, and goes with it", async () => {
  const { ask, list } = await startBench();
  await ask("POST", issues, { title: "one", labels: "a" });
  await ask("PUT", `${issues}/1`, { labels: "b", weight: 3, state_event: "close" }, "developer");
  expect(await list(`${issues}/1/resource_label_events`)).toMatchObject([
    { action: "add", label: { name: "a" }, resource_type: "Issue" },
    { action: "add", label: { name: "b" }, user: { username: "developer" } },
    { action: "remove", label: { name: "a" } },
  ]);
  expect(await list(`${issues}/1/resource_weight_events`)).toMatchObject([{ weight: 3 }]);
  const [closed] = await list(`${issues}/1/resource_state_events`);
  expect(closed).toMatchObject({ state: "closed" });
  expect((await ask("GET", `${issues}/1/resource_state_events/${String(closed?.["id"])}`))[1]).toEqual(closed);
});

test("events tell who did what in a project, and are filtered", async () => {
  const { ask, list } = await startBench();
  await ask("POST", issues, { title: "one" }, "developer");
  await ask("POST", `${issues}/1/notes`, { body: "a word" }, "developer");
  await ask("PUT", `${issues}/1`, { state_event: "close" }, "developer");
  await ask("POST", `${project}/repository/branches?branch=side&ref=main`, {}, "developer");
  expect((await list(`${project}/events`, "guest")).map(({ action_name }) => action_name)).toEqual([
    "pushed new",
    "closed",
    "commented on",
    "opened",
  ]);
  expect(await list("/events?action=closed&target_type=issue", "developer")).toMatchObject([
    { target_title: "one", author_username: "developer" },
  ]);
  expect(await list("/events?after=2999-01-01", "developer")).toEqual([]);
  expect((await list("/users/developer/events", "stranger")).length).toBe(0);
  expect((await list("/events?scope=all", "owner")).length).toBe(4);
});

test("a push starts a pipeline, and a merge request its own", async () => {
  const { ask, list } = await startBench();
  const content =
    "test:\n  rules:\n    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'\n  script: sleep 1\nbuild: {script: make}\n";
  const sent = { branch: "side", start_branch: "main", commit_message: "Pipelines", content };
  expect((await ask("POST", `${project}/repository/files/.gitlab-ci.yml`, sent))[0]).toBe(201);
  const [pushed] = await list(`${project}/pipelines`);
  expect(pushed).toMatchObject({ ref: "side", status: "pending" });
  expect((await list(`${project}/pipelines/${String(pushed?.["id"])}/jobs`)).map(({ name }) => name)).toEqual(["build"]);
  await ask("POST", `${project}/merge_requests`, { source_branch: "side", target_branch: "main", title: "Side" });
  const [, request] = await ask("GET", `${project}/merge_requests/1`);
  expect(request["head_pipeline"]).toMatchObject({ ref: "refs/merge-requests/1/head", status: "pending" });
});
