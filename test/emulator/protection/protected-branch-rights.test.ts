import { expect, test } from "vitest";
import { each } from "../answers.js";
import { MR, startTeam } from "../team.js";
import { OF_PROJECT, type Rule, type Workshop, change, protect, startWorkshop, who } from "./protected-branches.js";

/** Which of these users may push to a branch of `team/app`. */
async function pushers(team: Workshop, branch: string): Promise<string[]> {
  const may = async (name: string): Promise<string[]> => {
    const token = `token-of-${name}`;
    const { body } = await team.call("GET", `/projects/team%2Fapp/repository/branches/${branch}`, { token });
    return (body as { can_push?: boolean }).can_push === true ? [name] : [];
  };
  return (await Promise.all(["alice", "bob", "carol", "erin", "fred"].map(may))).flat();
}

test("who is named pushes, and Developers of a group that is named; a push takes a Developer, and of two rules the looser counts", async () => {
  const team = await startWorkshop();
  const { bob, carol } = team.users;
  expect(await pushers(team, "main")).toEqual(["alice", "bob", "erin"]);
  await protect(team, { name: "main", allowed_to_push: [{ user_id: bob }, { user_id: carol }] });
  expect(await pushers(team, "main")).toEqual(["bob"]);
  await protect(team, { name: "m*", allowed_to_push: [{ group_id: team.groups.partner }] });
  expect(await pushers(team, "main")).toEqual(["bob", "erin"]);
  await protect(team, { name: "next", push_access_level: 0 });
  expect(await pushers(team, "next")).toEqual([]);
  await protect(team, { name: "ne*", push_access_level: 30, merge_access_level: 40 });
  expect(await pushers(team, "next")).toEqual(["alice", "bob", "erin"]);
  expect((await team.call("GET", "/projects/team%2Fapp/repository/branches/next")).body).toMatchObject({
    protected: true,
    developers_can_push: true,
    developers_can_merge: false,
    can_push: true,
  });
});

test("who is named merges, whatever the role, and Developers of a group that is named", async () => {
  const seed = { groups: [{ full_path: "guild", members: { dave: 30 } }], projects: [] };
  const team = await startTeam({ seed });
  const path = "/projects/team%2Fapp/protected_branches/main";
  const idOf = async (url: string) => ((await team.call("GET", url)).body as { id: number }[])[0]?.id;
  const carol = await idOf("/users?username=carol");
  const guild = await idOf("/groups?search=guild");
  expect((await team.call("POST", "/projects/team%2Fapp/share", { json: { group_id: guild, group_access: 30 } })).status).toBe(
    201,
  );
  const status = async (iid: number, as: string) => (await team.on("PUT", `${iid}/merge`, { as })).status;
  expect([await status(MR.clean, "carol"), await status(MR.ahead, "dave")]).toEqual([401, 401]);
  const named = [{ user_id: carol }, { group_id: guild }];
  // Before 15.6 there is no update: the branch is protected anew.
  expect((await team.call("DELETE", path)).status).toBe(204);
  await protect(team, { name: "main", push_access_level: 0, allowed_to_merge: named });
  expect([await status(MR.clean, "alice"), await status(MR.clean, "bob")]).toEqual([401, 401]);
  expect([await status(MR.clean, "carol"), await status(MR.ahead, "dave")]).toEqual([200, 200]);
});

