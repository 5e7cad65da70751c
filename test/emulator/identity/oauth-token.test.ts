// @module-tag slow
import { afterEach, expect, test, vi } from "vitest";
import { CALLBACK, CONFIDENTIAL, type Fields, PUBLIC, SECRET, VERIFIER, codeFor, post, userStatus } from "../oauth.js";
import { type Platform, startPlatform } from "../platform.js";

afterEach(() => {
  vi.useRealTimers();
});

/** An exchange by the public application, under PKCE. */
function publicly(code: string, fields: Fields = {}): Fields {
  const proof = { client_id: "trueup-cli", code_verifier: VERIFIER };
  return { grant_type: "authorization_code", redirect_uri: CALLBACK, code, ...proof, ...fields };
}

/** One by the confidential application, with its secret. */
function confidentially(code: string, fields: Fields = {}): Fields {
  const client = { client_id: "acme-portal", client_secret: SECRET };
  return { grant_type: "authorization_code", redirect_uri: CALLBACK, code, ...client, ...fields };
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

async function refused(platform: Platform, fields: Fields, error: string, status = 400): Promise<void> {
  const reply = await post(platform, "/oauth/token", fields);
  expect([reply.status, reply.body["error"]], JSON.stringify(fields)).toEqual([status, error]);
  expect(reply.body["error_description"]).toMatch(/\w+ \w+/);
  expect(reply.headers.get("cache-control")).toBe("no-store");
}

test("a code is exchanged under PKCE without a secret, for a pair of tokens", async () => {
  const platform = await startPlatform();
  const { status, body, headers } = await post(platform, "/oauth/token", publicly(await codeFor(platform)));
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    token_type: "bearer",
    expires_in: 7200,
    refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    created_at: expect.any(Number),
  });
});

test("an access token acts for the user who authorized it, as Bearer and in the query", async () => {
  const platform = await startPlatform();
  const { body } = await post(platform, "/oauth/token", publicly(await codeFor(platform, PUBLIC, "carol")));
  const token = String(body["access_token"]);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await platform.call("GET", "/user", { token: "", headers })).body).toMatchObject({ username: "carol" });
  expect((await platform.call("GET", `/user?access_token=${token}`, { token: "" })).body).toMatchObject({ username: "carol" });
  expect((await platform.call("GET", "/user", { token })).status).toBe(401);
});

test("without PKCE a code needs the client secret, in the body or by HTTP Basic", async () => {
  const platform = await startPlatform();
  const inBody = await post(platform, "/oauth/token", confidentially(await codeFor(platform, CONFIDENTIAL)));
  expect(inBody.status).toBe(200);
  const Authorization = `Basic ${Buffer.from(`acme-portal:${SECRET}`).toString("base64")}`;
  const bare = without(without(confidentially(await codeFor(platform, CONFIDENTIAL)), "client_id"), "client_secret");
  expect((await post(platform, "/oauth/token", bare, { Authorization })).status).toBe(200);
  const code = await codeFor(platform, CONFIDENTIAL);
  await refused(platform, without(confidentially(code), "client_secret"), "invalid_client", 401);
  await refused(platform, confidentially(code, { client_secret: "wrong" }), "invalid_client", 401);
  await refused(platform, confidentially(code, { client_id: "nobody" }), "invalid_client", 401);
});

