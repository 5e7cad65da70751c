import { expect, test } from "vitest";
import { each } from "../answers.js";
import type { Answer } from "../platform.js";
import { MR, type Team, headOf, pipelineOn, startTeam } from "../team.js";

/** The merge request after the background work. */
const ended = (team: Team, iid: number): Promise<Answer> => {
  team.work();
  return team.on("GET", `${iid}?include_rebase_in_progress=true`);
};

test("a rebase is answered with 202 at once, and puts the commits onto the target branch in the background", async () => {
  const team = await startTeam();
  const main = await headOf(team, "main");
  const before = await headOf(team, "feature");
  expect(await team.on("PUT", "1/rebase", { as: "bob" })).toEqual(
    expect.objectContaining({ status: 202, body: { rebase_in_progress: true } }),
  );
  const answer = await ended(team, MR.clean);
  const feature = await headOf(team, "feature");
  expect(answer).toMatchObject({ body: { rebase_in_progress: false, merge_error: null, sha: feature.id, state: "opened" } });
  expect(feature.id).not.toBe(before.id);
  expect(feature.message).toBe(before.message);
  expect(await team.on("GET", "1?include_diverged_commits_count=true")).toMatchObject({
    body: { diverged_commits_count: 0, diff_refs: { base_sha: main.id, head_sha: feature.id } },
  });
});

test("a rebase with conflicts ends with merge_error, and the source branch stays where it was", async () => {
  const team = await startTeam();
  const before = await headOf(team, "clash");
  await team.on("PUT", "2/rebase");
  expect(await ended(team, MR.clash)).toMatchObject({
    body: { sha: before.id, merge_error: "Rebase failed: Rebase locally, resolve all conflicts, then push the branch." },
  });
  expect((await headOf(team, "clash")).id).toBe(before.id);
});

test("after a rebase a fast-forward merge is possible", async () => {
  const team = await startTeam({ attributes: { merge_method: "ff" } });
  expect((await team.on("PUT", "1/merge")).status).toBe(422);
  await team.on("PUT", "1/rebase");
  await ended(team, MR.clean);
  expect((await team.on("PUT", "1/merge")).status).toBe(200);
});

test("a rebase needs push permission on the source branch: 403 tells why", async () => {
  const team = await startTeam();
  expect(await team.on("PUT", "1/rebase", { as: "carol" })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden - Cannot push to source branch" },
  });
  await team.call("POST", "/projects/team%2Fapp/protected_branches", { json: { name: "feature", push_access_level: 40 } });
  expect((await team.on("PUT", "1/rebase", { as: "bob" })).status).toBe(403);
  await team.call("DELETE", "/projects/team%2Fapp/repository/branches/ahead");
  expect(await team.on("PUT", "5/rebase")).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden - Source branch does not exist" },
  });
});

test("a second rebase beside a running one, and one of a merge request that is not open, are refused with 409", async () => {
  const team = await startTeam();
  expect((await team.on("PUT", "1/rebase")).status).toBe(202);
  expect(await team.on("GET", "1?include_rebase_in_progress=true")).toMatchObject({ body: { rebase_in_progress: true } });
  expect(await team.on("PUT", "1/rebase")).toMatchObject({ status: 409, body: { message: "409 Conflict: Resource lock" } });
  expect((await team.on("PUT", "6/rebase")).status).toBe(409);
});

test("a rebase starts a new pipeline, with skip_ci it does not", async () => {
  const seed = { pipelines: [pipelineOn("feature", { test: "success" })] };
  const team = await startTeam({ seed });
  await team.on("PUT", "1/rebase");
  const { body } = await ended(team, MR.clean);
  expect(body).toMatchObject({ head_pipeline: { sha: (await headOf(team, "feature")).id, status: "pending" } });
  const quiet = await startTeam({ seed });
  await quiet.on("PUT", "1/rebase", { json: { skip_ci: true } });
  expect(await ended(quiet, MR.clean)).toMatchObject({ body: { head_pipeline: null } });
  expect(each(await quiet.call("GET", "/projects/team%2Fapp/pipelines"), "id")).toHaveLength(1);
});

test("a branch that is up to date stays as it is when it is rebased", async () => {
  const team = await startTeam();
  const before = await headOf(team, "ahead");
  await team.on("PUT", "5/rebase");
  expect(await ended(team, MR.ahead)).toMatchObject({ body: { sha: before.id, merge_error: null } });
});

test("in an archived project nobody rebases, or cancels a wait", async () => {
  const team = await startTeam();
  await team.call("POST", "/projects/team%2Fapp/archive");
  expect((await team.on("PUT", "1/rebase")).status).toBe(403);
  expect((await team.on("POST", "1/cancel_merge_when_pipeline_succeeds")).status).toBe(401);
});
