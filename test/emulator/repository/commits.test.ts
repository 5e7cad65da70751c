import { afterAll, beforeAll, expect, test } from "vitest";
import { type Repository, startRepository } from "../repositories.js";

type Body = Record<string, unknown>;

let code: Repository;
beforeAll(async () => {
  code = await startRepository();
  await code.commit("main", [{ action: "create", file_path: "lib/a.rb", content: "class A\n  one\n  two\nend\n" }], {
    commit_message: "Begin\n",
  });
});
afterAll(() => code.close());

const head = async (branch: string): Promise<string> => {
  const { body } = await code.call("GET", `/branches/${branch}`);
  return (body as { commit: { id: string } }).commit.id;
};

test("a commit of several actions is one step with its author, its statistics and its files", async () => {
  const made = await code.commit(
    "work",
    [
      { action: "create", file_path: "new.txt", content: "bmV3Cg==", encoding: "base64" },
      { action: "update", file_path: "lib/a.rb", content: "class A\n  one\n  2\nend\n" },
      { action: "move", file_path: "lib/b.rb", previous_path: "lib/a.rb" },
      { action: "chmod", file_path: "new.txt", execute_filemode: true },
    ],
    { start_branch: "main", author_name: "Ada", author_email: "ada@example.org", commit_message: "Much\n\nAt once\n" },
  );
  expect(made).toMatchObject({
    title: "Much",
    message: "Much\n\nAt once\n",
    author_name: "Ada",
    author_email: "ada@example.org",
    committer_name: "Administrator",
    parent_ids: [await head("main")],
    stats: { additions: 2, deletions: 1, total: 3 },
    status: null,
    last_pipeline: null,
    trailers: {},
  });
  const { body } = await code.call("GET", "/tree?ref=work&recursive=true");
  expect((body as Body[]).map(({ path, type, mode }) => [path, type, mode])).toEqual([
    ["lib", "tree", "040000"],
    ["lib/b.rb", "blob", "100644"],
    ["new.txt", "blob", "100755"],
  ]);
});

test("a diff is as git writes it: hunks with their function, modes, renames, and no newline at the end of a file", async () => {
  const { body } = await code.call("GET", "/commits/work/diff");
  expect(body).toMatchObject([
    {
      old_path: "lib/a.rb",
      new_path: "lib/b.rb",
      renamed_file: true,
      new_file: false,
      diff: "@@ -1,4 +1,4 @@\n class A\n   one\n-  two\n+  2\n end\n",
    },
    { new_path: "new.txt", new_file: true, a_mode: "0", b_mode: "100755", diff: "@@ -0,0 +1 @@\n+new\n" },
  ]);
  await code.commit("work", [{ action: "update", file_path: "new.txt", content: "bare" }]);
  expect((await code.call("GET", "/commits/work/diff?unidiff=true")).body).toMatchObject([
    { diff: "--- a/new.txt\n+++ b/new.txt\n@@ -1 +1 @@\n-new\n+bare\n\\ No newline at end of file\n" },
  ]);
});

test("what cannot be committed is refused, and nothing of it stays", async () => {
  const before = await head("main");
  const good = { action: "create", file_path: "good.txt", content: "x" };
  const commit = (actions: unknown, more: Body = {}) =>
    code.call("POST", "/commits", { branch: "main", commit_message: "No", actions, ...more });
  const refusals: [unknown, Body, string][] = [
    [[good, { action: "create", file_path: "lib/a.rb", content: "" }], {}, "A file with this name already exists"],
    [[good, { action: "delete", file_path: "gone" }], {}, "A file with this name doesn't exist"],
    [[good, { action: "create", file_path: "../up", content: "" }], {}, "Path cannot include traversal syntax"],
    [[good], { branch: "nowhere" }, "You can only create or edit files when you are on a branch"],
    [
      [good],
      { branch: "main", start_branch: "work" },
      "A branch called 'main' already exists. Switch to that branch in order to make changes",
    ],
    [
      [good],
      { branch: "a..b", start_branch: "main" },
      "Something went wrong when we tried to create 'a..b' for you: Branch name is invalid",
    ],
    [[good], { branch: "x", start_sha: "f".repeat(40) }, `Cannot find start_sha '${"f".repeat(40)}'`],
  ];
  for (const [actions, more, message] of refusals)
    expect(await commit(actions, more)).toMatchObject({ status: 400, body: { message } });
  expect((await commit([{ action: "paint", file_path: "a" }])).status).toBe(400);
  expect((await commit([{ action: "create" }])).status).toBe(400);
  expect(await head("main")).toBe(before);
  const forbidden = { status: 403, body: { message: "403 Forbidden - You are not allowed to push into this branch" } };
  expect(await code.call("POST", "/commits", { branch: "main", commit_message: "No", actions: [good] }, "dev")).toMatchObject(
    forbidden,
  );
});

