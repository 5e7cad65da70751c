import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Thing, type Vendor, startVendor } from "../config-platform.js";
import { publicKey } from "../public-key.js";

let vendor: Vendor;
let community: Vendor;

beforeAll(async () => {
  [vendor, community] = await Promise.all([startVendor({ tier: "ultimate" }), startVendor({ tier: "free" })]);
});
afterAll(() => Promise.all([vendor.close(), community.close()]));

const code = async (method: string, path: string, json?: unknown, token?: string): Promise<number> =>
  (await vendor.status(method, path, json, token))[0];
const read = async (path: string): Promise<Thing> => (await vendor.status("GET", path))[1] as Thing;

/** Somebody who is a member with a level: the token and the user. */
async function somebody(at: string, level: number): Promise<{ token: string; user: Thing }> {
  const token = await vendor.member(at, level);
  return { token, user: (await vendor.status("GET", "/user", undefined, token))[1] as Thing };
}

test("who makes a group is its owner, and of a project a direct member", async () => {
  const group = await vendor.group();
  const project = await vendor.project();
  const me = await read("/user");
  expect(await vendor.list(`/groups/${group.id}/members`)).toMatchObject([{ id: me.id, access_level: 50 }]);
  expect((await vendor.list(`/projects/${project.id}/members/all`)).map(({ id }) => id)).toContain(me.id);
});

test("the last owner of a group is neither removed nor demoted: 403", async () => {
  const group = await vendor.group();
  const me = await read("/user");
  const at = `/groups/${group.id}/members/${me.id}`;
  expect(await code("DELETE", at)).toBe(403);
  expect(await code("PUT", at, { access_level: 40 })).toBe(403);
});

test("a level below the inherited one is refused with 400, an equal one is taken, and so is a higher one", async () => {
  const group = await vendor.group();
  const project = await vendor.project({ namespace_id: group.id });
  const { user } = await somebody(`/groups/${group.id}`, 30);
  const add = (access_level: number) => code("POST", `/projects/${project.id}/members`, { user_id: user.id, access_level });
  expect(await add(20)).toBe(400);
  expect(await add(30)).toBe(201);
  expect(await code("PUT", `/projects/${project.id}/members/${user.id}`, { access_level: 40 })).toBe(200);
});

test("a removal from a group takes what the user is below, unless skip_subresources is sent", async () => {
  const group = await vendor.group();
  const project = await vendor.project({ namespace_id: group.id });
  const { user } = await somebody(`/groups/${group.id}`, 30);
  const direct = `/projects/${project.id}/members/${user.id}`;
  const above = `/groups/${group.id}/members`;
  await vendor.made(`/projects/${project.id}/members`, { user_id: user.id, access_level: 40 });
  expect(await code("DELETE", `${above}/${user.id}?skip_subresources=true`)).toBe(204);
  expect(await code("GET", direct)).toBe(200);
  await vendor.made(above, { user_id: user.id, access_level: 30 });
  expect(await code("DELETE", `${above}/${user.id}`)).toBe(204);
  expect(await code("GET", direct)).toBe(404);
});

test("a day in the past is refused as the end of a membership", async () => {
  const group = await vendor.group();
  const { user } = await somebody(`/groups/${group.id}`, 30);
  const sent = { access_level: 30, expires_at: "2001-01-01" };
  expect(await code("PUT", `/groups/${group.id}/members/${user.id}`, sent)).toBe(400);
});

test("a custom role goes off with a change that does not carry it, and takes its own base level alone", async () => {
  const group = await vendor.group();
  const role = await vendor.made("/member_roles", { name: "Reader", base_access_level: 20, read_code: true });
  const { user } = await somebody(`/groups/${group.id}`, 20);
  const at = `/groups/${group.id}/members/${user.id}`;
  const put = (json: Body) => vendor.status("PUT", at, json);
  expect(await put({ access_level: 20, member_role_id: role.id })).toMatchObject([200, { member_role: { id: role.id } }]);
  expect((await put({ access_level: 30, member_role_id: role.id }))[0]).toBe(400);
  await put({ access_level: 20 });
  expect((await read(at))["member_role"] ?? null).toBeNull();
});

