import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { CALLBACK, CONFIDENTIAL, PUBLIC, SECRET, Visitor, get, pairFor, post, refreshing, userStatus } from "../oauth.js";
import type { Fields, Pair, Reply } from "../oauth.js";
import { type Platform, startPlatform } from "../platform.js";

afterEach(() => {
  vi.useRealTimers();
});

const refresh = (platform: Platform, fields: Fields): Promise<Reply> => post(platform, "/oauth/token", fields);
const pairOf = ({ body }: Reply): Pair => ({ access: String(body["access_token"]), refresh: String(body["refresh_token"]) });

test("a refresh answers a new pair, and invalidates the old access token and the old refresh token at once", async () => {
  const platform = await startPlatform();
  const old = await pairFor(platform);
  const reply = await refresh(platform, refreshing(old.refresh));
  expect([reply.status, Object.keys(reply.body).sort()]).toEqual([
    200,
    ["access_token", "created_at", "expires_in", "refresh_token", "token_type"],
  ]);
  const made = pairOf(reply);
  expect(await userStatus(platform, made.access)).toBe(200);
  expect(await userStatus(platform, old.access)).toBe(401);
  const again = await refresh(platform, refreshing(old.refresh));
  expect([again.status, again.body["error"]]).toEqual([400, "invalid_grant"]);
  expect((await refresh(platform, refreshing(made.refresh))).status).toBe(200);
});

test("of two refreshes at the same moment one gets the new pair", async () => {
  const platform = await startPlatform();
  const old = await pairFor(platform);
  const replies = await Promise.all([1, 2, 3].map(() => refresh(platform, refreshing(old.refresh))));
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
});

test("a refresh token may be used after its access token has expired", async () => {
  const platform = await startPlatform({ tokenLifetime: 60 });
  const old = await pairFor(platform);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  const expired = await platform.call("GET", "/user", { token: "", headers: { Authorization: `Bearer ${old.access}` } });
  expect([expired.status, expired.body]).toEqual([401, expect.objectContaining({ error: "invalid_token" })]);
  const reply = await refresh(platform, refreshing(old.refresh));
  expect(reply.body).toMatchObject({ expires_in: 60 });
  expect(await userStatus(platform, pairOf(reply).access)).toBe(200);
});

test("a refresh under PKCE needs client_id, redirect_uri and code_verifier, all as before", async () => {
  const platform = await startPlatform();
  const { refresh: token } = await pairFor(platform);
  const good = refreshing(token);
  for (const [name, error] of [
    ["client_id", "invalid_request"],
    ["redirect_uri", "invalid_request"],
    ["code_verifier", "invalid_request"],
    ["refresh_token", "invalid_request"],
  ] as const) {
    const fields = Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
    const reply = await refresh(platform, fields);
    expect([name, reply.status, reply.body["error"]]).toEqual([name, 400, error]);
  }
  for (const wrong of [{ redirect_uri: `${CALLBACK}x` }, { code_verifier: "c".repeat(43) }, { refresh_token: "no" }]) {
    const reply = await refresh(platform, { ...good, ...wrong });
    expect([reply.status, reply.body["error"]], JSON.stringify(wrong)).toEqual([400, "invalid_grant"]);
  }
  // None of that used it up.
  expect((await refresh(platform, good)).status).toBe(200);
});

test("a refresh without PKCE needs the client secret and the redirect_uri", async () => {
  const platform = await startPlatform();
  const { refresh: refresh_token } = await pairFor(platform, CONFIDENTIAL);
  const bare = { grant_type: "refresh_token", client_id: "acme-portal", refresh_token, redirect_uri: CALLBACK };
  expect((await refresh(platform, bare)).status).toBe(401);
  const { redirect_uri: _, ...unbound } = { ...bare, client_secret: SECRET };
  expect((await refresh(platform, unbound)).status).toBe(400);
  expect((await refresh(platform, { ...bare, client_secret: SECRET })).status).toBe(200);
});

test("real servers want neither redirect_uri nor code_verifier at a refresh, but what is sent must be right", async () => {
  const platform = await startPlatform({ dialect: "vendor" });
  const { refresh: refresh_token } = await pairFor(platform);
  const bare = { grant_type: "refresh_token", client_id: "trueup-cli", refresh_token };
  expect((await refresh(platform, { ...bare, redirect_uri: "http://other.example" })).status).toBe(400);
  expect((await refresh(platform, { ...bare, code_verifier: "d".repeat(43) })).status).toBe(400);
  expect((await refresh(platform, bare)).status).toBe(200);
});

test("another application cannot refresh", async () => {
  const platform = await startPlatform();
  const { refresh: token } = await pairFor(platform);
  const reply = await refresh(platform, { ...refreshing(token), client_id: "acme-portal", client_secret: SECRET });
  expect([reply.status, reply.body["error"]]).toEqual([400, "invalid_grant"]);
});

test("the scopes stay through a refresh", async () => {
  const platform = await startPlatform();
  const { refresh: token } = await pairFor(platform, { ...PUBLIC, scope: "read_user openid" });
  const { access } = pairOf(await refresh(platform, refreshing(token)));
  expect((await get(platform, "/oauth/token/info", access)).body).toMatchObject({ scope: ["read_user", "openid"] });
});

test("tokens and sessions outlive a restart with a data file, which holds no refresh token, session or secret", async () => {
  const place = mkdtempSync(join(tmpdir(), "trueup-oauth-"));
  const data = join(place, "platform.json");
  try {
    const first = await startPlatform({ data });
    const visitor = new Visitor(first);
    await visitor.signIn(PUBLIC, "alice");
    const pair = await pairFor(first);
    const text = readFileSync(data, "utf8");
    for (const secret of [pair.refresh, visitor.cookie.split("=")[1] ?? "", SECRET]) expect(text).not.toContain(secret);
    await first.close();
    const second = await startPlatform({ data });
    expect(await userStatus(second, pair.access)).toBe(200);
    expect((await refresh(second, refreshing(pair.refresh))).status).toBe(200);
    const back = new Visitor(second);
    back.cookie = visitor.cookie;
    expect(await (await back.open(PUBLIC)).text()).toContain("@alice");
    await second.close();
  } finally {
    rmSync(place, { recursive: true });
  }
});