test("with force a branch begins anew elsewhere", async () => {
  const start_sha = await head("main");
  const [action, file_path] = ["create", "forced.txt"];
  const made = await code.commit("work", [{ action, file_path, content: "" }], { start_sha, force: true });
  expect(made["parent_ids"]).toEqual([start_sha]);
  expect(await head("work")).toBe(made["id"]);
});

test("commits are listed the newest first, by branch, path, author, time and all together", async () => {
  const list = async (query: string): Promise<unknown[]> =>
    ((await code.call("GET", `/commits?${query}`)).body as Body[]).map(({ title }) => title);
  await code.commit("list", [{ action: "update", file_path: "lib/a.rb", content: "1\n" }], {
    start_branch: "main",
    commit_message: "Change A\n\nChangelog: fixed\n",
    author_name: "Ada",
  });
  await code.commit("list", [{ action: "create", file_path: "docs/x.md", content: "x" }], { commit_message: "Docs" });
  expect(await list("ref_name=list")).toEqual(["Docs", "Change A", "Begin"]);
  expect(await list("ref_name=list&path=lib/a.rb")).toEqual(["Change A", "Begin"]);
  expect(await list("ref_name=list&path=docs")).toEqual(["Docs"]);
  expect(await list("ref_name=list&author=Ada")).toEqual(["Change A"]);
  expect(await list("ref_name=main..list")).toEqual(["Docs", "Change A"]);
  expect(await list("")).toEqual(["Begin"]);
  expect(await list("ref_name=list&until=2001-01-01T00:00:00Z")).toEqual([]);
  expect(await list("ref_name=list&since=2001-01-01T00:00:00Z&per_page=1&page=2")).toEqual(["Change A"]);
  expect(await list("ref_name=nowhere")).toEqual([]);
  expect((await list("all=true")).length).toBeGreaterThan(3);
  const { body, headers } = await code.call("GET", "/commits?ref_name=list&trailers=true&with_stats=true&per_page=2");
  expect(body).toMatchObject([{ trailers: {} }, { trailers: { Changelog: "fixed" }, stats: { total: 5 } }]);
  expect([headers.get("x-next-page"), headers.get("x-total")]).toEqual(["2", null]);
});

test("a commit says where it is, how many come before it, and has no signature", async () => {
  const sha = await head("main");
  const { body } = await code.call("GET", `/commits/${sha.slice(0, 8)}/refs`);
  expect(body).toContainEqual({ type: "branch", name: "list" });
  expect((await code.call("GET", "/commits/list/sequence")).body).toEqual({ count: 3 });
  expect(await code.call("GET", `/commits/${sha}/signature`)).toMatchObject({
    status: 404,
    body: { message: "404 Signature Not Found" },
  });
  expect((await code.call("GET", "/commits/0000000")).body).toEqual({ message: "404 Commit Not Found" });
});

test("a commit is taken over to another branch once, and taken back once", async () => {
  const picked = await head("list");
  const made = await code.call("POST", `/commits/${picked}/cherry_pick`, { branch: "main" });
  expect(made).toMatchObject({ status: 201, body: { title: "Docs" } });
  expect((made.body as { message: string }).message).toContain(`Docs\n\n(cherry picked from commit ${picked})`);
  const again = await code.call("POST", `/commits/${picked}/cherry_pick`, { branch: "main", dry_run: true });
  expect(again).toMatchObject({ status: 400, body: { error_code: "empty", dry_run: "error" } });
  const sha = (made.body as { id: string }).id;
  const back = await code.call("POST", `/commits/${sha}/revert`, { branch: "main" });
  expect(back).toMatchObject({ status: 201, body: { message: `Revert "Docs"\n\nThis reverts commit ${sha}` } });
  expect((await code.call("POST", `/commits/${sha}/revert`, { branch: "main" })).status).toBe(400);
  expect((await code.call("POST", `/commits/${sha}/revert`, { branch: "nowhere" })).status).toBe(404);
});

