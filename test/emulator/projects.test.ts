import { expect, test } from "vitest";

import { each, idOf, makeGroup, makeProject, until } from "./answers.js";
import { startPlatform } from "./platform.js";

test("a project is created, read by id and path, changed and deleted", async () => {
  const platform = await startPlatform({ seed: "none", workerDelay: 400 });
  const acme = await makeGroup(platform, "acme");
  const made = await platform.call("POST", "/projects", { json: { name: "Web Site", namespace_id: acme } });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: "Web Site",
      path: "web-site",
      path_with_namespace: "acme/web-site",
      name_with_namespace: "acme / Web Site",
      visibility: "private",
      empty_repo: true,
      default_branch: null,
      import_status: "none",
      merge_method: "merge",
      namespace: { id: acme, kind: "group", full_path: "acme" },
    },
  });
  expect((await platform.call("GET", "/projects/ACME%2Fweb-site")).body).toMatchObject({ id: idOf(made) });
  const changed = await platform.call("PUT", `/projects/${idOf(made)}`, { json: { merge_method: "ff", build_timeout: 60 } });
  expect(changed).toMatchObject({ status: 200, body: { merge_method: "ff", build_timeout: 60 } });
  expect(await platform.call("DELETE", `/projects/${idOf(made)}`)).toMatchObject({
    status: 202,
    body: { message: "202 Accepted" },
  });
  expect((await platform.call("GET", `/projects/${idOf(made)}`)).status).toBe(200);
  expect((await platform.call("POST", "/projects", { json: { path: "web-site", namespace_id: acme } })).status).toBe(400);
  await until(
    () => platform.call("GET", `/projects/${idOf(made)}`),
    ({ status }) => status === 404,
  );
});

test("a project needs a name or a path, and both must be free and well formed", async () => {
  const platform = await startPlatform({ seed: "none" });
  const create = (json: unknown): Promise<unknown> => platform.call("POST", "/projects", { json });
  expect(await create({ description: "x" })).toMatchObject({
    status: 400,
    body: { error: "name, path are missing, at least one parameter must be provided" },
  });
  expect(await create({ path: "web" })).toMatchObject({ body: { name: "web", namespace: { kind: "user" } } });
  expect(await create({ name: "WEB" })).toMatchObject({
    status: 400,
    body: { message: { name: ["has already been taken"], path: ["has already been taken"] } },
  });
  for (const json of [
    { path: "-web" },
    { path: "a.git" },
    { name: " " },
    { name: "!x", path: "x" },
    { name: "x".repeat(256), path: "x" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await create(json), JSON.stringify(json)).toMatchObject({ status: 400 });
  }
  expect(await create({ path: "x", namespace_id: 999 })).toMatchObject({
    status: 400,
    body: { message: { namespace: ["is not valid"] } },
  });
  const put = await platform.call("PUT", "/projects/root%2Fweb", { json: {} });
  expect(put).toMatchObject({ status: 400, body: { error: expect.stringContaining("at least one parameter must be provided") } });
});

test("a project is no more open than its group, and by default as the instance says", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme", { visibility: "internal" });
  const create = (json: Record<string, unknown>): Promise<unknown> =>
    platform.call("POST", "/projects", { json: { ...json, namespace_id: acme } });
  expect(await create({ path: "a", visibility: "public" })).toMatchObject({
    status: 400,
    body: { message: { visibility_level: ["public is not allowed in a internal group."] } },
  });
  await platform.call("PUT", "/application/settings", { json: { default_project_visibility: "internal" } });
  expect(await create({ path: "b" })).toMatchObject({ body: { visibility: "internal" } });
});

