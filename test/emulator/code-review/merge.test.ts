import { expect, test } from "vitest";
import { MR, type Team, headOf, pipelineOn, startTeam } from "../team.js";

const merge = (team: Team, iid: number, json: Record<string, unknown> = {}): ReturnType<Team["on"]> =>
  team.on("PUT", `${iid}/merge`, { json });

test("a merge brings the source branch into the target branch by a merge commit, and keeps the source branch", async () => {
  const team = await startTeam();
  const [before, feature] = [await headOf(team, "main"), await headOf(team, "feature")];
  const answer = await merge(team, MR.clean);
  const main = await headOf(team, "main");
  expect(answer).toMatchObject({
    status: 200,
    body: { iid: 1, state: "merged", merge_commit_sha: main.id, squash_commit_sha: null, merge_error: null },
  });
  expect(answer.body).toMatchObject({ merge_user: { username: "alice" }, merged_by: { username: "alice" }, sha: feature.id });
  expect(main.parent_ids).toEqual([before.id, feature.id]);
  expect(main.message).toBe("Merge branch 'feature' into 'main'\n\nFeature\n\nSee merge request team/app!1");
  expect(await team.on("GET", "1")).toMatchObject({ body: { state: "merged", merged_at: expect.stringMatching(/^\d{4}-.*Z$/) } });
});

test("merge takes the messages of both commits, whether to squash, and whether the source branch goes", async () => {
  const team = await startTeam();
  const base = await headOf(team, "main");
  const answer = await merge(team, MR.ahead, {
    merge_commit_message: "All of it",
    squash: true,
    squash_commit_message: "As one",
    should_remove_source_branch: true,
  });
  const main = await headOf(team, "main");
  expect(answer.body).toMatchObject({
    state: "merged",
    merge_commit_sha: main.id,
    squash: true,
    should_remove_source_branch: true,
  });
  expect(main).toMatchObject({ message: "All of it", parent_ids: [base.id, expect.any(String)] });
  expect(answer.body).toMatchObject({ squash_commit_sha: main.parent_ids[1] });
  expect((await team.call("GET", "/projects/team%2Fapp/repository/branches/ahead")).status).toBe(404);
});

test("only who may push or merge to the target branch accepts a merge request, others get 401", async () => {
  const team = await startTeam();
  const answers = await Promise.all(["bob", "carol", "dave", ""].map((as) => team.on("PUT", "1/merge", { as })));
  for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  await team.call("DELETE", "/projects/team%2Fapp/protected_branches/main");
  expect(await team.on("PUT", "1/merge", { as: "bob" })).toMatchObject({ status: 200, body: { state: "merged" } });
});

test("what is merged, closed, a draft, empty or without its source branch cannot be merged: 405", async () => {
  const team = await startTeam();
  await merge(team, MR.clean);
  await team.call("DELETE", "/projects/team%2Fapp/repository/branches/single");
  const answers = await Promise.all([MR.clean, MR.closed, MR.draft, MR.empty, MR.single].map((iid) => merge(team, iid)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 405, body: { message: "405 Method Not Allowed" } });
});

test("with open discussions a merge is refused where the project wants all of them resolved", async () => {
  const team = await startTeam({
    attributes: { only_allow_merge_if_all_discussions_are_resolved: true },
    seed: {
      discussions: [{ on: "team/app!1", thread: true, notes: [{ author: "alice", body: "Why?" }] }],
    },
  });
  expect((await merge(team, MR.clean)).status).toBe(405);
  expect((await merge(team, MR.ahead)).status).toBe(200);
});

test("without a pipeline that succeeded a merge is refused where the project wants one", async () => {
  const attributes = { only_allow_merge_if_pipeline_succeeds: true };
  const pipelines = [
    pipelineOn("ahead", { test: "success" }),
    pipelineOn("single", { test: "failed" }),
    pipelineOn("feature", { test: "skipped" }),
  ];
  const team = await startTeam({ attributes, seed: { pipelines } });
  expect((await merge(team, MR.clean)).status).toBe(405);
  expect((await merge(team, MR.single)).status).toBe(405);
  expect((await merge(team, MR.ahead)).status).toBe(200);
  const lenient = await startTeam({ attributes: { ...attributes, allow_merge_on_skipped_pipeline: true }, seed: { pipelines } });
  expect((await merge(lenient, MR.clean)).status).toBe(200);
});

