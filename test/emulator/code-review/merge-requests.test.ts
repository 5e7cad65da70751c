import { expect, test } from "vitest";
import { BACKLOG, march, startBacklog } from "../backlog.js";
import { type Platform, startPlatform } from "../platform.js";

const WEBSITE = "/projects/acme-labs%2Fwebsite/merge_requests";

async function read(platform: Platform, path: string, token?: string): Promise<Record<string, unknown>> {
  const answer = await platform.call("GET", path, token === undefined ? {} : { token });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, unknown>;
}

test("a merge request tells its people, branches, plan, tasks, times and references", async () => {
  const platform = await startPlatform();
  const request = await read(platform, `${WEBSITE}/2`);
  expect(request).toMatchObject({
    iid: 2,
    title: "Search the site",
    state: "opened",
    author: { username: "dave" },
    assignees: [{ username: "dave" }],
    reviewers: [{ username: "alice" }, { username: "bob" }],
    source_branch: "search",
    target_branch: "main",
    labels: ["feature"],
    milestone: { title: "Summer release" },
    upvotes: 1,
    downvotes: 0,
    task_completion_status: { count: 2, completed_count: 1 },
    time_stats: { time_estimate: 7200, total_time_spent: 9000, human_time_estimate: "2h", human_total_time_spent: "2h 30m" },
    references: { short: "!2", relative: "!2", full: "acme-labs/website!2" },
    web_url: `${platform.url}/acme-labs/website/-/merge_requests/2`,
  });
});

test("project_id is the target project; of a fork, source_project_id is the fork", async () => {
  const [first, ...others] = BACKLOG.merge_requests;
  const forked = { ...first, source_project: "open/pub", source_branch: "main" };
  const platform = await startBacklog({}, { merge_requests: [forked, ...others] });
  const own = await read(platform, "/projects/team%2Fone/merge_requests/2");
  expect(own).toMatchObject({ project_id: 1, target_project_id: 1, source_project_id: 1 });
  const fork = await read(platform, "/projects/team%2Fone/merge_requests/1");
  expect(fork).toMatchObject({ project_id: 1, target_project_id: 1, source_project_id: 5 });
});

test("a merge request still has the deprecated assignee, merged_by, work_in_progress and reference", async () => {
  const platform = await startBacklog();
  const draft = await read(platform, "/projects/team%2Fone/merge_requests/2");
  expect(draft).toMatchObject({ draft: true, work_in_progress: true, reference: "!2", merged_by: null });
  expect(draft["assignee"]).toEqual((draft["assignees"] as unknown[])[0]);
  const merged = await read(platform, "/projects/team%2Fsub%2Ftwo/merge_requests/1");
  expect(merged).toMatchObject({ state: "merged", merged_at: march(5), merge_user: { username: "gus" }, draft: false });
  expect(merged["merged_by"]).toEqual(merged["merge_user"]);
});

test("a closed merge request tells who closed it and when", async () => {
  const platform = await startBacklog();
  expect(await read(platform, "/projects/team%2Fone/merge_requests/4")).toMatchObject({
    state: "closed",
    closed_at: march(4),
    closed_by: { username: "ben" },
    merged_at: null,
  });
});

test("what a merge request has not is null", async () => {
  const platform = await startBacklog();
  expect(await read(platform, "/projects/team%2Fone/merge_requests/1")).toMatchObject({
    merged_at: null,
    merge_user: null,
    closed_at: null,
    closed_by: null,
    assignee: null,
    milestone: null,
    merge_error: null,
    merge_commit_sha: null,
    squash_commit_sha: null,
    discussion_locked: null,
    should_remove_source_branch: null,
    force_remove_source_branch: null,
    pipeline: null,
    head_pipeline: null,
    latest_build_started_at: null,
    latest_build_finished_at: null,
    first_deployed_to_production_at: null,
    approvals_before_merge: null,
  });
});