test("initialize_with_readme makes the default branch, which is protected a moment later", async () => {
  const platform = await startPlatform({ seed: "none", workerDelay: 1000 });
  const acme = await makeGroup(platform, "acme");
  const web = await makeProject(platform, "web", { namespace_id: acme, initialize_with_readme: true });
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({
    empty_repo: false,
    default_branch: "main",
    readme_url: expect.stringMatching(/README/),
  });
  const branch = (id: number, name: string): ReturnType<typeof platform.call> =>
    platform.call("GET", `/projects/${id}/repository/branches/${name}`);
  expect((await branch(web, "main")).body).toMatchObject({ name: "main", default: true, protected: false });
  await until(
    () => branch(web, "main"),
    ({ body }) => (body as { protected: boolean }).protected,
  );
  await platform.call("PUT", "/application/settings", { json: { default_branch_name: "trunk", default_branch_protection: 0 } });
  const open = await makeProject(platform, "open", { namespace_id: acme, initialize_with_readme: true });
  const named = await makeProject(platform, "named", { initialize_with_readme: true, default_branch: "develop" });
  await platform.call("PUT", `/groups/${acme}`, { json: { default_branch_protection: 1 } });
  const guarded = await makeProject(platform, "guarded", { namespace_id: acme, initialize_with_readme: true });
  await until(
    () => branch(guarded, "trunk"),
    ({ body }) => (body as { protected: boolean }).protected,
  );
  expect((await branch(open, "trunk")).body).toMatchObject({ default: true });
  expect((await branch(named, "develop")).body).toMatchObject({ default: true, protected: false });
});

test("the default branch is ignored without a repository and refused when the branch is missing", async () => {
  const platform = await startPlatform({ seed: "none" });
  const empty = await makeProject(platform, "empty", { default_branch: "main" });
  expect(await platform.call("PUT", `/projects/${empty}`, { json: { default_branch: "main" } })).toMatchObject({
    status: 200,
    body: { default_branch: null },
  });
  const web = await makeProject(platform, "web", { initialize_with_readme: true });
  expect(await platform.call("PUT", `/projects/${web}`, { json: { default_branch: "next" } })).toMatchObject({
    status: 400,
    body: { message: { base: [expect.stringContaining("'next'")] } },
  });
  const made = await platform.call("POST", `/projects/${web}/repository/branches?branch=next&ref=main`);
  expect(made).toMatchObject({ status: 201, body: { name: "next", default: false } });
  expect(await platform.call("PUT", `/projects/${web}`, { json: { default_branch: "next" } })).toMatchObject({
    body: { default_branch: "next" },
  });
  expect(each(await platform.call("GET", `/projects/${web}/repository/branches`), "name")).toEqual(["main", "next"]);
  expect((await platform.call("GET", `/projects/${web}/repository/branches/gone`)).status).toBe(404);
});

test("an import is scheduled, started and finished, or fails", async () => {
  const platform = await startPlatform({ seed: "none", workerDelay: 300 });
  const read = (id: number) => () => platform.call("GET", `/projects/${id}`);
  const has = (status: string) => (answer: { body: unknown }) =>
    (answer.body as { import_status: string }).import_status === status;
  const made = await platform.call("POST", "/projects", {
    json: { path: "web", import_url: "https://user:secret@git.example.com/web.git" },
  });
  expect(made.body).toMatchObject({
    import_status: "scheduled",
    import_url: "https://git.example.com/web.git",
    empty_repo: true,
  });
  await until(read(idOf(made)), has("started"));
  expect((await until(read(idOf(made)), has("finished"))).body).toMatchObject({ default_branch: "main", empty_repo: false });
  const failing = await makeProject(platform, "no", { import_url: "https://host.invalid/x.git" });
  expect((await until(read(failing), has("failed"))).body).toMatchObject({
    import_error: expect.stringContaining("host.invalid"),
  });
  const template = await makeProject(platform, "rails", { template_name: "rails" });
  await until(read(template), has("finished"));
  expect((await platform.call("POST", "/projects", { json: { path: "x", import_url: "ftp://x/y" } })).status).toBe(422);
});

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

