import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;
type Made = { readonly id: number; readonly token: string; readonly user_id: number };

const seed = {
  users: [{ username: "ada" }, { username: "bea" }],
  groups: [{ full_path: "crew", visibility: "private", members: { ada: 40 } }],
};
const start = (options: Body = {}): Promise<Platform> =>
  startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed, ...options });
const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

async function made(platform: Platform, path: string, json: Body, token?: string): Promise<Made & Body> {
  const { status, body } = await platform.call("POST", path, token === undefined ? { json } : { json, token });
  expect([status, body]).toEqual([201, expect.objectContaining({ token: expect.any(String) })]);
  return body as Made & Body;
}

const statusOf = async (platform: Platform, method: string, path: string, token?: string, json?: Body): Promise<number> =>
  (await platform.call(method, path, { ...(token === undefined ? {} : { token }), ...(json === undefined ? {} : { json }) }))
    .status;

test("a token that an administrator makes for a user opens what its scopes say, once shown, until it is revoked or rotated", async () => {
  const platform = await start();
  const ada = ((await platform.call("GET", "/users?username=ada")).body as Body[])[0]?.["id"] as number;
  const path = `/users/${ada}/personal_access_tokens`;
  const token = await made(platform, path, { name: "t", scopes: ["read_user"], expires_at: soon });
  expect(token).toMatchObject({ active: true, revoked: false, scopes: ["read_user"], user_id: ada, expires_at: soon });
  expect((await platform.call("GET", "/user", { token: token.token })).body).toMatchObject({ username: "ada" });
  expect(await statusOf(platform, "GET", "/projects", token.token)).toBe(403);
  const list = (await platform.call("GET", `/personal_access_tokens?user_id=${ada}&search=t&state=active`)).body as Body[];
  expect(list.every((one) => one["token"] === undefined)).toBe(true);
  expect(await statusOf(platform, "GET", `/personal_access_tokens/${token.id}`, "token-of-bea")).toBe(401);
  const rotated = (await platform.call("POST", `/personal_access_tokens/${token.id}/rotate`)).body as Made;
  expect(await statusOf(platform, "GET", "/user", token.token)).toBe(401);
  expect(await statusOf(platform, "GET", "/user", rotated.token)).toBe(200);
  expect((await platform.call("POST", `/personal_access_tokens/${token.id}/rotate`)).body).toEqual({
    message: "400 Bad request - Token already revoked",
  });
  expect((await platform.call("GET", "/personal_access_tokens/self", { token: rotated.token })).body).toMatchObject({
    name: "t",
  });
  expect(await statusOf(platform, "DELETE", "/personal_access_tokens/self", rotated.token)).toBe(204);
  expect(await statusOf(platform, "GET", "/user", rotated.token)).toBe(401);
  expect(await statusOf(platform, "POST", path, undefined, { name: "x", scopes: ["everything"] })).toBe(400);
  expect(await statusOf(platform, "POST", path, undefined, { name: "x", scopes: ["api"], expires_at: "2999-01-01" })).toBe(422);
  expect(await statusOf(platform, "POST", path, "token-of-ada", { name: "x", scopes: ["api"] })).toBe(403);
});

test("impersonation tokens act as the user, and only administrators see them", async () => {
  const platform = await start();
  const path = "/users/2/impersonation_tokens";
  expect((await platform.call("POST", path, { json: { name: "i" } })).body).toEqual({
    message: { expires_at: ["can't be blank"] },
  });
  const token = await made(platform, path, { name: "i", scopes: ["api"], expires_at: soon });
  expect(token).toMatchObject({ impersonation: true, active: true });
  expect(await statusOf(platform, "GET", "/user", token.token)).toBe(200);
  expect((await platform.call("GET", `${path}?state=active`)).body).toHaveLength(1);
  expect((await platform.call("GET", "/personal_access_tokens", { token: "token-of-ada" })).body).toHaveLength(1);
  expect(await statusOf(platform, "DELETE", `${path}/${token.id}`)).toBe(204);
  expect(await statusOf(platform, "GET", "/user", token.token)).toBe(401);
  expect((await platform.call("GET", `${path}?state=inactive`)).body).toHaveLength(1);
});

test("a token of a project acts there as a member of its own, no higher than who makes it, and rotates itself", async () => {
  const platform = await start();
  await platform.call("POST", "/projects", { json: { name: "web", namespace_id: await idOf(platform, "crew") } });
  const path = "/projects/crew%2Fweb/access_tokens";
  expect(await statusOf(platform, "GET", path, "token-of-bea")).toBe(404);
  expect(
    (await platform.call("POST", path, { token: "token-of-ada", json: { name: "b", scopes: ["api"], access_level: 50 } })).body,
  ).toEqual({
    message: "400 Bad request - Access level of the token contains permissions not held by the creating user",
  });
  const token = await made(platform, path, { name: "bot", scopes: ["api", "self_rotate"], access_level: 30 }, "token-of-ada");
  expect(token).toMatchObject({ access_level: 30, resource_type: "project", name: "bot", active: true });
  const self = (await platform.call("GET", "/user", { token: token.token })).body as Body;
  expect([self["bot"], self["name"]]).toEqual([true, "bot"]);
  expect(self["username"]).toMatch(/^project_\d+_bot_[0-9a-f]{32}$/);
  expect(await statusOf(platform, "POST", "/projects/crew%2Fweb/issues", token.token, { title: "by a bot" })).toBe(201);
  expect(await statusOf(platform, "PUT", "/projects/crew%2Fweb", token.token, { description: "no" })).toBe(403);
  const { body } = await platform.call("POST", `${path}/self/rotate`, { token: token.token, json: {} });
  expect(await statusOf(platform, "GET", "/user", token.token)).toBe(401);
  expect(await statusOf(platform, "GET", "/user", (body as Made).token)).toBe(200);
  expect(await statusOf(platform, "DELETE", `${path}/${(body as Made).id}`)).toBe(204);
  expect(await statusOf(platform, "DELETE", `${path}/9999`)).toBe(404);
  expect((await platform.call("GET", `${path}?state=inactive`)).body).toHaveLength(2);
});

async function idOf(platform: Platform, group: string): Promise<unknown> {
  return ((await platform.call("GET", `/groups/${group}`)).body as Body)["id"];
}

test("service accounts of a group are made, change and have tokens; on Free there are none", async () => {
  const platform = await start();
  const path = "/groups/crew/service_accounts";
  expect(await statusOf(platform, "POST", path, "token-of-ada")).toBe(403);
  const account = (await platform.call("POST", path, { json: {} })).body as Made & Body;
  expect(account).toMatchObject({ name: "Service account user", username: expect.stringMatching(/^service_account_group_\d+_/) });
  expect((await platform.call("PATCH", `${path}/${account.id}`, { json: { name: "deployer" } })).body).toMatchObject({
    name: "deployer",
  });
  const token = await made(platform, `${path}/${account.id}/personal_access_tokens`, { name: "t", scopes: ["api"] });
  expect((await platform.call("GET", "/user", { token: token.token })).body).toMatchObject({ bot: true, name: "deployer" });
  expect(await statusOf(platform, "DELETE", `${path}/${account.id}/personal_access_tokens/${token.id}`)).toBe(204);
  expect(await statusOf(platform, "DELETE", `${path}/${account.id}`)).toBe(204);
  const free = await start({ tier: "free" });
  expect(await statusOf(free, "POST", path)).toBe(404);
});