test("a client that fails is challenged in the way that it chose", async () => {
  const platform = await startPlatform();
  const Authorization = `Basic ${Buffer.from("acme-portal:wrong").toString("base64")}`;
  const basic = await post(platform, "/oauth/token", confidentially("x"), { Authorization });
  expect([basic.status, basic.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="OAuth"']);
  const inBody = await post(platform, "/oauth/token", confidentially("x", { client_secret: "wrong" }));
  expect(inBody.headers.get("www-authenticate")).toContain('error="invalid_client"');
});

test("the token endpoint reads JSON too", async () => {
  const platform = await startPlatform();
  const json = publicly(await codeFor(platform));
  const response = await platform.call("POST", "./oauth/token", { token: "", json });
  expect([response.status, response.body]).toEqual([200, expect.objectContaining({ token_type: "bearer" })]);
});

test("redirect_uri at the token endpoint must equal the one of the authorization request", async () => {
  const platform = await startPlatform();
  const code = await codeFor(platform, CONFIDENTIAL);
  await refused(platform, without(confidentially(code), "redirect_uri"), "invalid_request");
  // Another one that the application is registered with is not the one of the request.
  await refused(platform, confidentially(code, { redirect_uri: "https://portal.acme.example/oauth/callback" }), "invalid_grant");
  await refused(platform, confidentially(code, { redirect_uri: `${CALLBACK}/` }), "invalid_grant");
  expect((await post(platform, "/oauth/token", confidentially(code))).status).toBe(200);
});

test("a code verifier has 43 to 128 of the unreserved characters", async () => {
  const platform = await startPlatform();
  const code = await codeFor(platform);
  const short = VERIFIER.slice(0, 42);
  for (const code_verifier of [short, "a".repeat(129), `${short}=`, `${short}/`, `${short}é`])
    await refused(platform, publicly(code, { code_verifier }), "invalid_request");
  for (const code_verifier of ["a".repeat(43), "-._~".repeat(32)])
    await refused(platform, publicly(code, { code_verifier }), "invalid_grant");
  expect((await post(platform, "/oauth/token", publicly(code))).status).toBe(200);
});

test("a code with a challenge is worth nothing without its verifier, one without takes none", async () => {
  const platform = await startPlatform();
  const code = await codeFor(platform);
  await refused(platform, without(publicly(code), "code_verifier"), "invalid_request");
  await refused(platform, publicly(code, { code_verifier: "b".repeat(50) }), "invalid_grant");
  const plain = await codeFor(platform, CONFIDENTIAL);
  await refused(platform, confidentially(plain, { code_verifier: VERIFIER }), "invalid_grant");
});

test("under PKCE an application with a secret need not show it, but on real servers must", async () => {
  const request = { ...PUBLIC, client_id: "acme-portal" };
  for (const [dialect, status] of [
    ["neutral", 200],
    ["vendor", 401],
  ] as const) {
    const platform = await startPlatform({ dialect });
    const code = await codeFor(platform, request);
    expect((await post(platform, "/oauth/token", publicly(code, { client_id: "acme-portal" }))).status).toBe(status);
    const other = await codeFor(platform, request);
    await refused(platform, publicly(other, { client_id: "acme-portal", client_secret: "wrong" }), "invalid_client", 401);
    const proven = publicly(other, { client_id: "acme-portal", client_secret: SECRET });
    expect((await post(platform, "/oauth/token", proven)).status).toBe(200);
  }
});

test("a code of one application is worth nothing to another", async () => {
  const platform = await startPlatform();
  const code = await codeFor(platform);
  await refused(platform, confidentially(code, { code_verifier: VERIFIER }), "invalid_grant");
});

test("a code is good once; using it again revokes what it was exchanged for, also after refreshes", async () => {
  const platform = await startPlatform();
  const code = await codeFor(platform);
  const first = await post(platform, "/oauth/token", publicly(code));
  const refresh = { grant_type: "refresh_token", refresh_token: String(first.body["refresh_token"]) };
  const second = await post(platform, "/oauth/token", publicly("", refresh));
  const token = String(second.body["access_token"]);
  expect(await userStatus(platform, token)).toBe(200);
  await refused(platform, publicly(code), "invalid_grant");
  expect(await userStatus(platform, token)).toBe(401);
  await refused(platform, publicly("", { ...refresh, refresh_token: String(second.body["refresh_token"]) }), "invalid_grant");
});

test("a code is good for ten minutes", async () => {
  const platform = await startPlatform();
  const [early, late] = [await codeFor(platform), await codeFor(platform)];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 9 * 60_000 });
  expect((await post(platform, "/oauth/token", publicly(early))).status).toBe(200);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await refused(platform, publicly(late), "invalid_grant");
});

