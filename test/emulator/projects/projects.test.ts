import { expect, test } from "vitest";
import { each, idOf, makeGroup, makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";

test("a project is created, read by id and path, changed and deleted", async () => {
  const platform = await startPlatform({ seed: "none" });
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
  expect(platform.work()).toBe(1);
  expect((await platform.call("GET", `/projects/${idOf(made)}`)).status).toBe(404);
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
  const platform = await startPlatform({ seed: "none" });
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
  platform.work();
  expect((await branch(web, "main")).body).toMatchObject({ protected: true });
  await platform.call("PUT", "/application/settings", { json: { default_branch_name: "trunk", default_branch_protection: 0 } });
  const open = await makeProject(platform, "open", { namespace_id: acme, initialize_with_readme: true });
  const named = await makeProject(platform, "named", { initialize_with_readme: true, default_branch: "develop" });
  await platform.call("PUT", `/groups/${acme}`, { json: { default_branch_protection: 1 } });
  const guarded = await makeProject(platform, "guarded", { namespace_id: acme, initialize_with_readme: true });
  platform.work();
  expect((await branch(guarded, "trunk")).body).toMatchObject({ protected: true });
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

// gitlabform issue 366: PUT default_branch of a project without commits answers 400 with this text; app/services/projects/update_service.rb asks for it before anything is saved.
test("on real servers a default branch that is not there is refused, in an empty repository too", async () => {
  const platform = await startPlatform({ seed: "none", dialect: "vendor", serverVersion: "19.0.0" });
  const text = "Could not change HEAD: branch 'master' does not exist";
  const [empty, web] = [
    await makeProject(platform, "empty", {}),
    await makeProject(platform, "web", { initialize_with_readme: true }),
  ];
  for (const id of [empty, web]) {
    const refused = await platform.call("PUT", `/projects/${id}`, { json: { default_branch: "master", description: "new" } });
    expect(refused).toMatchObject({ status: 400, body: { message: { base: [text] } } });
    expect((await platform.call("GET", `/projects/${id}`)).body).not.toMatchObject({ description: "new" });
  }
  // The name of the branch that the first commit makes is no change.
  expect((await platform.call("PUT", `/projects/${empty}`, { json: { default_branch: "main" } })).status).toBe(200);
});

test("an import is scheduled, started and finished, or fails", async () => {
  const platform = await startPlatform({ seed: "none" });
  const read = async (id: number): Promise<unknown> => (await platform.call("GET", `/projects/${id}`)).body;
  const made = await platform.call("POST", "/projects", {
    json: { path: "web", import_url: "https://user:secret@git.example.com/web.git" },
  });
  expect(made.body).toMatchObject({
    import_status: "scheduled",
    import_url: "https://git.example.com/web.git",
    empty_repo: true,
  });
  platform.work();
  expect(await read(idOf(made))).toMatchObject({ import_status: "started", empty_repo: true });
  platform.work();
  expect(await read(idOf(made))).toMatchObject({ import_status: "finished", default_branch: "main", empty_repo: false });
  const failing = await makeProject(platform, "no", { import_url: "https://host.invalid/x.git" });
  const template = await makeProject(platform, "rails", { template_name: "rails" });
  platform.work();
  platform.work();
  expect(await read(failing)).toMatchObject({ import_status: "failed", import_error: expect.stringContaining("host.invalid") });
  expect(await read(template)).toMatchObject({ import_status: "finished" });
  expect((await platform.call("POST", "/projects", { json: { path: "x", import_url: "ftp://x/y" } })).status).toBe(422);
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

test("a project's avatar is read at a route of its own on real servers since 16.9", async () => {
  for (const [serverVersion, status, served] of [
    ["16.9.0", 200, "a picture"],
    ["16.8.0", 404, { error: "404 Not Found" }],
  ] as const) {
    const platform = await startPlatform({ seed: "none", dialect: "vendor", serverVersion });
    const body = new FormData();
    body.set("path", "web");
    body.set("avatar", new File(["a picture"], "a.png"));
    await platform.call("POST", "/projects", { body });
    expect(await platform.call("GET", "/projects/1/avatar")).toMatchObject({ status, body: served });
  }
});
