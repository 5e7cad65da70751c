import { expect, test } from "vitest";
import { each, idOf, makeGroup } from "../answers.js";
import { startPlatform } from "../platform.js";

test("a group is created, read by id and path, changed and deleted", async () => {
  const platform = await startPlatform({ seed: "none", tier: "free" });
  const made = await platform.call("POST", "/groups", { json: { name: "Acme", path: "acme", visibility: "internal" } });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "Acme", full_path: "acme", full_name: "Acme", visibility: "internal", parent_id: null, shared_with_groups: [] },
  });
  const sub = await platform.call("POST", "/groups", { json: { name: "Sub", path: "sub", parent_id: idOf(made) } });
  expect(sub.body).toMatchObject({
    full_path: "acme/sub",
    full_name: "Acme / Sub",
    parent_id: idOf(made),
    visibility: "private",
  });
  expect((await platform.call("GET", "/groups/acme%2FSUB")).body).toMatchObject({ id: idOf(sub) });
  const changed = await platform.call("PUT", `/groups/${idOf(sub)}`, {
    json: { description: "New", two_factor_grace_period: 4 },
  });
  expect(changed).toMatchObject({ status: 200, body: { description: "New", two_factor_grace_period: 4 } });
  expect(await platform.call("DELETE", "/groups/acme%2Fsub")).toMatchObject({ status: 202, body: { message: "202 Accepted" } });
  expect((await platform.call("GET", "/groups/acme%2Fsub")).status).toBe(200);
  const again = await platform.call("POST", "/groups", { json: { name: "Sub", path: "sub", parent_id: idOf(made) } });
  expect(again.status).toBe(400);
  platform.work();
  expect((await platform.call("GET", "/groups/acme%2Fsub")).status).toBe(404);
});

test("a group that cannot be saved answers with one text on create and with attributes on update", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme", { visibility: "internal" });
  const create = (json: unknown): Promise<unknown> => platform.call("POST", "/groups", { json });
  expect(await create({ path: "x" })).toMatchObject({ status: 400, body: { error: "name is missing" } });
  expect(await create({ name: "other", path: "ACME" })).toMatchObject({
    status: 400,
    body: { message: 'Failed to save group {:path=>["has already been taken"]}' },
  });
  expect(await create({ name: "Acme", path: "acme2" })).toMatchObject({
    body: { message: 'Failed to save group {:name=>["has already been taken"]}' },
  });
  expect(await create({ name: "x", path: "root" })).toMatchObject({ status: 400 });
  for (const path of ["-a", "a.git", "a.atom", "a.", "a b", "x"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await create({ name: path, path }), path).toMatchObject({ status: 400 });
  }
  expect(await create({ name: "p", path: "pub", parent_id: acme, visibility: "public" })).toMatchObject({
    status: 400,
    body: {
      message:
        'Failed to save group {:visibility_level=>["public is not allowed since the parent group has a internal visibility."]}',
    },
  });
  expect(await create({ name: "p", path: "pub", parent_id: 999 })).toMatchObject({
    status: 404,
    body: { message: "404 Group Not Found" },
  });
  expect(await platform.call("PUT", `/groups/${acme}`, { json: { path: "-x" } })).toMatchObject({
    status: 400,
    body: { message: { path: [expect.stringContaining("can contain only")] } },
  });
});

test("group keys of a higher tier are dropped, update keys are ignored on create, and minutes are the administrators'", async () => {
  const free = await startPlatform({ seed: "none", tier: "free" });
  const id = await makeGroup(free, "acme", { membership_lock: true, shared_runners_setting: "disabled_and_unoverridable" });
  const made = await free.call("GET", `/groups/${id}`);
  expect(made.body).not.toHaveProperty("membership_lock");
  expect(made.body).toMatchObject({ shared_runners_setting: "enabled" });
  const licensed = await startPlatform({ seed: "default" });
  const sent = { json: { membership_lock: true, shared_runners_minutes_limit: 5 }, token: "token-of-alice" };
  expect(await licensed.call("PUT", "/groups/acme-labs", sent)).toMatchObject({ status: 403 });
  expect(await licensed.call("PUT", "/groups/acme-labs", { json: sent.json })).toMatchObject({
    body: { membership_lock: true, shared_runners_minutes_limit: 5 },
  });
});

