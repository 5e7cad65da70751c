import { expect, test } from "vitest";
import { type Bench, type Body, project, startBench } from "../bench.js";

/** A merge request of one file, by a developer. */
async function proposed({ ask }: Bench): Promise<string> {
  const file = (branch: string, path: string, content: string): unknown =>
    ask("POST", `${project}/repository/files/${encodeURIComponent(path)}`, { branch, content, commit_message: `Add ${path}` });
  await file("main", "README.md", "one\n");
  await ask("POST", `${project}/repository/branches`, { branch: "topic", ref: "main" });
  await file("topic", "docs/new.md", "first\nsecond\n");
  const sent = { source_branch: "topic", target_branch: "main", title: "Adds a page" };
  const [, made] = await ask("POST", `${project}/merge_requests`, sent, "developer");
  return `${project}/merge_requests/${String(made["iid"])}`;
}

test("a merge request shows its commits, its files as git tells them, and whether it can be merged", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  const one = await proposed(bench);
  expect(await list(`${one}/commits`)).toMatchObject([{ title: "Add docs/new.md" }]);
  const patch = { new_path: "docs/new.md", new_file: true, diff: "@@ -0,0 +1,2 @@\n+first\n+second\n" };
  expect(await list(`${one}/diffs`)).toMatchObject([patch]);
  expect(await ask("GET", `${one}/changes`)).toMatchObject([200, { title: "Adds a page", changes: [patch], overflow: false }]);
  expect(await ask("GET", `${one}/raw_diffs`)).toEqual([
    200,
    "diff --git a/docs/new.md b/docs/new.md\nnew file mode 100644\nindex 00000000000..66a52ee7a1d\n--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1,2 @@\n+first\n+second\n",
  ]);
  const status = async (): Promise<unknown> => (await ask("GET", one))[1]["detailed_merge_status"];
  expect(await status()).toBe("mergeable");
  await ask("PUT", one, { title: "Draft: adds a page" });
  expect(await status()).toBe("draft_status");
  await ask("PUT", one, { state_event: "close" });
  expect(await status()).toBe("not_open");
});

test("who works on a merge request is told, and time is tracked by Reporters and up", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  const one = await proposed(bench);
  const [, developer] = await ask("GET", "/user", undefined, "developer");
  await ask("PUT", one, { reviewer_ids: [developer["id"]] });
  expect(await list(`${one}/participants`)).toMatchObject([{ username: "developer" }]);
  expect(await list(`${one}/reviewers`)).toMatchObject([{ user: { username: "developer" }, state: "unreviewed" }]);
  expect(await ask("POST", `${one}/time_estimate`, { duration: "3h" }, "reporter")).toMatchObject([
    200,
    { time_estimate: 10_800 },
  ]);
  expect(await ask("POST", `${one}/add_spent_time`, { duration: "1h" }, "reporter")).toMatchObject([
    201,
    { total_time_spent: 3600 },
  ]);
  expect(await ask("POST", `${one}/add_spent_time`, { duration: "-2h" })).toHaveProperty("0", 400);
  expect(await ask("POST", `${one}/reset_spent_time`)).toMatchObject([200, { total_time_spent: 0, time_estimate: 10_800 }]);
  expect(await ask("POST", `${one}/time_estimate`, { duration: "1h" }, "guest")).toHaveProperty("0", 404);
});

test("approvals are reset by the bots of access tokens alone", async () => {
  const bench = await startBench();
  const { ask, url } = bench;
  const one = await proposed(bench);
  expect(await ask("PUT", `${one}/reset_approvals`)).toHaveProperty("0", 401);
  const expires_at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const [, token]: [number, Body] = await ask("POST", `${project}/access_tokens`, { name: "bot", scopes: ["api"], expires_at });
  const reply = await fetch(`${url}/api/v4${one}/reset_approvals`, {
    method: "PUT",
    headers: { "private-token": String(token["token"]) },
  });
  expect(reply.status).toBe(202);
});

test("a push starts the pipeline that its commit describes, and a merge request its own; [skip ci] starts none", async () => {
  const { ask, list } = await startBench();
  const job = (name: string, source: string): string =>
    `${name}:\n  rules:\n    - if: '$CI_PIPELINE_SOURCE == "${source}"'\n  script: make\n`;
  const content = job("build", "push") + job("review", "merge_request_event");
  const push = (path: string, branch: string, message: string): unknown =>
    ask("POST", `${project}/repository/files/${path}`, { branch, content, commit_message: message });
  await push(".gitlab-ci.yml", "main", "Pipelines");
  expect(await list(`${project}/pipelines`)).toMatchObject([{ ref: "main" }]);
  await push("silent", "main", "Nothing to do [skip ci]");
  expect(await list(`${project}/pipelines`)).toHaveLength(1);
  await ask("POST", `${project}/repository/branches`, { branch: "topic", ref: "main" });
  await push("loud", "topic", "Work");
  const sent = { source_branch: "topic", target_branch: "main", title: "Work" };
  const [, made] = await ask("POST", `${project}/merge_requests`, sent);
  const ref = `refs/merge-requests/${String(made["iid"])}/head`;
  const [, shown] = await ask("GET", `${project}/merge_requests/${String(made["iid"])}`);
  expect(shown).toMatchObject({ head_pipeline: { ref } });
  expect(await list(`${project}/merge_requests/${String(made["iid"])}/pipelines`)).toMatchObject([
    { ref, source: "merge_request_event" },
    { ref: "topic", source: "push" },
  ]);
});
