import { expect, test } from "vitest";
import { idOf, makeGroup, makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";

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