test("the default visibility of groups is the instance's, and restricted levels are refused to users", async () => {
  const platform = await startPlatform();
  await platform.call("PUT", "/application/settings", {
    json: { default_group_visibility: "internal", restricted_visibility_levels: ["public"] },
  });
  const json = { name: "One", path: "one" };
  const token = "token-of-alice";
  expect(await platform.call("POST", "/groups", { json, token })).toMatchObject({ body: { visibility: "internal" } });
  const open = { json: { name: "Two", path: "two", visibility: "public" }, token };
  expect(await platform.call("POST", "/groups", open)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("public has been restricted") },
  });
  expect(await platform.call("POST", "/groups", { json: open.json })).toMatchObject({ status: 201 });
});

test("group details embed at most 100 projects, and with_projects=false gives the short form", async () => {
  const projects = Array.from({ length: 103 }, (_, place) => ({ path_with_namespace: `acme/p${place}` }));
  const platform = await startPlatform({ seed: { groups: [{ full_path: "acme" }], projects } });
  const details = (await platform.call("GET", "/groups/acme")).body as { projects: unknown[]; shared_projects: unknown[] };
  expect(details.projects).toHaveLength(100);
  expect(details).toHaveProperty("runners_token");
  const short = (await platform.call("GET", "/groups/acme?with_projects=false")).body;
  for (const name of [
    "projects",
    "shared_projects",
    "runners_token",
    "shared_with_groups",
    "prevent_sharing_groups_outside_hierarchy",
  ])
    expect(short).not.toHaveProperty(name);
  expect(short).toMatchObject({ full_path: "acme" });
});

