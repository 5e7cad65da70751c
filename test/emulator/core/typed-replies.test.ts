import { beforeEach, expect, test } from "vitest";
import { type Bench, group, project, startBench } from "../bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});

test("options that a client does not have and sends as null are nothing sent", async () => {
  const { url, token } = bench;
  const headers = { "PRIVATE-TOKEN": token, "Content-Type": "application/json" };
  const answer = await fetch(`${url}/api/v4${project}/star`, { method: "POST", headers, body: "null" });
  expect(answer.status).toBe(201);
});

test("a moment sent for a day is that day", async () => {
  const due = await bench.ask("POST", `${project}/milestones`, { title: "one", due_date: "2030-02-03T04:05:06.789Z" });
  expect(due).toMatchObject([201, { due_date: "2030-02-03" }]);
});

test("a thread on a line of a merge request shows its position, and replies stand there, too", async () => {
  const actions = [{ action: "create", file_path: "a.txt", content: "one\n" }];
  await bench.ask("POST", `${project}/repository/commits`, {
    branch: "work",
    start_branch: "main",
    commit_message: "a",
    actions,
  });
  const asked = { title: "t", source_branch: "work", target_branch: "main" };
  const [, { iid, diff_refs }] = await bench.ask("POST", `${project}/merge_requests`, asked);
  const at = `${project}/merge_requests/${String(iid)}/discussions`;
  const place = { ...(diff_refs as object), position_type: "text", new_path: "a.txt", new_line: 1 };
  const [status, thread] = await bench.ask("POST", at, { body: "here", position: place });
  const shown = { ...place, old_path: "a.txt", old_line: null, line_range: null };
  expect([status, thread["notes"]]).toMatchObject([201, [{ type: "DiffNote", position: shown, resolvable: true }]]);
  expect(await bench.ask("POST", `${at}/${String(thread["id"])}/notes`, { body: "yes" })).toMatchObject([
    201,
    { type: "DiffNote", position: shown },
  ]);
  expect(await bench.ask("POST", at, { body: "half a place", position: { position_type: "text" } })).toMatchObject([
    400,
    { error: "position[base_sha] is missing, position[start_sha] is missing, position[head_sha] is missing" },
  ]);
});

test("internal notes are for Reporters and up, who alone write them", async () => {
  const [, { iid }] = await bench.ask("POST", `${project}/issues`, { title: "t" });
  const at = `${project}/issues/${String(iid)}`;
  expect(await bench.ask("POST", `${at}/notes`, { body: "a", internal: true }, "reporter")).toMatchObject([
    201,
    { internal: true },
  ]);
  expect(await bench.ask("POST", `${at}/notes`, { body: "b", internal: true }, "guest")).toMatchObject([
    201,
    { internal: false },
  ]);
  const read = async (path: string, as: string): Promise<number> => (await bench.list(`${at}/${path}`, as)).length;
  expect([await read("notes", "reporter"), await read("notes", "guest")]).toEqual([2, 1]);
  expect([await read("discussions", "reporter"), await read("discussions", "guest")]).toEqual([2, 1]);
});

test("the permalink of releases leads to the latest, and to what belongs to it", async () => {
  const { url, token } = bench;
  const latest = `${url}/api/v4${project}/releases/permalink/latest`;
  const read = (path: string): Promise<Response> =>
    fetch(latest + path, { headers: { "PRIVATE-TOKEN": token }, redirect: "manual" });
  expect((await read("")).status).toBe(404);
  for (const [tag_name, released_at] of [
    ["v2", "2021-01-01T00:00:00Z"],
    ["v1", "2020-01-01T00:00:00Z"],
  ])
    await bench.ask("POST", `${project}/releases`, { tag_name, released_at, ref: "main" });
  const answer = await read("/assets/links");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toMatch(/\/releases\/v2\/assets\/links$/);
});

test("audit events tell levels by name, values in words, and the address of their author", async () => {
  const [, { id }] = await bench.ask("POST", "/users", {
    name: "N",
    username: "new",
    email: "new@example.org",
    force_random_password: true,
  });
  await bench.ask("POST", `${project}/members`, { user_id: id, access_level: 30 });
  await bench.ask("PUT", `${project}/members/${String(id)}`, { access_level: 40 });
  await bench.ask("PUT", project, { lfs_enabled: false });
  const details = (await bench.list(`${project}/audit_events`)).map((event) => event["details"]);
  expect(details).toContainEqual(expect.objectContaining({ add: "member", as: "Developer" }));
  expect(details).toContainEqual(expect.objectContaining({ change: "access_level", from: "Developer", to: "Maintainer" }));
  expect(details).toContainEqual(
    expect.objectContaining({ change: "lfs_enabled", to: "false", author_email: expect.any(String) as string }),
  );
});

test("a group shows its links, and more to who reads it than to who changes it", async () => {
  await bench.ask("POST", `${group}/saml_group_links`, { saml_group_name: "crew", access_level: 30 });
  const [status, changed] = await bench.ask("PUT", group, { membership_lock: true });
  expect([status, changed]).toMatchObject([200, { saml_group_links: [{ name: "crew" }] }]);
  expect(changed).not.toHaveProperty("projects");
  expect((await bench.ask("GET", group))[1]).toMatchObject({ membership_lock: true, saml_group_links: [{ name: "crew" }] });
});

test("a mark for deletion is taken off on every tier since releases mark on every tier", async () => {
  const restored = async (serverVersion: string): Promise<[number, unknown]> => {
    const free = await startBench({ tier: "free", serverVersion });
    const [, { id }] = await free.ask("GET", group);
    await free.ask("DELETE", group);
    return free.ask("POST", `/groups/${String(id)}/restore`);
  };
  expect(await restored("19.0.0")).toMatchObject([201, { marked_for_deletion_on: null, full_path: "acme" }]);
  expect(await restored("17.10.0")).toEqual([404, { error: "404 Not Found" }]);
});
