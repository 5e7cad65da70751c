import { expect, test } from "vitest";
import { project, startBench } from "../bench.js";

const config = `
stages: [build, deploy]
.base: {before_script: [echo before]}
compile:
  stage: build
  extends: .base
  script: echo compile
release:
  stage: deploy
  script: [echo release]
  environment: production
  resource_group: production
  rules:
    - if: $CI_PIPELINE_SOURCE == "trigger" || $RELEASE =~ /^y/
      when: manual
`;

const seed = {
  commits: [
    { project: "acme/web", branch: "main", author: "owner", message: "Pipelines", changes: { ".gitlab-ci.yml": config } },
  ],
};

test("a pipeline has the jobs that the configuration of its commit gives it", async () => {
  const { ask, list } = await startBench({ seed });
  const [status, made] = await ask("POST", `${project}/pipeline`, { ref: "main", variables: [{ key: "RELEASE", value: "yes" }] });
  expect([status, made]).toMatchObject([201, { status: "running", ref: "main", source: "api", iid: 1, yaml_errors: null }]);
  const id = String(made["id"]);
  const jobs = await list(`${project}/pipelines/${id}/jobs`);
  expect(Object.fromEntries(jobs.map(({ name, status: state }) => [name, state]))).toEqual({
    compile: "pending",
    release: "manual",
  });
  expect(await list(`${project}/pipelines/${id}/variables`)).toEqual([
    { variable_type: "env_var", key: "RELEASE", value: "yes", raw: false },
  ]);
  expect((await ask("GET", `${project}/pipelines/latest`))[1]).toMatchObject({ id: made["id"] });
  expect((await list(`${project}/environments`)).map(({ name }) => name)).toEqual(["production"]);
  expect((await ask("POST", `${project}/pipelines/${id}/cancel`))[1]).toMatchObject({ status: "canceled" });
  expect((await ask("POST", `${project}/pipelines/${id}/retry`))[1]).toMatchObject({ status: "pending" });
  expect((await ask("DELETE", `${project}/pipelines/${id}`, undefined, "maintainer"))[0]).toBe(403);
  expect((await ask("DELETE", `${project}/pipelines/${id}`))[0]).toBe(204);
});

test("nothing to run, no such ref and a broken configuration are told apart", async () => {
  const { ask } = await startBench();
  expect((await ask("POST", `${project}/pipeline`, { ref: "none" }))[1]).toEqual({ message: { base: ["Reference not found"] } });
  expect((await ask("POST", `${project}/pipeline`, { ref: "main" }))[1]).toEqual({
    message: { base: ["Missing CI config file"] },
  });
  expect((await ask("POST", `${project}/pipeline`, { ref: "main" }, "reporter"))[0]).toBe(403);
});

test("resource groups are made by pipelines and take a mode", async () => {
  const { ask, list } = await startBench({ seed });
  await ask("POST", `${project}/pipeline`, { ref: "main", variables: [{ key: "RELEASE", value: "y" }] });
  expect((await list(`${project}/resource_groups`)).map(({ key }) => key)).toEqual(["production"]);
  const one = `${project}/resource_groups/production`;
  expect((await ask("PUT", one, { process_mode: "newest_first" }))[1]).toMatchObject({ process_mode: "newest_first" });
  expect((await ask("PUT", one, { process_mode: "foo" }))[0]).toBe(400);
  expect((await ask("PUT", `${project}/resource_groups/other`, { process_mode: "unordered" }))[0]).toBe(404);
});

