import { expect, test } from "vitest";
import { makeProject } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const API = "/projects/acme-labs%2Fplatform%2Fapi";
const words = (text: string): string[] => text.trim().split(/\s+/);

const IDENTITY =
  words(`id name name_with_namespace path path_with_namespace description default_branch created_at last_activity_at
  creator_id web_url ssh_url_to_repo http_url_to_repo readme_url avatar_url topics tag_list namespace permissions _links`);
const COUNTERS = ["forks_count", "star_count", "open_issues_count"];
const FLAGS = words(`archived empty_repo packages_enabled issues_enabled merge_requests_enabled wiki_enabled jobs_enabled
  snippets_enabled container_registry_enabled service_desk_enabled can_create_merge_request_in resolve_outdated_diff_discussions
  shared_runners_enabled lfs_enabled public_jobs request_access_enabled only_allow_merge_if_pipeline_succeeds
  only_allow_merge_if_all_discussions_are_resolved remove_source_branch_after_merge printing_merge_request_link_enabled
  autoclose_referenced_issues keep_latest_artifact restrict_user_defined_variables enforce_auth_checks_on_uploads requirements_enabled
  security_and_compliance_enabled auto_devops_enabled ci_forward_deployment_enabled ci_allow_fork_pipelines_to_run_in_parent_project
  ci_job_token_scope_enabled ci_separated_caches`);
const LEVELS = words(`issues repository merge_requests forking wiki builds snippets pages operations analytics container_registry
  security_and_compliance requirements`).map((feature) => `${feature}_access_level`);
const OTHERS = words(`visibility merge_method squash_option import_status import_error ci_default_git_depth build_timeout
  auto_cancel_pending_pipelines ci_config_path auto_devops_deploy_strategy allow_merge_on_skipped_pipeline suggestion_commit_message
  merge_commit_template squash_commit_template shared_with_groups container_registry_image_prefix container_expiration_policy
  runner_token_expiration_interval external_authorization_classification_label compliance_frameworks runners_token repository_storage
  marked_for_deletion_at marked_for_deletion_on`);
const LICENSED = ["approvals_before_merge", "mirror", "service_desk_address"];
const MIRROR = [
  "mirror_user_id",
  "mirror_trigger_builds",
  "only_mirror_protected_branches",
  "mirror_overwrites_diverged_branches",
];

async function read(platform: Platform, path: string): Promise<Body> {
  return (await platform.call("GET", path)).body as Body;
}

async function api(query = ""): Promise<Body> {
  return read(await startPlatform(), `${API}${query}`);
}

const typesOf = (body: Body, names: readonly string[]): Set<string> => new Set(names.map((name) => typeof body[name]));

test("a project says what it is called and where it lies", async () => {
  const project = await api();
  expect(Object.keys(project)).toEqual(expect.arrayContaining(IDENTITY));
  expect(project).toMatchObject({
    name_with_namespace: "Acme Labs / Platform / API",
    path_with_namespace: "acme-labs/platform/api",
    web_url: expect.stringMatching(/\/acme-labs\/platform\/api$/),
    ssh_url_to_repo: expect.stringMatching(/^git@.*:acme-labs\/platform\/api\.git$/),
    http_url_to_repo: expect.stringMatching(/\/acme-labs\/platform\/api\.git$/),
    readme_url: expect.stringMatching(/\/blob\/main\/README\.md$/),
  });
});

test("a project's namespace has its eight fields", async () => {
  const { namespace } = await api();
  expect(Object.keys(namespace as Body).sort()).toEqual(words("avatar_url full_path id kind name parent_id path web_url"));
});

test("a project of a user has an owner, one of a group has none", async () => {
  const platform = await startPlatform();
  expect(await read(platform, "/projects/alice%2Fnotes")).toMatchObject({
    owner: { username: "alice" },
    namespace: { kind: "user" },
  });
  expect(await read(platform, API)).not.toHaveProperty("owner");
});

test("permissions say the caller's access and notification level in the project and in its group", async () => {
  const { call } = await startPlatform();
  const seen = async (path: string, user: string) =>
    ((await call("GET", path, { token: `token-of-${user}` })).body as Body)["permissions"];
  const level = (access_level: number) => ({ access_level, notification_level: expect.any(Number) });
  expect(await seen("/projects/acme-labs%2Fwebsite", "dave")).toEqual({ project_access: level(30), group_access: null });
  expect(await seen("/projects/acme-labs%2Fwebsite", "alice")).toEqual({ project_access: null, group_access: level(50) });
});

test("a project links to itself and to seven of its lists", async () => {
  const { _links: links, id } = await api();
  expect(Object.keys(links as Body).sort()).toEqual(
    words("cluster_agents events issues labels members merge_requests repo_branches self"),
  );
  for (const link of Object.values(links as Body)) expect(link).toContain(`/api/v4/projects/${String(id)}`);
});