test("without the approvals that its rules ask for a merge is refused, but not without a licence", async () => {
  const approval_rules = [{ project: "team/app", name: "All Members", rule_type: "any_approver", approvals_required: 1 }];
  const team = await startTeam({ seed: { approval_rules } });
  expect((await merge(team, MR.clean)).status).toBe(405);
  expect((await team.on("POST", "1/approve")).status).toBe(201);
  expect((await merge(team, MR.clean)).status).toBe(200);
  const free = await startTeam({ tier: "free", seed: { approval_rules } });
  expect((await merge(free, MR.clean)).status).toBe(200);
});

test("a branch with conflicts cannot be merged: 422", async () => {
  const team = await startTeam();
  expect(await merge(team, MR.clash)).toMatchObject({ status: 422, body: { message: "Branch cannot be merged" } });
  expect(await team.on("GET", "2")).toMatchObject({
    body: { state: "opened", merge_status: "cannot_be_merged", has_conflicts: true },
  });
});

test("the sha of a merge must be the head of the source branch: 409 tells the head", async () => {
  const team = await startTeam();
  const { id } = await headOf(team, "feature");
  expect(await merge(team, MR.clean, { sha: "0".repeat(40) })).toMatchObject({
    status: 409,
    body: { message: `SHA does not match HEAD of source branch: ${id}` },
  });
  expect(await team.on("GET", "1")).toMatchObject({ body: { state: "opened" } });
  expect((await merge(team, MR.clean, { sha: id })).status).toBe(200);
});

test("of several reasons against a merge the first counts: who, then the state, then the branch, then the sha", async () => {
  const team = await startTeam();
  const wrong = { json: { sha: "0".repeat(40) } };
  expect((await team.on("PUT", "6/merge", { as: "bob", ...wrong })).status).toBe(401);
  expect((await team.on("PUT", "6/merge", wrong)).status).toBe(405);
  expect((await team.on("PUT", "2/merge", wrong)).status).toBe(422);
});

test("merge_method ff moves the target branch without a merge commit, and only by fast-forward", async () => {
  const team = await startTeam({ attributes: { merge_method: "ff" } });
  expect((await merge(team, MR.clean)).status).toBe(422);
  const ahead = await headOf(team, "ahead");
  expect(await merge(team, MR.ahead)).toMatchObject({ status: 200, body: { state: "merged", merge_commit_sha: ahead.id } });
  expect((await headOf(team, "main")).id).toBe(ahead.id);
});

test("after a fast-forward real servers show no merge_commit_sha", async () => {
  const team = await startTeam({ attributes: { merge_method: "ff" }, dialect: "vendor" });
  expect(await merge(team, MR.ahead)).toMatchObject({ body: { state: "merged", merge_commit_sha: null } });
});

test("merge_method rebase_merge makes a merge commit, only where a fast-forward is possible", async () => {
  const team = await startTeam({ attributes: { merge_method: "rebase_merge" } });
  expect((await merge(team, MR.clean)).status).toBe(422);
  const [main, ahead] = [await headOf(team, "main"), await headOf(team, "ahead")];
  expect((await merge(team, MR.ahead)).status).toBe(200);
  expect((await headOf(team, "main")).parent_ids).toEqual([main.id, ahead.id]);
});

test("squash_option always and never beat what the request says", async () => {
  const always = await startTeam({ attributes: { squash_option: "always" } });
  expect(await merge(always, MR.ahead, { squash: false })).toMatchObject({ body: { squash_commit_sha: expect.any(String) } });
  const never = await startTeam({ attributes: { squash_option: "never" } });
  expect(await merge(never, MR.ahead, { squash: true })).toMatchObject({ body: { squash_commit_sha: null } });
});

