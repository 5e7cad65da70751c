import { expect, test } from "vitest";
import { each } from "../answers.js";
import { type Answer, type Platform, startPlatform } from "../platform.js";

const on = (platform: Platform, method: string, project: string, rest: string): Promise<Answer> =>
  platform.call(method, `/projects/${encodeURIComponent(project)}/merge_requests/${rest}`);

test("the default seed has a merge request for every way that a merge can go", async () => {
  const platform = await startPlatform();
  const handbook = "acme-labs/handbook";
  expect((await on(platform, "PUT", "acme-labs/website", "2/merge")).status).toBe(200);
  expect((await on(platform, "PUT", "acme-labs/website", "1/merge")).status).toBe(405);
  expect((await on(platform, "PUT", "acme-labs/website", "3/merge")).status).toBe(405);
  expect((await on(platform, "PUT", "acme-labs/website", "4/merge")).status).toBe(405);
  expect((await on(platform, "PUT", handbook, "1/merge")).status).toBe(422);
  expect((await on(platform, "PUT", handbook, "2/merge")).status).toBe(405);
  expect(await on(platform, "POST", handbook, "3/cancel_merge_when_pipeline_succeeds")).toMatchObject({
    status: 200,
    body: { head_pipeline: { status: "running" }, merge_when_pipeline_succeeds: false },
  });
});

test("the default seed has a merge request from a fork, which can be merged", async () => {
  const platform = await startPlatform();
  const notes = await platform.call("GET", "/projects/acme-release%2Fnotes");
  expect(notes).toMatchObject({ body: { forks_count: 1 } });
  const answer = await on(platform, "PUT", "acme-release/notes", "1/merge");
  expect(answer).toMatchObject({ status: 200, body: { state: "merged", source_branch: "spelling" } });
  const { source_project_id, target_project_id } = answer.body as { source_project_id: number; target_project_id: number };
  expect(source_project_id).not.toBe(target_project_id);
});

test("the default seed has approval rules of a merge request, one of them made from a rule of the project", async () => {
  const platform = await startPlatform();
  const rules = await on(platform, "GET", "acme-labs/platform/api", "1/approval_rules");
  expect(each(rules, "name")).toEqual(["All Members", "Security"]);
  expect(each(rules, "overridden")).toEqual([false, true]);
});

test("a merge request that the default seed has merged tells its merge commit, its changes, and how its pipeline ended", async () => {
  const platform = await startPlatform();
  expect(await on(platform, "GET", "acme-labs/website", "1")).toMatchObject({
    status: 200,
    body: {
      state: "merged",
      merge_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      changes_count: "1",
      latest_build_finished_at: expect.stringMatching(/Z$/),
      first_deployed_to_production_at: expect.stringMatching(/Z$/),
      head_pipeline: { status: "failed", coverage: "85.90", duration: expect.any(Number) },
    },
  });
  const fork = await on(platform, "GET", "acme-release/notes", "1");
  expect(fork).toMatchObject({ body: { allow_collaboration: true, allow_maintainer_to_push: true } });
});