test("blocked users are members still", async () => {
  const group = await vendor.group();
  const { user } = await somebody(`/groups/${group.id}`, 20);
  await vendor.status("POST", `/users/${user.id}/block`);
  expect(await vendor.list(`/groups/${group.id}/members`)).toContainEqual(
    expect.objectContaining({ id: user.id, state: "blocked" }),
  );
});

test("membership_lock keeps direct members out of a group's projects", async () => {
  const group = await vendor.group();
  const project = await vendor.project({ namespace_id: group.id });
  const { user } = await somebody(`/groups/${group.id}`, 20);
  await vendor.status("PUT", `/groups/${group.id}`, { membership_lock: true });
  expect(await code("POST", `/projects/${project.id}/members`, { user_id: user.id, access_level: 30 })).toBe(405);
});

test("a share is refused where its group is locked against shares", async () => {
  const [group, partner] = [await vendor.group({ share_with_group_lock: true }), await vendor.group()];
  const project = await vendor.project({ namespace_id: group.id });
  expect(await code("POST", `/projects/${project.id}/share`, { group_id: partner.id, group_access: 30 })).toBe(400);
});

const levels = (entries: unknown): unknown[] => (entries as Body[]).map(({ access_level }) => access_level);

test("a protection is written as differences: what has no id is added, what is marked goes, in one call", async () => {
  const { id } = await vendor.project();
  const { user } = await somebody(`/projects/${id}`, 40);
  const at = `/projects/${id}/protected_branches`;
  const made = await vendor.made(at, { name: "release/*", allowed_to_push: [{ access_level: 30 }] });
  const [entry] = made["push_access_levels"] as Thing[];
  const [status, changed] = await vendor.status("PATCH", `${at}/${encodeURIComponent("release/*")}`, {
    allowed_to_push: [{ id: entry?.id, _destroy: true }, { user_id: user.id }],
  });
  expect([status, changed]).toMatchObject([200, { push_access_levels: [{ user_id: user.id, access_level: 40 }] }]);
  expect((changed as Body)["push_access_levels"]).toHaveLength(1);
});

test("no one beside others is taken though it contradicts itself", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/protected_branches`;
  await vendor.made(at, { name: "main", allowed_to_push: [{ access_level: 0 }] });
  const [status, changed] = await vendor.status("PATCH", `${at}/main`, { allowed_to_push: [{ access_level: 40 }] });
  expect(status).toBe(200);
  expect(new Set(levels((changed as Body)["push_access_levels"]))).toEqual(new Set([0, 40]));
});

test("an empty list at creation means maintainers, and unprotecting knows no zero", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/protected_branches`;
  const made = await vendor.made(at, { name: "one", allowed_to_push: [] });
  expect(levels(made["push_access_levels"])).toEqual([40]);
  expect([400, 422]).toContain(await code("POST", at, { name: "two", allowed_to_unprotect: [{ access_level: 0 }] }));
});

test("users, groups and keys without access to the project are refused in a protection: 422", async () => {
  const [{ id }, group] = [await vendor.project(), await vendor.group()];
  const stranger = (await vendor.status("GET", "/user", undefined, vendor.stranger()))[1] as Thing;
  const key = await vendor.made("/deploy_keys", { title: "elsewhere", key: publicKey().text });
  const at = `/projects/${id}/protected_branches`;
  for (const entry of [{ user_id: stranger.id }, { group_id: group.id }, { deploy_key_id: key.id }])
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    expect([entry, await code("POST", at, { name: "main", allowed_to_push: [entry] })]).toEqual([entry, 422]);
});