test("what is missing, unknown or unreadable is said in the protocol's form", async () => {
  const platform = await startPlatform();
  await refused(platform, {}, "invalid_request");
  await refused(platform, { grant_type: "client_credentials" }, "unsupported_grant_type");
  await refused(platform, { grant_type: "authorization_code" }, "invalid_request");
  await refused(platform, without(publicly("x"), "code"), "invalid_request");
  await refused(platform, { ...publicly(""), "code[a]": "x" }, "invalid_request");
  await refused(platform, publicly("x"), "invalid_grant");
  for (const body of ["{", "[]", '{"__proto__":1}']) {
    const headers = { "Content-Type": "application/json" };
    const reply = await platform.call("POST", "./oauth/token", { token: "", body, headers });
    expect([reply.status, reply.body], body).toEqual([400, expect.objectContaining({ error: "invalid_request" })]);
  }
});

test("the password grant answers exactly three keys", async () => {
  const platform = await startPlatform();
  const fields = { grant_type: "password", username: "bob", password: "password-of-bob" };
  const { status, body } = await post(platform, "/oauth/token", fields);
  expect(status).toBe(200);
  expect(body).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 7200 });
});

test("the default scope of the password grant is api, which reads and writes everything", async () => {
  const platform = await startPlatform();
  const fields = { grant_type: "password", username: "alice@example.com", password: "password-of-alice" };
  const { body } = await post(platform, "/oauth/token", fields);
  const headers = { Authorization: `Bearer ${String(body["access_token"])}` };
  const made = await platform.call("POST", "/projects", { token: "", headers, json: { name: "by-password" } });
  expect(made.status).toBe(201);
  const narrow = await post(platform, "/oauth/token", { ...fields, scope: "read_user" });
  const less = { Authorization: `Bearer ${String(narrow.body["access_token"])}` };
  expect((await platform.call("GET", "/user", { token: "", headers: less })).status).toBe(200);
  expect((await platform.call("GET", "/projects", { token: "", headers: less })).status).toBe(403);
  await refused(platform, { ...fields, scope: "everything" }, "invalid_scope");
});

test("the password grant takes an application by HTTP Basic, but needs none", async () => {
  const platform = await startPlatform();
  const fields = { grant_type: "password", username: "bob", password: "password-of-bob" };
  const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
  expect((await post(platform, "/oauth/token", fields, basic(`acme-portal:${SECRET}`))).status).toBe(200);
  // RFC 6749, 2.3.1: both are form-encoded inside; "-" may be, too.
  expect((await post(platform, "/oauth/token", fields, basic("acme%2Dportal:secret%2Dof%2Dacme%2Dportal"))).status).toBe(200);
  expect((await post(platform, "/oauth/token", fields, basic("acme-portal:wrong"))).status).toBe(401);
  await refused(platform, { ...fields, client_id: "acme-portal" }, "invalid_client", 401);
});

test("the password grant is refused with two factors, to the blocked, and for a wrong password", async () => {
  const seed = {
    users: [
      { username: "twice", two_factor: true },
      { username: "gone", state: "blocked" },
      { username: "chosen", password: "correct horse" },
      { username: "root", password: "of the root" },
    ],
  };
  const grant = (username: string, password = `password-of-${username}`) => ({ grant_type: "password", username, password });
  const platform = await startPlatform({ seed });
  for (const name of ["twice", "gone", "chosen", "root", "nobody"]) await refused(platform, grant(name), "invalid_grant");
  await refused(platform, grant("root", platform.token), "invalid_grant");
  await refused(platform, { grant_type: "password", username: "chosen" }, "invalid_request");
  expect((await post(platform, "/oauth/token", grant("chosen", "correct horse"))).status).toBe(200);
  expect((await post(platform, "/oauth/token", grant("root", "of the root"))).status).toBe(200);
  await refused(await startPlatform(), grant("erin"), "invalid_grant");
});

test("the password of root is the token that the emulator was started with", async () => {
  const platform = await startPlatform({ seed: "none", token: "the-token" });
  const grant = { grant_type: "password", username: "root" };
  await refused(platform, { ...grant, password: "password-of-root" }, "invalid_grant");
  const { body } = await post(platform, "/oauth/token", { ...grant, password: "the-token" });
  expect(await userStatus(platform, String(body["access_token"]))).toBe(200);
});