test("who may not unprotect a branch does not protect it so, change it or take the protection off; administrators may", async () => {
  const team = await startWorkshop();
  const as = (name: string, method: string, path: string, json?: unknown) =>
    team.call(method, path, { token: `token-of-${name}`, ...(json === undefined ? {} : { json }) });
  const own = `${OF_PROJECT}/main`;
  const forOwner = { name: "main", allowed_to_unprotect: [{ user_id: team.users.olga }] };
  const refused = { status: 403, body: { message: "403 Forbidden" } };
  expect(await as("alice", "POST", OF_PROJECT, forOwner)).toMatchObject(refused);
  expect(await as("alice", "POST", OF_PROJECT, { name: "main", unprotect_access_level: 60 })).toMatchObject(refused);
  expect((await as("olga", "POST", OF_PROJECT, forOwner)).status).toBe(201);
  expect(await as("alice", "PATCH", own, { allow_force_push: true })).toMatchObject(refused);
  expect(await as("alice", "DELETE", own)).toMatchObject(refused);
  expect((await as("olga", "PATCH", own, { allowed_to_unprotect: [{ user_id: team.users.bob }] })).status).toBe(200);
  // Being named is not enough: protected branches are for Maintainers.
  expect(await as("bob", "DELETE", own)).toMatchObject(refused);
  expect((await as("olga", "DELETE", own)).status).toBe(204);
  const {
    unprotect_access_levels: [entry],
  } = await protect(team, { name: "next", unprotect_access_level: 60 });
  expect(await as("olga", "DELETE", `${OF_PROJECT}/next`)).toMatchObject(refused);
  expect((await change(team, "next", { allowed_to_unprotect: [{ id: entry?.id, _destroy: true }] })).status).toBe(200);
  expect((await as("alice", "DELETE", `${OF_PROJECT}/next`)).status).toBe(204);
});

test("a protection is not taken off when it changed after the time that the caller knows", async () => {
  const team = await startWorkshop();
  await protect(team, { name: "main" });
  const unprotect = async (headers: Record<string, string>) =>
    (await team.call("DELETE", `${OF_PROJECT}/main`, { headers })).status;
  expect(await unprotect({ "If-Unmodified-Since": "Mon, 01 Jan 2024 00:00:00 GMT" })).toBe(412);
  expect(await unprotect({ "If-Unmodified-Since": new Date(Date.now() + 60_000).toUTCString() })).toBe(204);
});

test("who leaves a project leaves the lists of its branches, with a share also the group and who came through it", async () => {
  const team = await startWorkshop();
  const { bob, erin, alice } = team.users;
  const { partner } = team.groups;
  const named = [{ user_id: bob }, { user_id: erin }, { group_id: partner }];
  const made = await protect(team, { name: "main", allowed_to_push: named, allowed_to_merge: [{ user_id: alice }] });
  const pushes = async () => who(((await team.call("GET", `${OF_PROJECT}/main`)).body as Rule).push_access_levels);
  expect((await team.call("DELETE", `/projects/team%2Fapp/share/${partner}`)).status).toBe(204);
  expect(await pushes()).toEqual([{ user_id: bob }]);
  expect((await team.call("POST", "/projects/team%2Fapp/members", { json: { user_id: bob, access_level: 40 } })).status).toBe(
    201,
  );
  expect((await team.call("DELETE", `/groups/team/members/${bob}?skip_subresources=true`)).status).toBe(204);
  expect(await pushes()).toEqual([{ user_id: bob }]);
  expect((await team.call("DELETE", `/projects/team%2Fapp/members/${bob}`)).status).toBe(204);
  expect((await team.call("GET", `${OF_PROJECT}/main`)).body).toEqual({ ...made, push_access_levels: [] });
});

test("a group that is deleted leaves the lists, with those who came through it", async () => {
  const team = await startWorkshop({ serverVersion: "15.9.0" });
  const { erin, alice } = team.users;
  const { partner } = team.groups;
  await protect(team, { name: "main", allowed_to_merge: [{ group_id: partner }, { user_id: erin }, { user_id: alice }] });
  await team.call("PUT", "/application/settings", { json: { delayed_group_deletion: false } });
  expect((await team.call("DELETE", `/groups/${partner}`)).status).toBe(202);
  team.work();
  expect((await team.call("GET", `/groups/${partner}`)).status).toBe(404);
  const { merge_access_levels } = (await team.call("GET", `${OF_PROJECT}/main`)).body as Rule;
  expect(who(merge_access_levels)).toEqual([{ user_id: alice }]);
});

test("protected branches are listed in pages, by id, and searched in any letter case", async () => {
  const team = await startWorkshop();
  for (const name of ["main", "release/1", "Release/2", "stable"]) await protect(team, { name });
  const page = await team.call("GET", `${OF_PROJECT}?per_page=3&page=2`);
  expect([each(page, "name"), page.headers.get("X-Total")]).toEqual([["stable"], "4"]);
  expect(each(await team.call("GET", `${OF_PROJECT}?search=RELEASE`), "name")).toEqual(["release/1", "Release/2"]);
});