test("a deploy key that is enabled with can_push may push to a protected branch, and no key may merge", async () => {
  const { id } = await vendor.project();
  const key = await vendor.made(`/projects/${id}/deploy_keys`, { title: "robot", key: publicKey().text, can_push: true });
  const at = `/projects/${id}/protected_branches`;
  const made = await vendor.made(at, { name: "main", allowed_to_push: [{ deploy_key_id: key.id }] });
  expect(made["push_access_levels"]).toMatchObject([{ deploy_key_id: key.id, access_level: 40 }]);
});

test("the default branch gets its protection after the first commit, and a second one is 409", async () => {
  const { id } = await vendor.project({ initialize_with_readme: true });
  const at = `/projects/${id}/protected_branches`;
  expect(await vendor.list(at)).toEqual([]);
  vendor.work();
  expect(await vendor.list(at)).toMatchObject([{ name: "main" }]);
  expect(await code("POST", at, { name: "main" })).toBe(409);
});

test("unprotecting and protecting again gives other ids, and approval rules lose the branch", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/protected_branches`;
  const before = await vendor.made(at, { name: "main" });
  const sent = { name: "Two", approvals_required: 1, protected_branch_ids: [before.id] };
  const rule = await vendor.made(`/projects/${id}/approval_rules`, sent);
  expect(rule["protected_branches"]).toHaveLength(1);
  await vendor.status("DELETE", `${at}/main`);
  const after = await vendor.made(at, { name: "main" });
  expect(after.id).not.toBe(before.id);
  expect((await read(`/projects/${id}/approval_rules/${rule.id}`))["protected_branches"]).toEqual([]);
});

test("a group's protection is seen in its projects as inherited, and is not changed there", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  await vendor.made(`/groups/${group.id}/protected_branches`, { name: "release" });
  const at = `/projects/${id}/protected_branches`;
  expect(await vendor.list(at)).toMatchObject([{ name: "release", inherited: true }]);
  expect(await code("DELETE", `${at}/release`)).toBe(404);
});

test("of two wildcards the loosest wins for push", async () => {
  const { id } = await vendor.project({ initialize_with_readme: true });
  const { token } = await somebody(`/projects/${id}`, 30);
  const at = `/projects/${id}/protected_branches`;
  await vendor.made(at, { name: "r*", push_access_level: 40 });
  await vendor.made(at, { name: "re*", push_access_level: 30 });
  const sent = { branch: "release", start_branch: "main", content: "x", commit_message: "Add" };
  expect(await code("POST", `/projects/${id}/repository/files/a`, sent, token)).toBe(201);
});

test("on Community a protection has levels alone, and a change of it does not change them", async () => {
  const { id } = await community.project();
  const at = `/projects/${id}/protected_branches`;
  const made = await community.made(at, { name: "main", push_access_level: 30, allowed_to_push: [{ access_level: 0 }] });
  expect(levels(made["push_access_levels"])).toEqual([30]);
  expect(made).not.toHaveProperty("unprotect_access_levels");
  expect(made).not.toHaveProperty("code_owner_approval_required");
  await community.status("PATCH", `${at}/main`, { allowed_to_push: [{ access_level: 40 }], allow_force_push: true });
  const [, after] = await community.status("GET", `${at}/main`);
  expect([levels((after as Body)["push_access_levels"]), (after as Body)["allow_force_push"]]).toEqual([[30], true]);
});

test("a protected tag is for maintainers where nothing is said, and is made anew to be changed", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/protected_tags`;
  const made = await vendor.made(at, { name: "v*" });
  expect(levels(made["create_access_levels"])).toEqual([40]);
  expect(await code("PUT", `${at}/v*`, { create_access_level: 30 })).toBe(405);
  const both = await vendor.made(at, { name: "w*", create_access_level: 30, allowed_to_create: [{ access_level: 40 }] });
  expect(new Set(levels(both["create_access_levels"]))).toEqual(new Set([30, 40]));
  const stranger = (await vendor.status("GET", "/user", undefined, vendor.stranger()))[1] as Thing;
  expect(await code("POST", at, { name: "x*", allowed_to_create: [{ user_id: stranger.id }] })).toBe(422);
});