test("a trigger's token starts a pipeline, and only its owner sees it whole", async () => {
  const { ask } = await startBench({ seed });
  const [status, made] = await ask("POST", `${project}/triggers`, { description: "nightly" }, "maintainer");
  expect([status, made]).toMatchObject([201, { description: "nightly", owner: { username: "maintainer" } }]);
  const token = String(made["token"]);
  expect(token).toMatch(/^glptt-/);
  const one = `${project}/triggers/${String(made["id"])}`;
  expect(String((await ask("GET", one))[1]["token"])).toHaveLength(4);
  const start = { token, ref: "main", variables: { A: "1" } };
  expect(await ask("POST", `${project}/trigger/pipeline`, start)).toMatchObject([201, { source: "trigger" }]);
  expect((await ask("POST", `${project}/ref/main/trigger/pipeline`, { token }))[0]).toBe(201);
  expect((await ask("POST", `${project}/trigger/pipeline`, { ...start, token: "x" }))[0]).toBe(404);
  expect((await ask("DELETE", one, undefined, "maintainer"))[0]).toBe(204);
});

test("lint tells what is wrong with a configuration", async () => {
  const { ask } = await startBench({ seed });
  const lint = async (content: string): Promise<unknown> => (await ask("POST", `${project}/ci/lint`, { content }))[1];
  expect(await ask("GET", `${project}/ci/lint?include_jobs=true`)).toMatchObject([
    200,
    { valid: true, errors: [], jobs: [{ name: "compile", before_script: ["echo before"] }, { name: "release" }] },
  ]);
  expect(await lint("---\n:job:\n  :script: echo 1\n")).toMatchObject({ valid: true });
  expect(await lint("invalid")).toMatchObject({ valid: false, errors: ["Invalid configuration format"], merged_yaml: null });
  expect(await lint("a: {stage: x, script: echo}\nb: {needs: [c]}")).toMatchObject({
    valid: false,
    errors: [
      "a job: chosen stage x does not exist; available stages are .pre, build, test, deploy, .post",
      "jobs:b config should implement the script:, run:, or trigger: keyword",
      "b job: undefined need: c",
    ],
  });
});

test("a schedule's ref comes back whole, and only its owner changes it", async () => {
  const { ask, list } = await startBench({ seed });
  const path = `${project}/pipeline_schedules`;
  const sent = { description: "nightly", ref: "main", cron: "0 1 * * *", inputs: [{ name: "a", value: ["b"] }] };
  const [status, made] = await ask("POST", path, sent, "developer");
  expect([status, made]).toMatchObject([
    201,
    { ...sent, ref: "refs/heads/main", active: true, cron_timezone: "UTC", owner: { username: "developer" }, variables: [] },
  ]);
  expect(String(made["next_run_at"])).toMatch(/T01:00:00/);
  const one = `${path}/${String(made["id"])}`;
  expect((await ask("PUT", one, { active: false }, "maintainer"))[0]).toBe(403);
  expect((await ask("POST", `${one}/take_ownership`, {}, "maintainer"))[0]).toBe(201);
  expect((await ask("PUT", one, { active: false, cron_timezone: "Stockholm" }, "maintainer"))[1]).toMatchObject({
    active: false,
    cron_timezone: "Stockholm",
  });
  expect((await ask("PUT", one, { cron: "sometimes" }, "maintainer"))[0]).toBe(400);
  const variable = { key: "A", value: "1" };
  expect(await ask("POST", `${one}/variables`, variable, "maintainer")).toMatchObject([
    201,
    { ...variable, variable_type: "env_var" },
  ]);
  expect((await ask("POST", `${one}/variables`, variable, "developer"))[0]).toBe(403);
  expect((await ask("PUT", `${one}/variables/A`, { value: "2" }, "maintainer"))[1]).toMatchObject({ value: "2" });
  expect((await ask("GET", one, undefined, "maintainer"))[1]["variables"]).toMatchObject([{ key: "A", value: "2" }]);
  expect((await list(path))[0]).not.toHaveProperty("variables");
  expect(await list(`${path}?scope=active`)).toEqual([]);
  expect((await ask("DELETE", `${one}/variables/A`, undefined, "maintainer"))[0]).toBe(202);
  expect(await ask("POST", `${one}/play`, {}, "maintainer")).toEqual([201, { message: "201 Created" }]);
  expect(await list(`${one}/pipelines`)).toMatchObject([{ source: "schedule" }]);
  expect((await ask("DELETE", one, undefined, "maintainer"))[0]).toBe(204);
});
