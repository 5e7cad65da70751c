// @module-tag slow
import { expect, test } from "vitest";
import { CALLBACK, CHALLENGE, CONFIDENTIAL, type Fields, PUBLIC, Visitor, codeFor, get, landing, pairFor } from "../oauth.js";
import { type Platform, startPlatform } from "../platform.js";

/** What an application is told at once, without anybody being asked. */
async function told(platform: Platform, request: Fields): Promise<URLSearchParams> {
  const response = await new Visitor(platform).open(request);
  expect([response.status, response.headers.get("location")]).toEqual([302, expect.stringContaining(`${CALLBACK}?`)]);
  return landing(response);
}

test("a user signs in, approves, and is sent to redirect_uri with a code and the state unchanged", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  const first = await visitor.open(PUBLIC);
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await first.text()).toContain("to continue to trueup");
  const signedIn = await visitor.signIn(PUBLIC, "alice");
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([302, expect.stringContaining("/oauth/authorize?")]);
  const asked = await (await visitor.open(PUBLIC)).text();
  for (const shown of ["Authorize trueup?", "Alice Archer", "@alice", CALLBACK]) expect(asked).toContain(shown);
  const sent = await visitor.submit(PUBLIC, { decision: "approve" });
  expect(sent.headers.get("location")).toMatch(/^http:\/\/127\.0\.0\.1:7171\/callback\?code=[0-9a-f]{64}&state=/);
  expect(landing(sent).get("state")).toBe(PUBLIC.state);
});

test("who denies is sent back with access_denied and the state", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  await visitor.signIn(PUBLIC, "alice");
  const answer = landing(await visitor.submit(PUBLIC, { decision: "deny" }));
  expect([answer.get("error"), answer.get("state"), answer.has("code")]).toEqual(["access_denied", PUBLIC.state, false]);
});

test("a state is recommended but not required", async () => {
  const platform = await startPlatform();
  const { state: _, ...request } = PUBLIC;
  expect(await codeFor(platform, request)).toMatch(/^[0-9a-f]{64}$/);
});

test("the implicit grant is refused, like every response_type but code", async () => {
  const platform = await startPlatform();
  for (const response_type of ["token", "id_token", "code token"]) {
    const answer = await told(platform, { ...PUBLIC, response_type });
    expect([answer.get("error"), answer.get("state")]).toEqual(["unsupported_response_type", PUBLIC.state]);
  }
  expect((await told(platform, { ...PUBLIC, response_type: "token" })).get("error_description")).toContain("implicit");
  const { response_type: _, ...missing } = PUBLIC;
  expect((await told(platform, missing)).get("error")).toBe("invalid_request");
});

test("nobody is sent to a redirect_uri that the application is not registered with, character by character", async () => {
  const platform = await startPlatform();
  const bad: Fields[] = ["http://127.0.0.1:7172/callback", `${CALLBACK}/`, `${CALLBACK}?x=1`, "javascript:alert(1)", ""].map(
    (redirect_uri) => ({ ...PUBLIC, redirect_uri }),
  );
  for (const request of [...bad, { ...PUBLIC, client_id: "nobody" }, {}]) {
    const page = await new Visitor(platform).open(request);
    expect([page.status, page.headers.get("location")]).toEqual([400, null]);
    expect(await page.text()).toContain("This cannot be authorized");
  }
});

test("only the method S256 is taken, with a challenge that can be one", async () => {
  const platform = await startPlatform();
  const { code_challenge_method: _, ...withoutMethod } = PUBLIC;
  for (const request of [
    { ...PUBLIC, code_challenge_method: "plain" },
    withoutMethod,
    { ...PUBLIC, code_challenge: CHALLENGE.slice(1) },
    { ...PUBLIC, code_challenge: `${CHALLENGE}=` },
    { ...CONFIDENTIAL, code_challenge_method: "S256" },
  ])
    expect((await told(platform, request)).get("error")).toBe("invalid_request");
});

test("an application without a secret must use PKCE", async () => {
  const platform = await startPlatform();
  const answer = await told(platform, { ...CONFIDENTIAL, client_id: "trueup-cli" });
  expect([answer.get("error"), answer.get("error_description")]).toEqual(["invalid_request", expect.stringContaining("PKCE")]);
});

test("the scopes asked for are granted, api when none is; others are refused", async () => {
  const platform = await startPlatform();
  const scopes = async (request: Fields) =>
    (await get(platform, "/oauth/token/info", (await pairFor(platform, request)).access)).body["scope"];
  expect(await scopes({ ...PUBLIC, scope: "read_user profile" })).toEqual(["read_user", "profile"]);
  expect(await scopes(PUBLIC)).toEqual(["api"]);
  // Known, but not one that this application is registered with.
  for (const scope of ["sudo", "everything", "api everything"])
    expect((await told(platform, { ...PUBLIC, scope })).get("error")).toBe("invalid_scope");
});

test("the page says in words what each scope allows", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  const request = { ...PUBLIC, scope: "read_api email" };
  await visitor.signIn(request, "bob");
  const page = await (await visitor.open(request)).text();
  expect(page).toContain("Read everything that you can");
  expect(page).toContain("Read your e-mail address");
});