test("mirror keys show only while the mirror is on, and some keys are never returned", async () => {
  const platform = await startPlatform({ seed: "none" });
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
  const newer = await startPlatform({ seed: "none", serverVersion: "17.1.0" });
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

test("an archived project is read-only until it is unarchived", async () => {
  const platform = await startPlatform({ seed: "none" });
  const web = await makeProject(platform, "web");
  const archive = (verb: string): Promise<unknown> => platform.call("POST", `/projects/${web}/${verb}`);
  expect(await archive("archive")).toMatchObject({ status: 201, body: { archived: true } });
  expect(await archive("archive")).toMatchObject({ status: 201, body: { archived: true } });
  expect((await platform.call("PUT", `/projects/${web}`, { json: { description: "x" } })).status).toBe(403);
  expect(await archive("unarchive")).toMatchObject({ status: 201, body: { archived: false } });
  expect((await platform.call("PUT", `/projects/${web}`, { json: { description: "x" } })).status).toBe(200);
});

test("a project is shared and unshared", async () => {
  const platform = await startPlatform({ seed: "none" });
  const web = await makeProject(platform, "web");
  const group_id = await makeGroup(platform, "acme");
  const share = { json: { group_id, group_access: 30, expires_at: "2030-01-31" } };
  const made = await platform.call("POST", `/projects/${web}/share`, share);
  expect(made).toMatchObject({ status: 201, body: { project_id: web, group_id, group_access: 30, expires_at: "2030-01-31" } });
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({
    shared_with_groups: [{ group_id, group_full_path: "acme", group_access_level: 30 }],
  });
  expect((await platform.call("POST", `/projects/${web}/share`, share)).status).toBe(409);
  expect((await platform.call("POST", `/projects/${web}/share`, { json: { group_id: 99, group_access: 30 } })).status).toBe(404);
  expect((await platform.call("POST", `/projects/${web}/share`, { json: { group_id, group_access: 7 } })).status).toBe(400);
  expect((await platform.call("DELETE", `/projects/${web}/share/${group_id}`)).status).toBe(204);
  expect((await platform.call("DELETE", `/projects/${web}/share/${group_id}`)).status).toBe(404);
});

test("what only some may read of a project is shown to nobody else", async () => {
  const platform = await startPlatform();
  const read = async (token: string): Promise<unknown> =>
    (await platform.call("GET", "/projects/acme-labs%2Fplatform%2Fapi", { token })).body;
  const [root, bob, carol] = [await read(platform.token), await read("token-of-bob"), await read("token-of-carol")];
  expect(root).toHaveProperty("repository_storage", "default");
  expect(bob).not.toHaveProperty("repository_storage");
  expect(bob).toMatchObject({
    build_git_strategy: "fetch",
    permissions: { project_access: null, group_access: { access_level: 50 } },
  });
  for (const name of ["build_git_strategy", "runners_token", "import_url"]) expect(carol).not.toHaveProperty(name);
  expect(carol).toMatchObject({ permissions: { group_access: { access_level: 30 } } });
  const anonymous = (await platform.call("GET", "/projects/acme-labs%2Fwebsite", { token: "" })).body;
  expect(anonymous).toMatchObject({ name: "Website", topics: ["typescript"] });
  for (const name of ["visibility", "permissions", "archived", "merge_method"]) expect(anonymous).not.toHaveProperty(name);
});

test("projects are written by those whose role allows it, and private ones are hidden", async () => {
  const platform = await startPlatform();
  const put = (path: string, token: string, json: unknown): Promise<unknown> =>
    platform.call("PUT", `/projects/${encodeURIComponent(path)}`, { json, token });
  expect(await put("acme-labs/website", "", { description: "x" })).toMatchObject({ status: 401 });
  expect(await put("acme-labs/website", "token-of-dave", { description: "x" })).toMatchObject({ status: 403 });
  expect(await put("acme-labs/website", "token-of-bob", { description: "x" })).toMatchObject({ status: 200 });
  expect(await put("acme-labs/website", "token-of-bob", { visibility: "private" })).toMatchObject({ status: 403 });
  expect(await put("acme-labs/website", "token-of-bob", { emails_disabled: true, repository_storage: "x" })).toMatchObject({
    status: 200,
    body: { emails_disabled: false },
  });
  expect(await put("acme-labs/website", "token-of-alice", { visibility: "private" })).toMatchObject({ status: 200 });
  expect(await put("acme-labs/mobile/app", "token-of-carol", { description: "x" })).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
  expect((await platform.call("GET", "/projects/acme-labs%2Fhandbook", { token: "" })).status).toBe(404);
  expect((await platform.call("GET", "/projects/acme-labs%2Fhandbook", { token: "token-of-erin" })).status).toBe(200);
});

test("who may create projects is the group's project_creation_level, else the instance's default", async () => {
  const platform = await startPlatform();
  const namespace_id = idOf(await platform.call("GET", "/groups/acme-labs%2Fplatform"));
  const create = async (path: string, token: string): Promise<number> =>
    (await platform.call("POST", "/projects", { json: { path, namespace_id }, token })).status;
  expect(await create("one", "token-of-carol")).toBe(201);
  await platform.call("PUT", "/application/settings", { json: { default_project_creation: 1 } });
  expect(await create("two", "token-of-carol")).toBe(400);
  expect(await create("two", "token-of-bob")).toBe(201);
  await platform.call("PUT", "/groups/acme-labs%2Fplatform", { json: { project_creation_level: "noone" } });
  expect(await create("three", "token-of-bob")).toBe(400);
  expect(await create("three", platform.token)).toBe(201);
  expect((await platform.call("GET", "/projects/acme-labs%2Fplatform%2Fone", { token: "token-of-carol" })).body).toMatchObject({
    permissions: { project_access: { access_level: 40 } },
  });
});

test("a user's own namespace is full at default_projects_limit", async () => {
  const platform = await startPlatform({ seed: { users: [{ username: "alice" }] } });
  await platform.call("PUT", "/application/settings", { json: { default_projects_limit: 1 } });
  const create = (path: string): Promise<unknown> =>
    platform.call("POST", "/projects", { json: { path }, token: "token-of-alice" });
  expect(await create("one")).toMatchObject({ status: 201, body: { owner: { username: "alice" } } });
  expect(await create("two")).toMatchObject({ status: 403, body: { error: [expect.stringContaining("limit is 1")] } });
});

test("a project's avatar is uploaded with other attributes, and removed by a blank", async () => {
  const platform = await startPlatform({ seed: "none" });
  const body = new FormData();
  body.set("path", "web");
  body.set("merge_method", "ff");
  body.set("avatar", new File([new Uint8Array([1])], "a.png"));
  const made = await platform.call("POST", "/projects", { body });
  expect(made.body).toMatchObject({ merge_method: "ff", avatar_url: expect.stringMatching(/project\/avatar\/1\/a\.png$/) });
  expect((await platform.call("PUT", "/projects/1", { json: { avatar: "" } })).body).toMatchObject({ avatar_url: null });
  const text = new FormData();
  text.set("avatar", new File([new Uint8Array([1])], "a.txt"));
  expect((await platform.call("PUT", "/projects/1", { body: text })).status).toBe(400);
});

test("a namespace is found by id and path by those who may see it", async () => {
  const platform = await startPlatform();
  const read = (id: string, token = platform.token): Promise<unknown> => platform.call("GET", `/namespaces/${id}`, { token });
  expect(await read("acme-labs%2Fplatform")).toMatchObject({
    status: 200,
    body: { kind: "group", full_path: "acme-labs/platform" },
  });
  expect(await read("alice", "token-of-alice")).toMatchObject({ body: { kind: "user", path: "alice" } });
  expect(await read("alice", "token-of-bob")).toMatchObject({ status: 404 });
  expect(await read("acme-labs%2Fmobile", "token-of-carol")).toMatchObject({ status: 404 });
});

test("without a licence, projects show no mark for deletion on real servers", async () => {
  const read = async (dialect: "neutral" | "vendor"): Promise<unknown> => {
    const platform = await startPlatform({ seed: "none", tier: "free", dialect });
    return (await platform.call("GET", `/projects/${await makeProject(platform, "web")}`)).body;
  };
  expect(await read("neutral")).toMatchObject({ marked_for_deletion_on: null, marked_for_deletion_at: null });
  expect(await read("vendor")).not.toHaveProperty("marked_for_deletion_on");
});