test("branches and commits are compared from where they parted, or straight", async () => {
  await code.commit("left", [{ action: "create", file_path: "left.txt", content: "l\n" }], { start_branch: "main" });
  await code.commit("right", [{ action: "create", file_path: "right.txt", content: "r\n" }], { start_branch: "main" });
  const paths = (body: unknown): unknown[] => (body as { diffs: Body[] }).diffs.map((diff) => diff["new_path"]);
  const parted = (await code.call("GET", "/compare?from=left&to=right")).body as Body;
  expect([paths(parted), parted["compare_same_ref"]]).toEqual([["right.txt"], false]);
  expect(parted).toMatchObject({ commits: [{ id: await head("right") }], commit: { id: await head("right") } });
  expect(paths((await code.call("GET", "/compare?from=left&to=right&straight=true")).body)).toEqual(["left.txt", "right.txt"]);
  expect((await code.call("GET", "/compare?from=left&to=left")).body).toMatchObject({
    compare_same_ref: true,
    diffs: [],
    commit: null,
  });
  expect((await code.call("GET", "/compare?from=left&to=nowhere")).body).toEqual({ message: "404 Ref Not Found" });
  expect((await code.call("GET", "/merge_base?refs[]=left&refs[]=right")).body).toMatchObject({ id: await head("main") });
  expect((await code.call("GET", "/merge_base?refs=left")).body).toEqual({ message: "Provide at least 2 refs" });
});

test("authors of commits are counted by their address", async () => {
  const { body } = await code.call("GET", "/contributors?order_by=commits&sort=desc&ref=list");
  expect(body).toEqual([{ name: "Administrator", email: expect.any(String), commits: 3, additions: 0, deletions: 0 }]);
});

test("commits are commented on and discussed", async () => {
  const at = `/commits/${await head("main")}`;
  expect(await code.call("POST", `${at}/comments`, { note: "Fine" })).toMatchObject({
    status: 201,
    body: { note: "Fine", path: null },
  });
  expect((await code.call("POST", `${at}/comments`, { note: "Here", path: "lib/a.rb" })).status).toBe(400);
  expect((await code.call("POST", `${at}/comments`, { note: "Here", path: "lib/a.rb", line: 1, line_type: "new" })).status).toBe(
    201,
  );
  expect((await code.call("GET", `${at}/comments`)).body).toMatchObject([{ note: "Fine" }, { note: "Here", line: 1 }]);
  const begun = (await code.call("POST", `${at}/discussions`, { body: "Why?" })).body as Body;
  const thread = `${at}/discussions/${String(begun["id"])}`;
  const answered = (await code.call("POST", `${thread}/notes`, { body: "So" }, "dev")).body as Body;
  const note = `${thread}/notes/${String(answered["id"])}`;
  expect((await code.call("PUT", note, { body: "So!" }, "rita")).status).toBe(403);
  expect((await code.call("PUT", note, { body: "So!" }, "dev")).body).toMatchObject({
    body: "So!",
    commit_id: await head("main"),
  });
  expect((await code.call("GET", thread)).body).toMatchObject({
    individual_note: false,
    notes: [{ body: "Why?" }, { body: "So!" }],
  });
  expect((await code.call("DELETE", note)).status).toBe(204);
  expect((await code.call("GET", note)).status).toBe(404);
});

test("a commit of 20,000 changed lines is counted, and too large to be shown", async () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}\n`).join("");
  await code.commit("large", [{ action: "create", file_path: "large.txt", content: text("old") }], { start_branch: "main" });
  const start = performance.now();
  const made = await code.commit("large", [{ action: "update", file_path: "large.txt", content: text("new") }]);
  expect(made["stats"]).toEqual({ additions: 20_000, deletions: 20_000, total: 40_000 });
  const { body } = await code.call("GET", "/commits/large/diff");
  expect(body).toMatchObject([{ new_path: "large.txt", diff: "", too_large: true, collapsed: false }]);
  expect(performance.now() - start).toBeLessThan(10_000);
});
