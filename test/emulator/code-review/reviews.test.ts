import { expect, test } from "vitest";
import { type Bench, type Body, group, project, startBench } from "../bench.js";

/** A merge request of one file from a branch of its own. */
async function proposed({ ask }: Bench, branch: string, more: Body = {}): Promise<{ one: string; body: Body }> {
  await ask("POST", `${project}/repository/branches`, { branch, ref: "main" });
  const file = { branch, content: `${branch}\n`, commit_message: `Add ${branch}` };
  await ask("POST", `${project}/repository/files/${branch}`, file);
  const sent = { source_branch: branch, target_branch: "main", title: branch, ...more };
  const [, body] = await ask("POST", `${project}/merge_requests`, sent, "developer");
  return { one: `${project}/merge_requests/${String(body["iid"])}`, body };
}

async function withReadme(bench: Bench): Promise<void> {
  await bench.ask("POST", `${project}/repository/files/README.md`, { branch: "main", content: "one\n", commit_message: "Add" });
}

test("each push to the source branch is a version of the merge request, with its commits and files", async () => {
  const bench = await startBench();
  await withReadme(bench);
  const { one } = await proposed(bench, "topic");
  const more = { branch: "topic", content: "more\n", commit_message: "Add more" };
  await bench.ask("POST", `${project}/repository/files/more`, more);
  const versions = await bench.list(`${one}/versions`);
  expect(versions).toMatchObject([
    { state: "collected", real_size: "2" },
    { state: "collected", real_size: "1" },
  ]);
  const [, older] = await bench.ask("GET", `${one}/versions/${String(versions[1]?.["id"])}`);
  expect(older).toMatchObject({ commits: [{ title: "Add topic" }], diffs: [{ new_path: "topic" }] });
});

test("a merge request waits for the one that blocks it, and no two wait for each other", async () => {
  const bench = await startBench();
  await withReadme(bench);
  const [first, second] = [await proposed(bench, "first"), await proposed(bench, "second")];
  const blocking_merge_request_id = first.body["id"];
  const block = await bench.ask("POST", `${second.one}/blocks`, { blocking_merge_request_id });
  expect(block).toMatchObject([201, { blocking_merge_request: { title: "first" }, blocked_merge_request: { title: "second" } }]);
  expect(await bench.ask("POST", `${second.one}/blocks`, { blocking_merge_request_id })).toHaveProperty("0", 409);
  expect(await bench.ask("POST", `${first.one}/blocks`, { blocking_merge_request_id: second.body["id"] })).toHaveProperty(
    "0",
    400,
  );
  expect(await bench.list(`${first.one}/blockees`)).toMatchObject([{ blocked_merge_request: { title: "second" } }]);
  expect((await bench.ask("GET", second.one))[1]["detailed_merge_status"]).toBe("merge_request_blocked");
  expect(await bench.ask("PUT", `${second.one}/merge`)).toHaveProperty("0", 405);
  expect(await bench.ask("PUT", `${first.one}/merge`)).toHaveProperty("0", 200);
  expect(await bench.ask("PUT", `${second.one}/merge`)).toHaveProperty("0", 200);
});

test("context commits are added and taken away by their hashes, all or none", async () => {
  const bench = await startBench();
  await withReadme(bench);
  const { one } = await proposed(bench, "topic");
  const [{ id } = { id: "" }] = await bench.list(`${project}/repository/commits?ref_name=main`);
  expect(await bench.ask("POST", `${one}/context_commits`, { commits: [id] }, "reporter")).toHaveProperty("0", 403);
  expect(await bench.ask("POST", `${one}/context_commits`, { commits: [id, "0".repeat(40)] })).toHaveProperty("0", 400);
  expect(await bench.ask("POST", `${one}/context_commits`, { commits: [id] })).toMatchObject([201, [{ id }]]);
  expect(await bench.ask("POST", `${one}/context_commits`, { commits: [id] })).toHaveProperty("0", 400);
  expect(await bench.ask("DELETE", `${one}/context_commits`, { commits: [id] })).toHaveProperty("0", 204);
  expect(await bench.list(`${one}/context_commits`)).toEqual([]);
});

test("merge requests and epics are put on the to-do list, which tells what each is", async () => {
  const bench = await startBench();
  await withReadme(bench);
  const { one } = await proposed(bench, "topic", { description: "Closes #1" });
  await bench.ask("POST", `${project}/issues`, { title: "Broken" });
  const [, epic] = await bench.ask("POST", `${group}/epics`, { title: "Much" });
  expect(await bench.ask("POST", `${one}/todo`, undefined, "guest")).toHaveProperty("0", 404);
  expect(await bench.ask("POST", `${one}/todo`)).toMatchObject([201, { target_type: "MergeRequest", action_name: "marked" }]);
  expect(await bench.ask("POST", `${one}/todo`)).toHaveProperty("0", 304);
  expect(await bench.ask("POST", `${group}/epics/${String(epic["iid"])}/todo`)).toMatchObject([201, { group: { path: "acme" } }]);
  expect(await bench.list("/todos?type=Epic")).toMatchObject([{ target: { title: "Much" } }]);
  expect(await bench.list(`${one}/related_issues`)).toMatchObject([{ title: "Broken" }]);
});

test("epics are linked over groups, and take their order and that of their issues", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  const made = async (title: string): Promise<Body> => (await ask("POST", `${group}/epics`, { title }))[1];
  const [one, two, three] = [await made("one"), await made("two"), await made("three")];
  const at = `${group}/epics/${String(one["iid"])}`;
  const sent = { target_group_id: "acme", target_epic_iid: two["iid"], link_type: "blocks" };
  const [status, link] = await ask("POST", `${at}/related_epics`, sent);
  expect([status, link]).toMatchObject([
    201,
    { source_epic: { title: "one" }, target_epic: { title: "two" }, link_type: "blocks" },
  ]);
  expect(await list(`${group}/epics/${String(two["iid"])}/related_epics`)).toMatchObject([
    { title: "one", link_type: "is_blocked_by", related_epic_link_id: link["id"] },
  ]);
  expect(await list(`${group}/related_epic_links`)).toMatchObject([{ id: link["id"] }]);
  expect(await ask("DELETE", `${at}/related_epics/${String(link["id"])}`)).toHaveProperty("0", 200);
  for (const part of [two, three]) await ask("POST", `${at}/epics/${String(part["id"])}`); // oxlint-disable-line no-await-in-loop
  const moved = await ask("PUT", `${at}/epics/${String(three["id"])}`, { move_before_id: two["id"] });
  expect(moved).toMatchObject([200, [{ title: "three" }, { title: "two" }]]);
  await ask("PUT", at, { state_event: "close" });
  expect(await list(`${group}/epics/${String(one["id"])}/resource_state_events`)).toMatchObject([
    { state: "closed", resource_type: "Epic" },
  ]);
});
