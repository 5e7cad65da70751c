import { expect, test } from "vitest";
import { idOf, makeGroup, makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";

test("a renamed group takes everything below along, and reads by the old paths answer with the new things", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const web = await makeProject(platform, "web", { namespace_id: sub });
  expect(await platform.call("PUT", `/groups/${acme}`, { json: { path: "umbrella" } })).toMatchObject({
    status: 200,
    body: { full_path: "umbrella" },
  });
  for (const path of ["umbrella%2Fsub", "acme%2Fsub"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await platform.call("GET", `/groups/${path}`)).body).toMatchObject({ id: sub, full_path: "umbrella/sub" });
  }
  for (const path of ["umbrella%2Fsub%2Fweb", "acme%2Fsub%2Fweb"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await platform.call("GET", `/projects/${path}`)).body).toMatchObject({
      id: web,
      path_with_namespace: "umbrella/sub/web",
    });
  }
  expect((await platform.call("PUT", "/groups/acme", { json: { description: "x" } })).status).toBe(404);
  const fresh = await makeGroup(platform, "acme", { name: "New" });
  expect((await platform.call("GET", "/groups/acme")).body).toMatchObject({ id: fresh });
});

test("a group is transferred under another and to the top", async () => {
  const platform = await startPlatform({ seed: "none" });
  const [a, b] = [await makeGroup(platform, "aa"), await makeGroup(platform, "bb", { visibility: "public" })];
  const sub = await makeGroup(platform, "sub", { parent_id: b, visibility: "public" });
  const web = await makeProject(platform, "web", { namespace_id: sub, visibility: "public" });
  const move = (id: number, json: unknown): Promise<unknown> => platform.call("POST", `/groups/${id}/transfer`, { json });
  expect(await move(sub, { group_id: a })).toMatchObject({
    status: 201,
    body: { id: sub, full_path: "aa/sub", visibility: "private" },
  });
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({
    path_with_namespace: "aa/sub/web",
    visibility: "private",
  });
  expect(await move(sub, { group_id: a })).toMatchObject({ status: 400, body: { message: expect.stringContaining("already") } });
  expect(await move(a, { group_id: sub })).toMatchObject({ status: 400 });
  expect(await move(sub, {})).toMatchObject({ status: 201, body: { full_path: "sub", parent_id: null } });
  expect(await move(sub, {})).toMatchObject({ status: 400 });
  expect(await move(sub, { group_id: 999 })).toMatchObject({ status: 404 });
});

test("what is moved into a group without shared runners loses its own", async () => {
  const platform = await startPlatform({ seed: "none" });
  const closed = await makeGroup(platform, "closed");
  const json = { shared_runners_setting: "disabled_and_unoverridable" };
  expect((await platform.call("PUT", `/groups/${closed}`, { json })).status).toBe(200);
  const sub = await makeGroup(platform, "sub", { parent_id: await makeGroup(platform, "open") });
  const [inner, outer] = [await makeProject(platform, "inner", { namespace_id: sub }), await makeProject(platform, "outer")];
  expect((await platform.call("POST", `/groups/${sub}/transfer`, { json: { group_id: closed } })).body).toMatchObject(json);
  expect((await platform.call("PUT", `/projects/${outer}/transfer`, { json: { namespace: closed } })).status).toBe(200);
  for (const project of [inner, outer])
    expect((await platform.call("GET", `/projects/${project}`)).body).toMatchObject({ shared_runners_enabled: false });
});

test("a project is renamed and transferred; its id stays and its old path answers", async () => {
  const platform = await startPlatform({ seed: "none" });
  const [a, b] = [await makeGroup(platform, "aa"), await makeGroup(platform, "bb")];
  const web = await makeProject(platform, "web", { namespace_id: a });
  expect((await platform.call("PUT", `/projects/${web}`, { json: { path: "site" } })).body).toMatchObject({
    path_with_namespace: "aa/site",
    name: "web",
  });
  expect(await platform.call("PUT", `/projects/${web}/transfer`, { json: { namespace: b } })).toMatchObject({
    status: 200,
    body: { id: web, path_with_namespace: "bb/site", namespace: { id: b } },
  });
  for (const path of ["aa%2Fweb", "aa%2Fsite", "bb%2Fsite"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await platform.call("GET", `/projects/${path}`)).body).toMatchObject({ id: web });
  }
  expect(await platform.call("PUT", `/projects/${web}/transfer`, { json: { namespace: "bb" } })).toMatchObject({ status: 400 });
  expect(await platform.call("PUT", `/projects/${web}/transfer`, { json: { namespace: "nowhere" } })).toMatchObject({
    status: 404,
  });
  expect((await platform.call("POST", `/groups/${a}/projects/${web}`)).status).toBe(201);
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({ path_with_namespace: "aa/site" });
  await makeProject(platform, "site", { namespace_id: b });
  expect(await platform.call("PUT", `/projects/${web}/transfer`, { json: { namespace: "bb" } })).toMatchObject({ status: 400 });
});

