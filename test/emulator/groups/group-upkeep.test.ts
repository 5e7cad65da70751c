import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { PATIENCE } from "../answers.js";
import { group, project, startBench } from "../bench.js";

test("an archived group makes its projects read-only until it is taken back, but for those that were archived before", async () => {
  const { ask } = await startBench({
    seed: { projects: [{ path_with_namespace: "acme/web" }, { path_with_namespace: "acme/old" }] },
  });
  await ask("POST", "/projects/acme%2Fold/archive");
  expect(await ask("POST", `${group}/archive`, undefined, "maintainer")).toHaveProperty("0", 403);
  expect(await ask("POST", `${group}/archive`)).toMatchObject([201, { archived: true }]);
  expect(await ask("POST", `${group}/archive`)).toMatchObject([422, { message: "Group is already archived!" }]);
  expect((await ask("GET", project))[1]).toMatchObject({ archived: true });
  expect(await ask("POST", `${project}/issues`, { title: "x" })).toHaveProperty("0", 403);
  expect(await ask("POST", `${group}/unarchive`)).toMatchObject([201, { archived: false }]);
  expect((await ask("GET", project))[1]).toMatchObject({ archived: false });
  expect((await ask("GET", "/projects/acme%2Fold"))[1]).toMatchObject({ archived: true });
});

test("a group lists the releases of all its projects", async () => {
  const { ask, list } = await startBench();
  await ask("POST", `${project}/repository/files/a`, { branch: "main", content: "a", commit_message: "Add" });
  await ask("POST", `${project}/releases`, { tag_name: "v1", ref: "main", name: "First" });
  expect(await list(`${group}/releases`)).toMatchObject([{ tag_name: "v1", assets: { count: 4 } }]);
  const [simple = {}] = await list(`${group}/releases?simple=true`);
  expect(simple).not.toHaveProperty("assets");
});

test("owners of a top-level group see who takes a seat there and by what", async () => {
  const { ask, list } = await startBench();
  expect(await ask("GET", `${group}/billable_members`, undefined, "maintainer")).toHaveProperty("0", 403);
  const people = await list(`${group}/billable_members?sort=access_level_desc`);
  expect(people[0]).toMatchObject({ username: "owner", membership_type: "group_member", removable: true, is_last_owner: true });
  const developer = people.find(({ username }) => username === "developer");
  const one = `${group}/billable_members/${String(developer?.["id"])}`;
  expect(await list(`${one}/memberships`)).toMatchObject([
    { source_full_name: "acme", access_level: { string_value: "Developer", integer_value: 30 } },
  ]);
  expect(await ask("DELETE", one)).toHaveProperty("0", 204);
  expect(await list(`${group}/members`)).not.toContainEqual(expect.objectContaining({ username: "developer" }));
});

test("a try of a hook is sent, and the hook's events tell how it was answered", async () => {
  const heard: unknown[] = [];
  const receiver = createServer((request, response) => {
    heard.push(request.headers["x-gitlab-event"], request.headers["x-gitlab-token"]);
    response.statusCode = 202;
    response.end("thanks");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void receiver.close());
  const { ask, list } = await startBench({ workerDelay: 0 });
  await ask("PUT", "/application/settings", { allow_local_requests_from_web_hooks_and_services: true });
  const { port } = receiver.address() as AddressInfo;
  const [, hook] = await ask("POST", `${project}/hooks`, { url: `http://127.0.0.1:${port}/`, token: "secret" });
  const at = `${project}/hooks/${String(hook["id"])}`;
  expect(await ask("POST", `${at}/test/nothing_events`)).toHaveProperty("0", 400);
  expect(await ask("POST", `${at}/test/issues_events`)).toMatchObject([422, { error: "Ensure the project has issues." }]);
  await ask("POST", `${project}/issues`, { title: "Broken" });
  expect(await ask("POST", `${at}/test/issues_events`)).toEqual([201, { message: "201 Created" }]);
  await vi.waitFor(async () => expect(await list(`${at}/events`)).toHaveLength(1), PATIENCE);
  expect(heard).toEqual(["Issue Hook", "secret"]);
  const [event = {}] = await list(`${at}/events?status=successful`);
  expect(event).toMatchObject({ trigger: "issue_hooks", response_status: "202", response_body: "thanks" });
  expect(JSON.stringify(event)).not.toContain("secret");
  expect(await ask("POST", `${at}/events/${String(event["id"])}/resend`)).toHaveProperty("0", 201);
  await vi.waitFor(async () => expect(await list(`${at}/events`)).toHaveLength(2), PATIENCE);
  expect(await list(`${at}/events?status=server_failure`)).toEqual([]);
});

test("a changelog tells what trailers of commits say, and is committed on top of older versions", async () => {
  const { ask } = await startBench();
  const commit = (path: string, commit_message: string): unknown =>
    ask("POST", `${project}/repository/files/${path}`, { branch: "main", content: path, commit_message });
  await commit("a", "First");
  expect(await ask("GET", `${project}/repository/changelog?version=1.0.0`)).toHaveProperty("0", 422);
  await ask("POST", `${project}/repository/tags`, { tag_name: "v1.0.0", ref: "main" });
  await commit("b", "Adds b\n\nChangelog: added");
  await commit("c", "Says nothing");
  const date = "2026-01-02";
  const [status, { notes }] = await ask("GET", `${project}/repository/changelog?version=1.1.0&date=${date}`);
  expect([status, notes]).toEqual([
    200,
    expect.stringMatching(/^## 1\.1\.0 \(2026-01-02\)\n\n### added \(1 change\)\n\n- \[Adds b\]\(acme\/web@[0-9a-f]{40}\)\n$/),
  ]);
  expect(await ask("POST", `${project}/repository/changelog`, { version: "1.1.0", date })).toHaveProperty("0", 200);
  await ask("POST", `${project}/repository/tags`, { tag_name: "v1.1.0", ref: "main" });
  expect(await ask("POST", `${project}/repository/changelog`, { version: "1.2.0", date })).toHaveProperty("0", 200);
  const [, text] = await ask("GET", `${project}/repository/files/CHANGELOG.md/raw`);
  expect(text).toEqual(expect.stringMatching(/^## 1\.2\.0 \(2026-01-02\)\n\nNo changes\.\n\n## 1\.1\.0 /));
  expect(await ask("GET", `${project}/repository/changelog?version=1.1.0`, undefined, "stranger")).toHaveProperty("0", 404);
});

test("machines that share a runner are told apart by their systems", async () => {
  const { ask, list } = await startBench();
  const [, runner] = await ask("POST", "/user/runners", { runner_type: "instance_type" });
  const token = runner["token"];
  for (const system_id of ["s_1", "s_2", "s_1"]) await ask("POST", "/runners/verify", { token, system_id }, ""); // oxlint-disable-line no-await-in-loop
  const at = `/runners/${String(runner["id"])}/managers`;
  expect(await list(at)).toMatchObject([{ system_id: "s_2", status: "online" }, { system_id: "s_1" }]);
  expect(await ask("DELETE", "/runners/managers", { token, system_id: "s_2" }, "")).toHaveProperty("0", 204);
  expect(await list(at)).toHaveLength(1);
});
