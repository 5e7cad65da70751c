import { expect, test } from "vitest";
import { each } from "../answers.js";
import type { Answer } from "../platform.js";
import { MR, type Team, type TeamOptions, headOf, pipelineOn, startTeam } from "../team.js";

const WAIT = { merge_when_pipeline_succeeds: true };

/** `ahead` has a pipeline that succeeds as soon as its last job, which may fail, is canceled. */
const running = (options: TeamOptions = {}): Promise<Team> =>
  startTeam({
    ...options,
    seed: { pipelines: [pipelineOn("ahead", { test: "success", optional: "running" })], ...options.seed },
  });

async function finishPipeline(team: Team): Promise<Answer> {
  const jobs = await team.call("GET", "/projects/team%2Fapp/jobs?scope=running");
  return team.call("POST", `/projects/team%2Fapp/jobs/${String(each(jobs, "id")[0])}/cancel`);
}

const cancel = (team: Team, iid: number, as = "alice"): Promise<Answer> =>
  team.on("POST", `${iid}/cancel_merge_when_pipeline_succeeds`, { as });

test("a merge that waits for the running pipeline leaves the merge request open, and happens when the pipeline succeeds", async () => {
  const team = await running();
  const answer = await team.on("PUT", "5/merge", {
    json: { ...WAIT, squash: true, squash_commit_message: "As one", should_remove_source_branch: true },
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      state: "opened",
      merge_when_pipeline_succeeds: true,
      should_remove_source_branch: true,
      merge_commit_sha: null,
      merge_user: { username: "alice" },
    },
  });
  await finishPipeline(team);
  const main = await headOf(team, "main");
  expect(await team.on("GET", "5")).toMatchObject({
    body: { state: "merged", merge_commit_sha: main.id, squash_commit_sha: main.parent_ids[1], merged_by: { username: "alice" } },
  });
  expect((await team.call("GET", "/projects/team%2Fapp/repository/branches/ahead")).status).toBe(404);
});

test("where only succeeded pipelines may be merged a merge may wait, but not happen at once", async () => {
  const team = await running({ attributes: { only_allow_merge_if_pipeline_succeeds: true } });
  expect((await team.on("PUT", "5/merge")).status).toBe(405);
  expect((await team.on("PUT", "5/merge", { json: WAIT })).status).toBe(200);
});

test("with a pipeline that succeeded a merge does not wait", async () => {
  const team = await startTeam({ seed: { pipelines: [pipelineOn("ahead", { test: "success" })] } });
  expect(await team.on("PUT", "5/merge", { json: WAIT })).toMatchObject({ status: 200, body: { state: "merged" } });
});

test("a merge cannot wait for a pipeline that there is not, or that failed: 405", async () => {
  const team = await startTeam({ seed: { pipelines: [pipelineOn("single", { test: "failed" })] } });
  expect((await team.on("PUT", "5/merge", { json: WAIT })).status).toBe(405);
  expect((await team.on("PUT", "7/merge", { json: WAIT })).status).toBe(405);
});

test("what is no longer mergeable when its pipeline succeeds goes on waiting", async () => {
  const team = await running();
  await team.on("PUT", "5/merge", { json: WAIT });
  await team.call("PUT", "/projects/team%2Fapp", { json: { merge_method: "ff" } });
  await team.on("PUT", "7/merge");
  await finishPipeline(team);
  expect(await team.on("GET", "5")).toMatchObject({ body: { state: "opened", merge_when_pipeline_succeeds: true } });
});

test("canceling stops the wait: the merge request stays open when the pipeline succeeds", async () => {
  const team = await running();
  await team.on("PUT", "5/merge", { json: WAIT });
  expect(await cancel(team, MR.ahead)).toMatchObject({
    status: 200,
    body: { iid: 5, state: "opened", merge_when_pipeline_succeeds: false, merge_user: null },
  });
  await finishPipeline(team);
  expect(await team.on("GET", "5")).toMatchObject({ body: { state: "opened" } });
});

test("the author may cancel the wait too, nobody else who may not merge: 401", async () => {
  const team = await running();
  await team.on("PUT", "5/merge", { json: WAIT });
  for (const as of ["carol", "dave", ""])
    // oxlint-disable-next-line no-await-in-loop -- refused one after the other
    expect(await cancel(team, MR.ahead, as)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  expect((await cancel(team, MR.ahead, "bob")).status).toBe(200);
});

test("canceling answers 405 for a merge request that is merged or closed", async () => {
  const team = await startTeam();
  await team.on("PUT", "1/merge");
  for (const iid of [MR.clean, MR.closed])
    // oxlint-disable-next-line no-await-in-loop -- refused one after the other
    expect(await cancel(team, iid)).toMatchObject({ status: 405, body: { message: "405 Method Not Allowed" } });
});

test("canceling answers 406 for a merge request that does not wait", async () => {
  const team = await startTeam();
  expect(await cancel(team, MR.clean)).toMatchObject({ status: 406, body: { message: "Can't cancel the automatic merge" } });
});

test("real servers answer 201 when a wait is canceled", async () => {
  const team = await running({ dialect: "vendor" });
  await team.on("PUT", "5/merge", { json: WAIT });
  expect(await cancel(team, MR.ahead)).toMatchObject({ status: 201, body: { status: "success" } });
  expect(await team.on("GET", "5")).toMatchObject({ body: { merge_when_pipeline_succeeds: false } });
});

test("a push to the source branch ends the wait", async () => {
  const team = await running({
    seed: {
      merge_requests: [{ project: "team/app", source_branch: "single", target_branch: "ahead", title: "On top", author: "bob" }],
    },
  });
  await team.on("PUT", "5/merge", { json: WAIT });
  const before = await headOf(team, "ahead");
  expect((await team.on("PUT", "8/merge")).status).toBe(200);
  const answer = await team.on("GET", "5");
  expect(answer).toMatchObject({ body: { state: "opened", merge_when_pipeline_succeeds: false } });
  expect(answer).not.toMatchObject({ body: { sha: before.id } });
});
