import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const seed = {
  users: [{ username: "ada" }, { username: "bea" }, { username: "cem" }],
  groups: [
    { full_path: "crew", visibility: "public", members: { ada: 50 } },
    { full_path: "crew/sub", visibility: "public" },
  ],
  projects: [{ path_with_namespace: "crew/web", visibility: "public" }],
};
const start = (options: Body = {}): Promise<Platform> =>
  startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed, ...options });
const [ada, bea, cem] = [2, 3, 4];

async function send(platform: Platform, method: string, path: string, json?: Body, token?: string): Promise<[number, unknown]> {
  const options = { ...(json === undefined ? {} : { json }), ...(token === undefined ? {} : { token }) };
  const { status, body } = await platform.call(method, path, options);
  return [status, body];
}

test("members are added by number or name, one or several, and show who added them", async () => {
  const platform = await start();
  const path = "/groups/crew/members";
  expect(await send(platform, "POST", path, { username: "bea", access_level: 30 }, "token-of-ada")).toEqual([
    201,
    {
      id: bea,
      username: "bea",
      name: "bea",
      state: "active",
      locked: false,
      public_email: null,
      avatar_url: null,
      web_url: `${platform.url}/bea`,
      access_level: 30,
      expires_at: null,
      created_at: expect.any(String),
      created_by: expect.objectContaining({ username: "ada" }),
      membership_state: "active",
      group_saml_identity: null,
    },
  ]);
  expect(await send(platform, "POST", path, { user_id: `${bea},${cem},99`, access_level: 20 })).toEqual([
    201,
    { status: "error", message: { bea: "Member already exists", 99: "User not found" } },
  ]);
  expect((await send(platform, "GET", path))[1]).toHaveLength(3);
  expect(await send(platform, "POST", path, { access_level: 20 })).toEqual([
    400,
    { error: "user_id, username are missing, exactly one parameter must be provided" },
  ]);
  expect(await send(platform, "POST", path, { username: "nobody", access_level: 20 })).toEqual([
    404,
    { message: "404 User Not Found" },
  ]);
  expect((await send(platform, "PUT", `${path}/${bea}`, { access_level: 20, expires_at: "" }))[1]).toMatchObject({
    access_level: 20,
  });
  expect(await send(platform, "POST", "/projects/crew%2Fweb/members", { user_id: bea, access_level: 10 })).toEqual([
    400,
    { message: { access_level: ["should be greater than or equal to Reporter inherited membership from group crew"] } },
  ]);
});

test("a custom role is given with its base level, is taken off by a change that does not name it, and stays while somebody has it", async () => {
  const platform = await start();
  const [status, role] = await send(platform, "POST", "/member_roles", {
    name: "Reader",
    base_access_level: 20,
    read_code: true,
  });
  expect([status, role]).toEqual([
    201,
    expect.objectContaining({ name: "Reader", read_code: true, admin_runners: false, group_id: null }),
  ]);
  const { id } = role as { id: number };
  const path = "/groups/crew/members";
  expect((await send(platform, "POST", path, { user_id: bea, access_level: 30, member_role_id: id }))[0]).toBe(400);
  const added = await send(platform, "POST", path, { user_id: bea, access_level: 20, member_role_id: id });
  expect(added).toEqual([201, expect.objectContaining({ member_role: expect.objectContaining({ id, base_access_level: 20 }) })]);
  expect((await send(platform, "DELETE", `/member_roles/${id}`))[0]).toBe(400);
  const taken = await send(platform, "PUT", `${path}/${bea}`, { access_level: 20 });
  expect(taken).toEqual([200, expect.not.objectContaining({ member_role: expect.anything() })]);
  expect(await send(platform, "PUT", `${path}/${bea}`, { access_level: null, member_role_id: id })).toEqual([
    400,
    {
      message: {
        access_level: ["is not included in the list"],
        member_role_id: ["the custom role's base access level does not match the current access level"],
      },
    },
  ]);
  expect((await send(platform, "DELETE", `/member_roles/${id}`))[0]).toBe(204);
  expect((await send(await start({ tier: "premium" }), "GET", "/member_roles"))[0]).toBe(404);
});

test("who is invited is a member at once where the address is a user's, and else from becoming one", async () => {
  const platform = await start();
  const path = "/groups/crew/invitations";
  expect((await send(platform, "POST", path, { email: "x@example.org", access_level: 30 }, "token-of-bea"))[0]).toBe(403);
  const both = { email: ["bea@example.com", "new@example.org"], access_level: 30 };
  expect(await send(platform, "POST", path, both, "token-of-ada")).toEqual([201, { status: "success" }]);
  expect(await send(platform, "POST", path, both)).toEqual([
    201,
    {
      status: "error",
      message: { "bea@example.com": "User already exists in source", "new@example.org": "Invite email has already been taken" },
    },
  ]);
  expect(await send(platform, "GET", path)).toEqual([
    200,
    [expect.objectContaining({ invite_email: "new@example.org", access_level: 30, created_by_name: "ada" })],
  ]);
  expect((await send(platform, "PUT", `${path}/new@example.org`, { access_level: 20 }))[1]).toMatchObject({ access_level: 20 });
  const draft = { username: "newcomer", name: "New", email: "new@example.org", force_random_password: true };
  const [, user] = await send(platform, "POST", "/users", draft);
  expect((await send(platform, "GET", path))[1]).toEqual([]);
  expect((await send(platform, "GET", `/groups/crew/members/${String((user as Body)["id"])}`))[1]).toMatchObject({
    access_level: 20,
  });
});

test("who asks for access is let in at a level or refused, and does not ask twice", async () => {
  const platform = await start();
  const path = "/projects/crew%2Fweb/access_requests";
  expect(await send(platform, "POST", path, {}, "token-of-bea")).toEqual([
    201,
    expect.objectContaining({ id: bea, requested_at: expect.any(String) }),
  ]);
  expect((await send(platform, "POST", path, {}, "token-of-bea"))[0]).toBe(400);
  expect((await send(platform, "POST", path, {}, "token-of-ada"))[0]).toBe(403);
  expect((await send(platform, "GET", path, undefined, "token-of-cem"))[0]).toBe(403);
  expect((await send(platform, "GET", path, undefined, "token-of-ada"))[1]).toHaveLength(1);
  expect(await send(platform, "PUT", `${path}/${bea}/approve`, {}, "token-of-ada")).toEqual([
    201,
    expect.objectContaining({ id: bea, access_level: 30 }),
  ]);
  await send(platform, "POST", path, {}, "token-of-cem");
  expect((await send(platform, "DELETE", `${path}/${cem}`, undefined, "token-of-cem"))[0]).toBe(204);
  expect((await send(platform, "DELETE", `${path}/${cem}`))[0]).toBe(404);
  expect(ada).toBe(2);
});