test("a single commit that already has the squash message is its own squash", async () => {
  const team = await startTeam();
  const { id } = await headOf(team, "single");
  expect(await merge(team, MR.single, { squash: true })).toMatchObject({ body: { squash_commit_sha: id } });
});

test("messages of merge and squash commits follow the project's templates", async () => {
  const team = await startTeam({
    attributes: {
      merge_commit_template: "%{title} (%{reference})\n\n%{description}\n%{merged_by} %{unknown}",
      squash_commit_template: "%{source_branch}: %{first_multiline_commit}",
    },
  });
  await merge(team, MR.clean, { squash: true });
  expect((await headOf(team, "main")).message).toBe("Feature (team/app!1)\nalice <alice@example.com> %{unknown}");
});

test("the source branch stays when it is protected, and goes when the merge request says so", async () => {
  const team = await startTeam({
    seed: {
      merge_requests: [
        { project: "team/app", source_branch: "feature", title: "Gone after", author: "bob", force_remove_source_branch: true },
      ],
    },
  });
  await team.call("POST", "/projects/team%2Fapp/protected_branches", { json: { name: "ahead" } });
  await merge(team, MR.ahead, { should_remove_source_branch: true });
  expect((await team.call("GET", "/projects/team%2Fapp/repository/branches/ahead")).status).toBe(200);
  await merge(team, 8);
  expect((await team.call("GET", "/projects/team%2Fapp/repository/branches/feature")).status).toBe(404);
});

test("a merge into the default branch closes the issues that the merge request names, unless the project does not want that", async () => {
  const seed = {
    issues: [{ project: "team/app", title: "Broken", author: "bob" }],
    merge_requests: [{ project: "team/app", source_branch: "feature", title: "Mended", description: "Closes #1", author: "bob" }],
  };
  const team = await startTeam({ seed });
  await merge(team, 8);
  expect((await headOf(team, "main")).message).toContain("\n\nCloses #1\n\n");
  expect(await team.call("GET", "/projects/team%2Fapp/issues/1")).toMatchObject({
    body: { state: "closed", closed_by: { username: "alice" }, closed_at: expect.any(String) },
  });
  const quiet = await startTeam({ seed, attributes: { autoclose_referenced_issues: false } });
  await merge(quiet, 8);
  expect(await quiet.call("GET", "/projects/team%2Fapp/issues/1")).toMatchObject({ body: { state: "opened" } });
});

test("merging one merge request gives those that build on it a new head, and those beside it a new look at conflicts", async () => {
  const team = await startTeam({
    seed: {
      merge_requests: [{ project: "team/app", source_branch: "main", target_branch: "empty", title: "Catch up", author: "bob" }],
    },
  });
  await merge(team, MR.clean);
  const { id } = await headOf(team, "main");
  expect(await team.on("GET", "8")).toMatchObject({ body: { sha: id } });
  expect(await team.on("GET", "5")).toMatchObject({ body: { merge_status: "unchecked" } });
  team.work();
  expect(await team.on("GET", "5")).toMatchObject({ body: { merge_status: "can_be_merged" } });
});

test("in an archived project nobody accepts merge requests", async () => {
  const team = await startTeam();
  await team.call("POST", "/projects/team%2Fapp/archive");
  expect((await merge(team, MR.clean)).status).toBe(401);
});

test("a merge request that is missing or in a project that the caller does not see is 404", async () => {
  const team = await startTeam();
  expect((await merge(team, 99)).status).toBe(404);
  await team.call("PUT", "/projects/team%2Fapp", { json: { visibility: "private" } });
  expect((await team.on("PUT", "1/merge", { as: "dave" })).status).toBe(404);
});

test("what a merge request changed is still told after a fast-forward", async () => {
  const team = await startTeam({ attributes: { merge_method: "ff" } });
  const before = (await team.on("GET", `${MR.ahead}`)).body as Record<string, unknown>;
  expect(before).toMatchObject({ changes_count: "2" });
  await merge(team, MR.ahead);
  const { changes_count, diff_refs } = before;
  expect((await team.on("GET", `${MR.ahead}`)).body).toMatchObject({ state: "merged", changes_count, diff_refs });
});
