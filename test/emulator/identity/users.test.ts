import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const start = (): Promise<Platform> => startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed: "none" });
const draft = (username: string, more: Body = {}): Body => ({
  username,
  name: username,
  email: `${username}@example.org`,
  password: "E4596f8be406Bc3a14a4ccdb1df80587",
  ...more,
});

async function make(platform: Platform, username: string, more: Body = {}): Promise<Body & { id: number }> {
  const answer = await platform.call("POST", "/users", { json: draft(username, more) });
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ username })]);
  return answer.body as Body & { id: number };
}

test("an administrator makes, changes, finds and removes users; others see what is for all", async () => {
  const platform = await start();
  const ada = await make(platform, "ada", { bio: "Numbers", external: true, provider: "saml", extern_uid: "a-1" });
  expect(ada).toMatchObject({
    bio: "Numbers",
    external: true,
    state: "active",
    is_admin: false,
    locked: false,
    projects_limit: 100_000,
    identities: [{ provider: "saml", extern_uid: "a-1", saml_provider_id: null }],
  });
  const list = async (query: string): Promise<unknown[]> => {
    const { body } = await platform.call("GET", `/users?${query}`);
    return (body as Body[]).map(({ username }) => username);
  };
  expect(await list("external=true")).toEqual(["ada"]);
  expect(await list("search=ADA@example.org")).toEqual(["ada"]);
  expect(await list("provider=saml&extern_uid=a-1")).toEqual(["ada"]);
  expect(await list("admins=true")).toEqual(["root"]);
  expect(await list("order_by=username&sort=asc")).toEqual(["ada", "root"]);
  expect((await platform.call("GET", "/users?provider=saml")).status).toBe(400);
  const changed = await platform.call("PUT", `/users/${ada.id}`, { json: { name: "Ada L", note: "first", admin: true } });
  expect(changed.body).toMatchObject({ name: "Ada L", note: "first", is_admin: true, bio: "Numbers" });
  expect((await platform.call("DELETE", `/users/${ada.id}/identities/saml`)).status).toBe(204);
  expect((await platform.call("GET", `/users/${ada.id}`)).body).toMatchObject({ identities: [] });
  const open = await platform.call("GET", "/users?username=ADA", { token: "" });
  expect(open.body).toEqual([
    {
      id: ada.id,
      username: "ada",
      name: "Ada L",
      state: "active",
      locked: false,
      avatar_url: null,
      public_email: null,
      web_url: `${platform.url}/ada`,
    },
  ]);
  expect((await platform.call("DELETE", `/users/${ada.id}`)).status).toBe(204);
  platform.work();
  expect((await platform.call("GET", `/users/${ada.id}`)).status).toBe(404);
});

test("an address or name is had once, and passwords have rules", async () => {
  const platform = await start();
  await make(platform, "bob");
  const refused = async (json: Body): Promise<unknown[]> => {
    const { status, body } = await platform.call("POST", "/users", { json });
    return [status, body];
  };
  expect(await refused(draft("other", { email: "BOB@example.org" }))).toEqual([409, { message: "Email has already been taken" }]);
  expect(await refused(draft("Bob", { email: "b2@example.org" }))).toEqual([409, { message: "Username has already been taken" }]);
  const short = { message: { password: ["is too short (minimum is 8 characters)"] } };
  expect(await refused(draft("carl", { password: "aZ3$" }))).toEqual([400, short]);
  const weak = { message: { password: ["must not contain commonly used combinations of words and letters"] } };
  expect(await refused(draft("charlie", { password: "Xcharlie123" }))).toEqual([400, weak]);
  const { password: _, ...none } = draft("dan");
  expect(await refused(none)).toEqual([
    400,
    { error: "password, reset_password, force_random_password are missing, at least one parameter must be provided" },
  ]);
  expect((await refused({ ...none, force_random_password: true }))[0]).toBe(201);
  const token = (await platform.call("GET", "/user", { token: "nobody" })).status;
  expect(token).toBe(401);
});

test("a user is blocked, banned, deactivated and let in again, each only from the state that it is for", async () => {
  const platform = await start();
  const { id } = await make(platform, "eve");
  const act = async (what: string): Promise<[number, unknown]> => {
    const { status, body } = await platform.call("POST", `/users/${id}/${what}`);
    return [status, body];
  };
  const state = async (): Promise<unknown> => ((await platform.call("GET", `/users/${id}`)).body as Body)["state"];
  expect([await act("block"), await state(), await act("block")]).toEqual([[201, true], "blocked", [201, null]]);
  expect([await act("activate"), await act("deactivate")].map(([status]) => status)).toEqual([403, 403]);
  expect([await act("unblock"), await state(), await act("unblock")]).toEqual([[201, true], "active", [201, false]]);
  expect([await act("ban"), await state(), await act("ban")]).toEqual([
    [201, true],
    "banned",
    [403, { message: "You cannot ban banned users." }],
  ]);
  expect([await act("unban"), await act("deactivate"), await state()]).toEqual([[201, true], [201, true], "deactivated"]);
  expect([await act("activate"), await state(), (await act("approve"))[0]]).toEqual([[201, true], "active", 409]);
});

test("what a user wrote is the ghost's afterwards, and goes too with hard_delete; the only owner of a group is not removed without it", async () => {
  const platform = await start();
  const { id } = await make(platform, "finn");
  const group = (await platform.call("POST", "/groups", { json: { name: "crew", path: "crew" }, headers: { sudo: "finn" } }))
    .body as Body;
  const project = (await platform.call("POST", "/projects", { json: { name: "p" } })).body as Body;
  await platform.call("POST", `/projects/${String(project["id"])}/members`, { json: { user_id: id, access_level: 30 } });
  const path = `/projects/${String(project["id"])}/issues`;
  const issue = await platform.call("POST", path, { json: { title: "mine" }, headers: { sudo: "finn" } });
  expect(issue.body).toMatchObject({ author: { username: "finn" } });
  expect([(await platform.call("DELETE", `/users/${id}`)).status, group["path"]]).toEqual([409, "crew"]);
  await platform.call("POST", `/groups/crew/members`, { json: { user_id: 1, access_level: 50 } });
  expect((await platform.call("DELETE", `/users/${id}`)).status).toBe(204);
  const author = async (): Promise<unknown> =>
    ((await platform.call("GET", `${path}/1`)).body as { author: Body }).author["username"];
  platform.work();
  expect(await author()).toBe("ghost");
  expect((await platform.call("GET", `/projects/${String(project["id"])}/members`)).body).toHaveLength(1);
});