test("a project counts its forks, stars and open issues", async () => {
  const platform = await startPlatform();
  expect(typesOf(await read(platform, API), COUNTERS)).toEqual(new Set(["number"]));
  expect(await read(platform, "/projects/acme-release%2Fnotes")).toMatchObject({ forks_count: 1 });
  const { headers } = await platform.call("GET", `${API}/issues?state=opened`);
  expect(await read(platform, API)).toMatchObject({ star_count: 1, open_issues_count: Number(headers.get("X-Total")) });
});

test("a project has the documents' 31 flags", async () => {
  expect(FLAGS).toHaveLength(31);
  expect(typesOf(await api(), FLAGS)).toEqual(new Set(["boolean"]));
});

test("a project has 13 access levels, each enabled, private or disabled", async () => {
  const platform = await startPlatform();
  expect(LEVELS).toHaveLength(13);
  for (const value of ["private", "disabled", "enabled"]) {
    const json = Object.fromEntries(LEVELS.map((name) => [name, value]));
    expect((await platform.call("PUT", API, { json })).body).toMatchObject(json);
  }
  for (const name of LEVELS) {
    const { status, body } = await platform.call("PUT", API, { json: { [name]: "everybody" } });
    expect([status, body]).toEqual([400, { error: `${name} does not have a valid value` }]);
  }
});

test("a project has the documents' other fields", async () => {
  const project = await api();
  expect(Object.keys(project)).toEqual(expect.arrayContaining(OTHERS));
  expect(project).toMatchObject({
    ci_config_path: ".ci/pipeline.yml",
    compliance_frameworks: ["Internal audit"],
    squash_option: "default_on",
    auto_cancel_pending_pipelines: "enabled",
    auto_devops_deploy_strategy: "continuous",
    build_timeout: expect.any(Number),
    ci_default_git_depth: expect.any(Number),
  });
});

test("the visibility of a project is private, internal or public", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const visibility of ["private", "internal", "public"])
    expect(await read(platform, `/projects/${await makeProject(platform, visibility, { visibility })}`)).toMatchObject({
      visibility,
    });
  const refused = await platform.call("POST", "/projects", { json: { path: "x", visibility: "secret" } });
  expect([refused.status, refused.body]).toEqual([400, { error: "visibility does not have a valid value" }]);
});

test("the merge method of a project is merge, rebase_merge or ff", async () => {
  const platform = await startPlatform();
  for (const merge_method of ["rebase_merge", "ff", "merge"])
    expect((await platform.call("PUT", API, { json: { merge_method } })).body).toMatchObject({ merge_method });
  expect((await platform.call("PUT", API, { json: { merge_method: "octopus" } })).status).toBe(400);
});

test("the clean-up policy of a project has seven fields", async () => {
  const { container_expiration_policy: policy } = await api();
  expect(Object.keys(policy as Body).sort()).toEqual(
    words("cadence enabled keep_n name_regex name_regex_keep next_run_at older_than"),
  );
});

test("statistics of a project are a number of commits and nine sizes", async () => {
  expect(await api()).not.toHaveProperty("statistics");
  const { statistics } = await api("?statistics=true");
  expect(Object.keys(statistics as Body).sort()).toEqual(
    words(`commit_count job_artifacts_size lfs_objects_size packages_size pipeline_artifacts_size repository_size snippets_size
      storage_size uploads_size wiki_size`),
  );
});

test("approvals_before_merge, mirror and service_desk_address are PREMIUM", async () => {
  for (const tier of ["free", "premium"] as const) {
    const project = await read(await startPlatform({ tier }), API);
    expect([tier, LICENSED.filter((name) => name in project)]).toEqual([tier, tier === "free" ? [] : LICENSED]);
  }
});

test("a project that is a mirror says by whom and how; this is PREMIUM", async () => {
  const shown = async (tier: "free" | "premium") => {
    const project = await read(await startPlatform({ tier }), "/projects/open-source%2Ftoolkit");
    return MIRROR.filter((name) => name in project);
  };
  expect(await shown("premium")).toEqual(MIRROR);
  expect(await shown("free")).toEqual([]);
});

test("the service desk's address is there while the service desk is on", async () => {
  const platform = await startPlatform();
  const address = "contact-project+acme-labs-platform-api-3-issue-@incoming.127.0.0.1";
  expect(await read(platform, API)).toMatchObject({ service_desk_enabled: true, service_desk_address: address });
  const { body } = await platform.call("PUT", API, { json: { service_desk_enabled: false } });
  expect(body).toMatchObject({ service_desk_enabled: false, service_desk_address: null });
});