test("a single merge request tells its changes as a text, and the commits of its difference", async () => {
  const platform = await startBacklog();
  const branch = async (name: string) =>
    ((await read(platform, `/projects/team%2Fone/repository/branches/${name}`))["commit"] as { id: string }).id;
  const [base_sha, head_sha] = [await branch("main"), await branch("a")];
  expect(await read(platform, "/projects/team%2Fone/merge_requests/1")).toMatchObject({
    changes_count: "1",
    sha: head_sha,
    diff_refs: { base_sha, head_sha, start_sha: base_sha },
  });
});

test("a merge request shows the pipeline of its head commit, with its status in words", async () => {
  const job = (name: string, coverage: number) => ({ name, stage: "test", status: "success", coverage, duration: 60 });
  const pipeline = { project: "team/one", ref: "a", user: "ann", at: march(2), jobs: [job("unit", 80), job("web", 91)] };
  const platform = await startBacklog({}, { pipelines: [pipeline, { ...pipeline, ref: "b", jobs: [] }] });
  const request = await read(platform, "/projects/team%2Fone/merge_requests/1");
  const short = { id: 1, ref: "a", sha: request["sha"], status: "success", web_url: `${platform.url}/team/one/-/pipelines/1` };
  expect(request["pipeline"]).toEqual(short);
  expect(request["head_pipeline"]).toMatchObject({
    ...short,
    tag: false,
    yaml_errors: null,
    user: { username: "ann" },
    coverage: "85.50",
    detailed_status: { icon: "status_success", text: "passed", group: "success", details_path: "/team/one/-/pipelines/1" },
  });
  expect(request["latest_build_started_at"]).toMatch(/^2024-03-02T12:00:/);
  expect(request["latest_build_finished_at"]).toMatch(/^2024-03-02T12:01:/);
});

test("lists leave out what takes a look at the repository or at pipelines", async () => {
  const platform = await startBacklog();
  const { body } = await platform.call("GET", "/projects/team%2Fone/merge_requests?iids[]=1");
  const [listed = {}] = body as Record<string, unknown>[];
  for (const name of ["changes_count", "diff_refs", "head_pipeline", "user", "subscribed"])
    expect(listed).not.toHaveProperty(name);
});

test("include_rebase_in_progress and include_diverged_commits_count add what they say", async () => {
  const ahead = { project: "team/one", branch: "main", message: "more", author: "ann", changes: { "m.txt": "m" } };
  const platform = await startBacklog({}, { commits: [...BACKLOG.commits, ahead] });
  const path = "/projects/team%2Fone/merge_requests/1";
  const plain = await read(platform, path);
  expect(plain).not.toHaveProperty("rebase_in_progress");
  expect(plain).not.toHaveProperty("diverged_commits_count");
  expect((await read(platform, `${path}?include_rebase_in_progress=true`))["rebase_in_progress"]).toBe(false);
  expect((await read(platform, `${path}?include_diverged_commits_count=true`))["diverged_commits_count"]).toBe(1);
});

test("a merge request tells the caller whether the caller can merge it, and gets notices of it", async () => {
  const platform = await startBacklog();
  const seen = (as: string) => read(platform, "/projects/team%2Fone/merge_requests/2", `token-of-${as}`);
  expect(await seen("ann")).toMatchObject({ user: { can_merge: true }, subscribed: true });
  expect(await seen("ben")).toMatchObject({ user: { can_merge: false }, subscribed: true });
  expect(await read(platform, "/projects/team%2Fone/merge_requests/1", "token-of-ben")).toMatchObject({ subscribed: false });
});

test("approvals_before_merge needs PREMIUM", async () => {
  const paths = "/projects/team%2Fone/merge_requests/1";
  expect(await read(await startBacklog({ tier: "free" }), paths)).not.toHaveProperty("approvals_before_merge");
  expect(await read(await startBacklog({ tier: "premium" }), paths)).toHaveProperty("approvals_before_merge");
});

test("a merge request that nobody has, or with a number that is none, is refused", async () => {
  const platform = await startBacklog();
  const missing = await platform.call("GET", "/projects/team%2Fone/merge_requests/99");
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  const wrong = await platform.call("GET", "/projects/team%2Fone/merge_requests/first");
  expect([wrong.status, wrong.body]).toEqual([400, { error: "merge_request_iid is invalid" }]);
});