test("only administrators move projects into groups, and only owners transfer them", async () => {
  const platform = await startPlatform();
  const api = idOf(await platform.call("GET", "/projects/acme-labs%2Fplatform%2Fapi"));
  expect((await platform.call("POST", `/groups/open-source/projects/${api}`, { token: "token-of-bob" })).status).toBe(403);
  const transfer = { json: { namespace: "acme-labs" }, token: "token-of-carol" };
  expect((await platform.call("PUT", `/projects/${api}/transfer`, transfer)).status).toBe(403);
  expect((await platform.call("PUT", `/projects/${api}/transfer`, { ...transfer, token: "token-of-bob" })).status).toBe(200);
});

test("with a licence a deleted group is only marked, and can be restored", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  expect((await platform.call("DELETE", `/groups/${acme}`)).status).toBe(202);
  const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  expect((await platform.call("GET", `/groups/${acme}`)).body).toMatchObject({ marked_for_deletion_on: day });
  expect((await platform.call("DELETE", `/groups/${acme}`)).status).toBe(400);
  expect(await platform.call("POST", `/groups/${acme}/restore`)).toMatchObject({
    status: 201,
    body: { marked_for_deletion_on: null },
  });
  expect((await platform.call("POST", `/groups/${acme}/restore`)).status).toBe(400);
});

test("without delayed deletion, or a licence for it, groups and projects go at once", async () => {
  const platform = await startPlatform({ seed: "none" });
  await platform.call("PUT", "/application/settings", { json: { delayed_group_deletion: false } });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const web = await makeProject(platform, "web", { namespace_id: sub });
  await platform.call("DELETE", `/groups/${acme}`);
  platform.work();
  for (const path of [`/groups/${acme}`, `/groups/${sub}`, `/projects/${web}`])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await platform.call("GET", path)).status).toBe(404);
  expect(await makeGroup(platform, "acme")).toBeGreaterThan(sub);
  const free = await startPlatform({ seed: "none", tier: "free" });
  expect((await free.call("POST", `/groups/${await makeGroup(free, "acme")}/restore`)).body).toEqual({ error: "404 Not Found" });
});

test("with delayed_project_deletion a project is archived and marked, and restored as it was", async () => {
  const platform = await startPlatform({ seed: "none" });
  await platform.call("PUT", "/application/settings", { json: { delayed_group_deletion: true, delayed_project_deletion: true } });
  const acme = await makeGroup(platform, "acme");
  const web = await makeProject(platform, "web", { namespace_id: acme });
  const own = await makeProject(platform, "own");
  expect((await platform.call("DELETE", `/projects/${web}`)).status).toBe(202);
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({
    archived: true,
    marked_for_deletion_on: expect.any(String),
    marked_for_deletion_at: expect.any(String),
  });
  expect((await platform.call("POST", "/projects", { json: { path: "web", namespace_id: acme } })).status).toBe(400);
  expect(await platform.call("POST", `/projects/${web}/restore`)).toMatchObject({
    status: 201,
    body: { archived: false, marked_for_deletion_on: null },
  });
  await platform.call("DELETE", `/projects/${own}`);
  platform.work();
  expect((await platform.call("GET", `/projects/${own}`)).status).toBe(404);
});

test("a marked group or project is removed for good only under its full path", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const remove = (id: number, query: string): Promise<unknown> =>
    platform.call("DELETE", `/groups/${id}?permanently_remove=true${query}`);
  expect(await remove(acme, "&full_path=acme")).toMatchObject({
    body: { message: "`permanently_remove` option is only available for subgroups." },
  });
  expect(await remove(sub, "&full_path=acme/sub")).toMatchObject({
    body: { message: "Group must be marked for deletion first." },
  });
  await platform.call("DELETE", `/groups/${sub}`);
  expect(await remove(sub, "&full_path=sub")).toMatchObject({ status: 400 });
  expect(await remove(sub, "&full_path=acme/sub")).toMatchObject({ status: 202 });
  platform.work();
  expect((await platform.call("GET", `/groups/${sub}`)).status).toBe(404);
});

test("a delete that comes after a change is refused when If-Unmodified-Since says so", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const headers = { "If-Unmodified-Since": "Mon, 01 Jan 2001 00:00:00 GMT" };
  expect((await platform.call("DELETE", `/groups/${acme}`, { headers })).status).toBe(412);
});