test("a wrong password, a blocked user or an unknown name does not sign in, and all read alike", async () => {
  const seed = {
    users: [{ username: "alice" }, { username: "gone", state: "blocked" }],
    oauth_applications: [{ name: "App", client_id: "trueup-cli", redirect_uris: [CALLBACK], scopes: ["api"] }],
  };
  const platform = await startPlatform({ seed });
  for (const [name, password] of [
    ["alice", "wrong"],
    ["alice", ""],
    ["gone", "password-of-gone"],
    ["nobody", "password-of-nobody"],
  ] as const) {
    const visitor = new Visitor(platform);
    const page = await visitor.signIn(PUBLIC, name, password);
    expect(page.status).toBe(422);
    expect(await page.text()).toContain("The username or the password is wrong.");
    expect(await (await visitor.open(PUBLIC)).text()).toContain("Sign in");
  }
});

test("root signs in with the token that the emulator was started with", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  expect((await visitor.signIn(PUBLIC, "root")).status).toBe(422);
  expect((await visitor.signIn(PUBLIC, "root", platform.token)).status).toBe(302);
});

test("a form that another site made, or that another browser was given, is refused", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  await visitor.signIn(PUBLIC, "alice");
  const forged = await visitor.post({ ...PUBLIC, decision: "approve" });
  const guessed = await visitor.post({ ...PUBLIC, decision: "approve", form_token: "x".repeat(43) });
  const other = new Visitor(platform);
  await other.open(PUBLIC);
  const theirs = await other.submit(PUBLIC, { decision: "approve" });
  const strangers = new Visitor(platform);
  const bare = await strangers.post({ ...PUBLIC, decision: "sign_in", username: "alice", password: "password-of-alice" });
  expect([forged.status, guessed.status, bare.status]).toEqual([403, 403, 403]);
  // A browser where nobody is signed in is asked again.
  expect([theirs.status, theirs.headers.get("location")]).toEqual([302, expect.stringContaining("/oauth/authorize?")]);
});

test("a sign-in changes the cookie, which scripts cannot read and other sites cannot post", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  await visitor.open(PUBLIC);
  const before = visitor.cookie;
  const reply = await visitor.signIn(PUBLIC, "alice");
  expect(visitor.cookie).not.toBe(before);
  expect(reply.headers.get("set-cookie")).toMatch(/; Path=\/oauth; HttpOnly; SameSite=Lax$/);
  const stale = new Visitor(platform);
  stale.cookie = before;
  expect(await (await stale.open(PUBLIC)).text()).toContain("Sign in");
});

test("who is signed in can become someone else", async () => {
  const platform = await startPlatform();
  const visitor = new Visitor(platform);
  await visitor.signIn(PUBLIC, "alice");
  await visitor.submit(PUBLIC, { decision: "switch" });
  expect(await (await visitor.open(PUBLIC)).text()).toContain("Username or e-mail");
  await visitor.signIn(PUBLIC, "bob");
  expect(await (await visitor.open(PUBLIC)).text()).toContain("@bob");
});

test("nothing of a request or a seed becomes markup, and the page runs no script", async () => {
  const evil = `"><script>alert(1)</script>`;
  const seed = {
    users: [{ username: "alice", name: `<b>${evil}</b>` }],
    oauth_applications: [{ name: evil, client_id: "trueup-cli", redirect_uris: [CALLBACK], scopes: ["api"] }],
  };
  const platform = await startPlatform({ seed });
  const request = { ...PUBLIC, state: evil };
  const visitor = new Visitor(platform);
  const pages = [await visitor.open(request), await visitor.signIn(request, evil)];
  await visitor.signIn(request, "alice");
  pages.push(await visitor.open(request), await visitor.open({ ...request, redirect_uri: evil }));
  for (const page of pages) {
    expect(await page.text()).not.toMatch(/<script|<b>/);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe-inline");
    expect(page.headers.get("cache-control")).toBe("no-store");
  }
  expect(landing(await visitor.submit(request, { decision: "approve" })).get("state")).toBe(evil);
});

test("applications come from the seed, which is told of its mistakes", async () => {
  const entry = { name: "App", client_id: "app", redirect_uris: [CALLBACK], scopes: ["api"] };
  const start = (...oauth_applications: unknown[]) => startPlatform({ seed: { oauth_applications } });
  await expect(start(entry, entry)).rejects.toThrow("two applications named app");
  for (const uri of ["/callback", "javascript:alert(1)", `${CALLBACK}#here`])
    await expect(start({ ...entry, redirect_uris: [uri] })).rejects.toThrow("absolute");
  await expect(start({ ...entry, scopes: ["all"] })).rejects.toThrow("oauth_applications/0/scopes/0");
  const own = await start({ ...entry, redirect_uris: ["app.example:/back?from=trueup"] });
  const request = { ...PUBLIC, client_id: "app", redirect_uri: "app.example:/back?from=trueup" };
  const visitor = new Visitor(own);
  await visitor.signIn(request, "root", own.token);
  const answer = await visitor.submit(request, { decision: "approve" });
  expect(answer.headers.get("location")).toMatch(/^app\.example:\/back\?from=trueup&code=/);
});

test("each scope that the documents name can be registered, asked for and granted", async () => {
  const scopes = ["api", "read_user", "profile", "read_repository", "write_repository"];
  const application = { name: "All", client_id: "all", redirect_uris: [CALLBACK], scopes };
  const platform = await startPlatform({ seed: { users: [{ username: "alice" }], oauth_applications: [application] } });
  for (const scope of [...scopes, scopes.join(" ")]) {
    const { access } = await pairFor(platform, { ...PUBLIC, client_id: "all", scope });
    expect((await get(platform, "/oauth/token/info", access)).body).toMatchObject({ scope: scope.split(" ") });
  }
});
