import { expect, test } from "vitest";
import { makeGroup, makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";

test("topics are found in any letter case, made when unknown, and read as tag_list too", async () => {
  const platform = await startPlatform();
  const web = await makeProject(platform, "web", { topics: ["TypeScript", "new one"] });
  const read = async (): Promise<unknown> => (await platform.call("GET", `/projects/${web}`)).body;
  expect(await read()).toMatchObject({ topics: ["typescript", "new one"], tag_list: ["typescript", "new one"] });
  expect((await platform.call("GET", "/topics?search=new one")).body).toMatchObject([
    { name: "new one", title: "new one", total_projects_count: 1 },
  ]);
  await platform.call("PUT", `/projects/${web}`, { json: { tag_list: ["infrastructure"] } });
  expect(await read()).toMatchObject({ topics: ["infrastructure"] });
  await platform.call("PUT", `/projects/${web}`, { json: { topics: [] } });
  expect(await read()).toMatchObject({ topics: [] });
});

test("switches and access levels are two views of one thing, and public_builds is read as public_jobs", async () => {
  const platform = await startPlatform({ seed: "none" });
  const web = await makeProject(platform, "web", { wiki_enabled: false });
  const put = async (json: unknown): Promise<unknown> => (await platform.call("PUT", `/projects/${web}`, { json })).body;
  expect(await put({ jobs_enabled: false, public_builds: false })).toMatchObject({
    wiki_enabled: false,
    wiki_access_level: "disabled",
    jobs_enabled: false,
    builds_access_level: "disabled",
    public_jobs: false,
  });
  expect(await put({ wiki_access_level: "private", issues_enabled: false, issues_access_level: "enabled" })).toMatchObject({
    wiki_enabled: true,
    issues_enabled: true,
    issues_access_level: "enabled",
  });
});

test("switches are computed for whoever asks", async () => {
  const platform = await startPlatform();
  await platform.call("PUT", "/projects/acme-labs%2Fwebsite", { json: { issues_access_level: "private" } });
  const seen = async (token: string): Promise<unknown> =>
    (await platform.call("GET", "/projects/acme-labs%2Fwebsite", { token })).body;
  expect(await seen("token-of-dave")).toMatchObject({ issues_enabled: true, issues_access_level: "private" });
  expect(await seen("token-of-erin")).toMatchObject({ issues_enabled: false, issues_access_level: "private" });
});

test("the repository's level is the highest for merge requests and pipelines on real servers", async () => {
  const vendor = await startPlatform({ seed: "none", dialect: "vendor" });
  const web = await makeProject(vendor, "web");
  expect((await vendor.call("PUT", `/projects/${web}`, { json: { repository_access_level: "private" } })).body).toMatchObject({
    merge_requests_access_level: "private",
    builds_access_level: "private",
  });
  expect((await vendor.call("PUT", `/projects/${web}`, { json: { builds_access_level: "enabled" } })).status).toBe(400);
  const neutral = await startPlatform({ seed: "none" });
  const other = await makeProject(neutral, "web", { repository_access_level: "disabled" });
  expect((await neutral.call("GET", `/projects/${other}`)).body).toMatchObject({ builds_access_level: "enabled" });
});

test("the clean-up policy changes key by key", async () => {
  const platform = await startPlatform({ seed: "none" });
  const web = await makeProject(platform, "web");
  const put = async (container_expiration_policy_attributes: unknown): Promise<unknown> =>
    (await platform.call("PUT", `/projects/${web}`, { json: { container_expiration_policy_attributes } })).body;
  expect(await put({ enabled: true, keep_n: 5 })).toMatchObject({
    container_expiration_policy: { enabled: true, keep_n: 5, cadence: "1d", older_than: "90d", next_run_at: expect.any(String) },
  });
  expect(await put({ name_regex: "x", keep_n: null })).toMatchObject({
    container_expiration_policy: { enabled: true, keep_n: null, name_regex: "x" },
  });
});

test("effective values of a project follow the group and the instance", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const web = await makeProject(platform, "web", { namespace_id: acme });
  const read = async (): Promise<unknown> => (await platform.call("GET", `/projects/${web}`)).body;
  expect(await read()).toMatchObject({ auto_devops_enabled: true, keep_latest_artifact: true, shared_runners_enabled: true });
  await platform.call("PUT", "/application/settings", { json: { auto_devops_enabled: false, keep_latest_artifact: false } });
  expect(await read()).toMatchObject({ auto_devops_enabled: false, keep_latest_artifact: false });
  await platform.call("PUT", `/groups/${acme}`, { json: { auto_devops_enabled: true } });
  expect(await read()).toMatchObject({ auto_devops_enabled: true });
  await platform.call("PUT", `/projects/${web}`, { json: { auto_devops_enabled: false } });
  expect(await read()).toMatchObject({ auto_devops_enabled: false });
});

