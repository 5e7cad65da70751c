import { expect, test } from "vitest";
import { CALLBACK, CONFIDENTIAL, PUBLIC, SECRET, get, pairFor, post, refreshing, userStatus } from "../oauth.js";
import { startPlatform } from "../platform.js";

test("token info tells whose token it is, its scopes, how long it lasts and for which application", async () => {
  const platform = await startPlatform({ tokenLifetime: 500 });
  const { access } = await pairFor(platform, { ...PUBLIC, scope: "api read_user" });
  const { status, body, headers } = await get(platform, "/oauth/token/info", access);
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(body).toMatchObject({ resource_owner_id: 2, scope: ["api", "read_user"], application: { uid: "trueup-cli" } });
  expect(body["created_at"]).toSatisfy((time: number) => Number.isInteger(time) && Math.abs(time - Date.now() / 1000) < 100);
  expect(body["expires_in"]).toSatisfy((seconds: number) => Number.isInteger(seconds) && seconds > 400 && seconds <= 500);
});

test("token info takes the token as a query parameter too", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform);
  const byQuery = await get(platform, `/oauth/token/info?access_token=${access}`);
  expect([byQuery.status, byQuery.body["resource_owner_id"]]).toEqual([200, 2]);
});

test("token info repeats scope and expires_in under their deprecated names", async () => {
  const platform = await startPlatform();
  const { body } = await get(platform, "/oauth/token/info", (await pairFor(platform)).access);
  expect(body["scopes"]).toEqual(["api"]);
  expect(body["scopes"]).toEqual(body["scope"]);
  expect(body["expires_in_seconds"]).toBe(body["expires_in"]);
});

test("a token without an application has none in token info, and any application with a secret may revoke it", async () => {
  const platform = await startPlatform();
  const grant = { grant_type: "password", username: "bob", password: "password-of-bob" };
  const { body } = await post(platform, "/oauth/token", grant);
  const info = await get(platform, "/oauth/token/info", String(body["access_token"]));
  expect(info.body).toMatchObject({ resource_owner_id: 3, application: { uid: null }, scope: ["api"] });
  const client = { client_id: "acme-portal", client_secret: SECRET };
  await post(platform, "/oauth/revoke", { ...client, token: String(body["access_token"]) });
  expect(await userStatus(platform, String(body["access_token"]))).toBe(401);
});

test("token info and user info answer 401 without a token, and for one that is unknown, revoked or not of OAuth", async () => {
  const platform = await startPlatform();
  const old = await pairFor(platform);
  await post(platform, "/oauth/token", refreshing(old.refresh));
  for (const path of ["/oauth/token/info", "/oauth/userinfo"])
    for (const token of [undefined, "unknown", old.access, "token-of-alice", platform.token]) {
      const { status, body, headers } = await get(platform, path, token);
      expect([status, body["error"]]).toEqual([401, "invalid_token"]);
      expect(headers.get("www-authenticate")).toContain("Bearer");
    }
});

test("revoking needs the client secret, answers an empty object, and ends both tokens of the pair", async () => {
  const platform = await startPlatform();
  const client = { client_id: "acme-portal", client_secret: SECRET };
  for (const which of ["access", "refresh"] as const) {
    const pair = await pairFor(platform, CONFIDENTIAL);
    for (const secret of [{}, { client_secret: "wrong" }]) {
      const bad = await post(platform, "/oauth/revoke", { client_id: "acme-portal", token: pair[which], ...secret });
      expect([bad.status, bad.body["error"]]).toEqual([401, "invalid_client"]);
    }
    expect(await userStatus(platform, pair.access)).toBe(200);
    const done = await post(platform, "/oauth/revoke", { ...client, token: pair[which] });
    expect([done.status, done.body]).toEqual([200, {}]);
    expect(await userStatus(platform, pair.access)).toBe(401);
    const fields = { grant_type: "refresh_token", refresh_token: pair.refresh, redirect_uri: CALLBACK, ...client };
    expect((await post(platform, "/oauth/token", fields)).status).toBe(400);
  }
});

test("an application without a secret cannot revoke, and none can revoke another's token", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform);
  const own = await post(platform, "/oauth/revoke", { client_id: "trueup-cli", token: access });
  expect([own.status, own.body["error"]]).toEqual([401, "invalid_client"]);
  const other = await post(platform, "/oauth/revoke", { client_id: "acme-portal", client_secret: SECRET, token: access });
  expect([other.status, other.body["error"]]).toEqual([403, "unauthorized_client"]);
  expect(await userStatus(platform, access)).toBe(200);
});

test("revoking what is unknown already succeeds; revoking nothing is a mistake", async () => {
  const platform = await startPlatform();
  const client = { client_id: "acme-portal", client_secret: SECRET };
  const unknown = await post(platform, "/oauth/revoke", { ...client, token: "unknown" });
  expect([unknown.status, unknown.body]).toEqual([200, {}]);
  expect((await post(platform, "/oauth/revoke", client)).status).toBe(400);
  // A personal token is none of the provider's.
  expect((await post(platform, "/oauth/revoke", { ...client, token: "token-of-alice" })).status).toBe(200);
  expect((await platform.call("GET", "/user", { token: "token-of-alice" })).status).toBe(200);
});

test("user info holds the claims of OpenID Connect for a token with the scope openid", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform, { ...PUBLIC, scope: "openid email" });
  const { status, body } = await get(platform, "/oauth/userinfo", access);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    sub: "2",
    name: "Alice Archer",
    nickname: "alice",
    email: "alice@example.com",
    email_verified: true,
    profile: `${platform.url}/alice`,
    groups: expect.arrayContaining(["acme-labs", "acme-labs/platform/tools"]),
  });
  expect(body["auth_time"]).toEqual(expect.any(Number));
  const shy = await pairFor(platform, { ...PUBLIC, scope: "openid" });
  expect((await get(platform, `/oauth/userinfo?access_token=${shy.access}`)).body).not.toHaveProperty("email");
  const none = await get(platform, "/oauth/userinfo", (await pairFor(platform)).access);
  expect([none.status, none.body["error"]]).toEqual([403, "insufficient_scope"]);
});