test("the runners token of a group is for its owners and administrators", async () => {
  const platform = await startPlatform();
  const seen = async (token: string): Promise<boolean> => {
    const { body } = await platform.call("GET", "/groups/acme-labs", { token });
    return typeof body === "object" && body !== null && "runners_token" in body;
  };
  expect(await Promise.all([seen(platform.token), seen("token-of-alice"), seen("token-of-bob"), seen("")])).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("groups are written by those whose role allows it, and hidden from who may not see them", async () => {
  const platform = await startPlatform();
  const put = (path: string, token: string): Promise<unknown> =>
    platform.call("PUT", `/groups/${path}`, { json: { description: "x" }, token });
  expect(await put("acme-labs", "")).toMatchObject({ status: 401 });
  expect(await put("acme-labs", "token-of-bob")).toMatchObject({ status: 403 });
  expect(await put("acme-labs", "token-of-alice")).toMatchObject({ status: 200 });
  expect(await put("acme-labs%2Fmobile", "token-of-carol")).toMatchObject({
    status: 404,
    body: { message: "404 Group Not Found" },
  });
  expect((await platform.call("GET", "/groups/acme-labs%2Fplatform", { token: "" })).status).toBe(404);
  const parent = idOf(await platform.call("GET", "/groups/acme-labs"));
  const sub = (token: string, path: string): Promise<unknown> =>
    platform.call("POST", "/groups", { json: { name: path, path, parent_id: parent }, token });
  expect(await sub("token-of-dave", "one")).toMatchObject({ status: 403 });
  expect(await sub("token-of-bob", "two")).toMatchObject({ status: 201 });
  await platform.call("PUT", "/groups/acme-labs", { json: { subgroup_creation_level: "owner" } });
  expect(await sub("token-of-bob", "three")).toMatchObject({ status: 403 });
  const own = await platform.call("POST", "/groups", { json: { name: "Own", path: "own" }, token: "token-of-erin" });
  expect(own.status).toBe(201);
  expect(await put("own", "token-of-erin")).toMatchObject({ status: 200 });
});

test("a group's avatar is uploaded, served and removed", async () => {
  const platform = await startPlatform({ seed: "none" });
  const id = await makeGroup(platform, "acme");
  const body = new FormData();
  body.set("avatar", new File([new Uint8Array([1, 2, 3])], "logo.png", { type: "image/png" }));
  const sent = (await platform.call("PUT", `/groups/${id}`, { body })).body as { avatar_url: string };
  expect(sent.avatar_url).toBe(`${platform.url}/uploads/-/system/group/avatar/${id}/logo.png`);
  expect((await fetch(sent.avatar_url)).status).toBe(200);
  expect((await platform.call("PUT", `/groups/${id}`, { json: { avatar: "" } })).body).toMatchObject({ avatar_url: null });
  expect((await fetch(sent.avatar_url)).status).toBe(404);
});

test("a group's avatar is read at a route of its own on real servers, by whoever sees the group", async () => {
  const platform = await startPlatform({ seed: "none", dialect: "vendor" });
  const id = await makeGroup(platform, "acme", { visibility: "private" });
  const read = (token?: string) => platform.call("GET", `/groups/${id}/avatar`, token === undefined ? {} : { token });
  expect(await read()).toMatchObject({ status: 404, body: { message: "404 Avatar Not Found" } });
  const body = new FormData();
  body.set("avatar", new File(["a picture"], "logo.png", { type: "image/png" }));
  await platform.call("PUT", `/groups/${id}`, { body });
  expect(await read()).toMatchObject({ status: 200, body: "a picture" });
  expect((await read("")).status).toBe(404);
  const neutral = await startPlatform({ seed: "none" });
  await makeGroup(neutral, "acme");
  expect((await neutral.call("GET", "/groups/acme/avatar")).body).toEqual({ error: "404 Not Found" });
});

test("a group is shared and unshared", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const other = await makeGroup(platform, "other");
  const share = { json: { group_id: other, group_access: 30, expires_at: "2030-01-31" } };
  expect(await platform.call("POST", `/groups/${acme}/share`, share)).toMatchObject({
    status: 201,
    body: {
      shared_with_groups: [
        {
          group_id: other,
          group_name: "other",
          group_full_path: "other",
          group_access_level: 30,
          expires_at: "2030-01-31",
        },
      ],
    },
  });
  expect(await platform.call("POST", `/groups/${acme}/share`, share)).toMatchObject({ status: 409 });
  expect(await platform.call("DELETE", `/groups/${acme}/share/${other}`)).toMatchObject({ status: 204 });
  expect(await platform.call("DELETE", `/groups/${acme}/share/${other}`)).toMatchObject({ status: 404 });
  await platform.call("PUT", `/groups/${acme}`, { json: { prevent_sharing_groups_outside_hierarchy: true } });
  expect(await platform.call("POST", `/groups/${acme}/share`, share)).toMatchObject({ status: 404 });
});

test("keyset pages of groups are for anonymous callers, by name", async () => {
  const groups = ["a", "b", "c"].map((full_path) => ({ full_path, visibility: "public" }));
  const platform = await startPlatform({ seed: { groups } });
  const path = "/groups?pagination=keyset&order_by=name&sort=asc&per_page=2";
  const first = await platform.call("GET", path, { token: "" });
  expect(each(first, "path")).toEqual(["a", "b"]);
  const next = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await platform.call("GET", next, { token: "" });
  expect(each(second, "path")).toEqual(["c"]);
  expect(second.headers.get("link")).toBeNull();
  expect((await platform.call("GET", path)).status).toBe(405);
  expect((await platform.call("GET", "/groups?pagination=keyset&order_by=path", { token: "" })).status).toBe(405);
});