test("project keys of a higher tier are dropped and not shown", async () => {
  const sent = { issues_template: "x", approvals_before_merge: 2, mirror: true, requirements_access_level: "disabled" };
  const free = await startPlatform({ seed: "none", tier: "free" });
  const answer = await free.call("PUT", `/projects/${await makeProject(free, "web")}`, { json: { ...sent, description: "d" } });
  expect(answer).toMatchObject({ status: 200, body: { description: "d" } });
  for (const name of Object.keys(sent)) expect(answer.body).not.toHaveProperty(name);
  const premium = await startPlatform({ seed: "none", tier: "premium" });
  const { body } = await premium.call("PUT", `/projects/${await makeProject(premium, "web")}`, { json: sent });
  expect(body).toMatchObject({ issues_template: "x", approvals_before_merge: 2, mirror: true, mirror_trigger_builds: false });
  expect(body).not.toHaveProperty("requirements_access_level");
});

test("mirror keys are null without a mirror, or are what was written", async () => {
  const platform = await startPlatform({ seed: "none" });
  const web = await makeProject(platform, "web");
  const off = { only_mirror_protected_branches: null, mirror_user_id: null };
  const [trigger, diverged] = [{ mirror_trigger_builds: null }, { mirror_overwrites_diverged_branches: null }];
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({ ...off, ...trigger, ...diverged });
  const { body } = await platform.call("PUT", `/projects/${web}`, { json: { mirror_trigger_builds: true } });
  expect(body).toMatchObject({ ...off, ...diverged, mirror_trigger_builds: true });
  const free = await startPlatform({ seed: "none", tier: "free" });
  const one = await free.call("GET", `/projects/${await makeProject(free, "web")}`);
  expect(one.body).not.toHaveProperty("mirror_user_id");
});

test("on real servers mirror keys show only while the mirror is on, and some keys are never returned", async () => {
  const platform = await startPlatform({ seed: "none", dialect: "vendor" });
  const web = await makeProject(platform, "web", { show_default_award_emojis: false });
  const put = async (json: unknown): Promise<unknown> => (await platform.call("PUT", `/projects/${web}`, { json })).body;
  const off = await put({ only_mirror_protected_branches: true, fallback_approvals_required: 1 });
  for (const name of [
    "only_mirror_protected_branches",
    "mirror_user_id",
    "fallback_approvals_required",
    "show_default_award_emojis",
  ])
    expect(off).not.toHaveProperty(name);
  expect(await put({ mirror: true })).toMatchObject({ only_mirror_protected_branches: true, mirror_user_id: 1 });
});

test("merge trains run only on merged results", async () => {
  const platform = await startPlatform({ seed: "none" });
  const web = await makeProject(platform, "web");
  const put = async (json: unknown): Promise<unknown> => (await platform.call("PUT", `/projects/${web}`, { json })).body;
  expect(await put({ merge_trains_enabled: true })).toMatchObject({ merge_trains_enabled: false });
  expect(await put({ merge_pipelines_enabled: true })).toMatchObject({ merge_trains_enabled: true });
});

test("attributes of later releases are unknown before them, and gone ones after", async () => {
  const older = await startPlatform({ seed: "none", serverVersion: "15.4.0" });
  const { body } = await older.call("PUT", `/projects/${await makeProject(older, "web")}`, {
    json: { max_artifacts_size: 5, operations_access_level: "disabled", ci_default_git_depth: null },
  });
  expect(body).toMatchObject({ operations_access_level: "disabled", ci_default_git_depth: null });
  expect(body).not.toHaveProperty("max_artifacts_size");
  expect(body).not.toHaveProperty("show_diff_preview_in_email");
  const newer = await startPlatform({ seed: "none", serverVersion: "17.10.0" });
  const { body: later } = await newer.call("PUT", `/projects/${await makeProject(newer, "web")}`, {
    json: {
      max_artifacts_size: 5,
      operations_access_level: "disabled",
      emails_enabled: false,
      show_diff_preview_in_email: false,
    },
  });
  expect(later).toMatchObject({
    max_artifacts_size: 5,
    emails_disabled: true,
    emails_enabled: false,
    show_diff_preview_in_email: false,
  });
  expect(later).not.toHaveProperty("operations_access_level");
});

test("without a licence, projects show no mark for deletion on real servers", async () => {
  const read = async (dialect: "neutral" | "vendor"): Promise<unknown> => {
    const platform = await startPlatform({ seed: "none", tier: "free", dialect });
    return (await platform.call("GET", `/projects/${await makeProject(platform, "web")}`)).body;
  };
  expect(await read("neutral")).toMatchObject({ marked_for_deletion_on: null, marked_for_deletion_at: null });
  expect(await read("vendor")).not.toHaveProperty("marked_for_deletion_on");
});
