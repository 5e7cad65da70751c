import { expect, test } from "vitest";
import { operations } from "../../../src/emulator/core/operations.js";
import type { Token } from "../../../src/emulator/core/records.js";
import { PUBLIC, pairFor } from "../oauth.js";
import { serveSection, startPlatform } from "../platform.js";

test("every documented way of sending a token signs in", async () => {
  const platform = await startPlatform();
  const ways = [
    fetch(`${platform.url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "token-of-alice" } }),
    fetch(`${platform.url}/api/v4/user`, { headers: { Authorization: "Bearer token-of-alice" } }),
    fetch(`${platform.url}/api/v4/user?private_token=token-of-alice`),
    fetch(`${platform.url}/api/v4/user?access_token=token-of-alice`),
  ];
  for (const response of await Promise.all(ways)) {
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ username: "alice", is_admin: false });
  }
});

test("the administrator's token is the given one, or a random one", async () => {
  const given = await startPlatform({ token: "chosen" });
  expect(given.token).toBe("chosen");
  expect((await given.call("GET", "/user")).body).toMatchObject({ id: 1, username: "root", is_admin: true });
  const random = await startPlatform();
  expect(random.token).toMatch(/^glpat-[\w-]{20}$/);
  expect((await random.call("GET", "/user", { token: "chosen" })).status).toBe(401);
});

test("a wrong token is 401, even where none is needed; no token is 401 where one is", async () => {
  const platform = await startPlatform();
  for (const [path, token] of [
    ["/topics", "wrong"],
    ["/user", "wrong"],
    ["/user", ""],
  ] as const) {
    const answer = await platform.call("GET", path, { token });
    expect([answer.status, answer.body]).toEqual([401, { message: "401 Unauthorized" }]);
  }
  expect((await platform.call("GET", "/topics", { token: "" })).status).toBe(200);
});

test("what only administrators may do is 403 for others and 401 for nobody", async () => {
  const platform = await startPlatform();
  const json = { name: "a", title: "A" };
  const bob = await platform.call("POST", "/topics", { token: "token-of-bob", json });
  expect([bob.status, bob.body]).toEqual([403, { message: "403 Forbidden" }]);
  expect((await platform.call("POST", "/topics", { token: "", json })).status).toBe(401);
  expect((await platform.call("GET", "/license", { token: "token-of-bob" })).status).toBe(403);
});

test("a token reaches as far as its scopes, and a blocked user nowhere", async () => {
  const seed = {
    users: [
      { username: "reader", is_admin: true, token: "reads", scopes: ["read_api"] },
      { username: "gone", state: "blocked", token: "blocked" },
    ],
  };
  const platform = await startPlatform({ seed });
  expect((await platform.call("GET", "/topics", { token: "reads" })).status).toBe(200);
  const write = await platform.call("POST", "/topics", { token: "reads", json: { name: "a", title: "A" } });
  expect(write.status).toBe(403);
  expect(write.body).toMatchObject({ error: "insufficient_scope", scope: "api" });
  expect((await platform.call("GET", "/user", { token: "blocked" })).status).toBe(403);
});

test("each kind of token is taken only the ways that are its own", async () => {
  const paths = { "/me": { get: { operationId: "me", "x-role": "user", "x-job-token": true } } };
  const platform = await serveSection(paths, { handlers: { me: ({ token }) => ({ status: 200, body: token?.kind ?? null }) } });
  const values = { personal: "p", oauth: "o", job: "j" } as const;
  platform.world.store.transaction(() => {
    for (const kind of ["personal", "oauth", "job"] as const) addToken(platform, { kind, value: values[kind] });
  });
  const ways = {
    "PRIVATE-TOKEN": (value: string) => ({ headers: { "PRIVATE-TOKEN": value } }),
    "private_token=": (value: string) => ({ query: `?private_token=${value}` }),
    Bearer: (value: string) => ({ headers: { Authorization: `Bearer ${value}` } }),
    "access_token=": (value: string) => ({ query: `?access_token=${value}` }),
    "JOB-TOKEN": (value: string) => ({ headers: { "JOB-TOKEN": value } }),
    "job_token=": (value: string) => ({ query: `?job_token=${value}` }),
  };
  const taken: Record<string, string[]> = {};
  for (const [way, send] of Object.entries(ways)) {
    for (const [kind, value] of Object.entries(values)) {
      const { headers = {}, query = "" }: { headers?: Record<string, string>; query?: string } = send(value);
      const { status } = await platform.call("GET", `/me${query}`, { token: "", headers });
      if (status === 200) (taken[way] ??= []).push(kind);
      else expect(status).toBe(401);
    }
  }
  expect(taken).toEqual({
    "PRIVATE-TOKEN": ["personal"],
    "private_token=": ["personal"],
    Bearer: ["personal", "oauth", "job"],
    "access_token=": ["personal", "oauth"],
    "JOB-TOKEN": ["job"],
    "job_token=": ["job"],
  });
});

test("a job token is refused wherever job tokens are not taken, also where nobody need sign in", async () => {
  const paths = {
    "/open": { get: { operationId: "open", "x-role": "anonymous" } },
    "/mine": { get: { operationId: "mine", "x-role": "user" } },
    "/job": { get: { operationId: "job", "x-role": "user", "x-job-token": true } },
  };
  const reply = () => ({ status: 200, body: {} });
  const handlers = {
    open: reply,
    mine: reply,
    job: ({ token }: { token?: Token | undefined }) => ({ status: 200, body: token?.job_id ?? null }),
  };
  const platform = await serveSection(paths, { handlers });
  platform.world.store.transaction(() => addToken(platform, { kind: "job", value: "j", job_id: 77 }));
  const ask = (path: string) => platform.call("GET", path, { token: "", headers: { "JOB-TOKEN": "j" } });
  expect([(await ask("/open")).status, (await ask("/mine")).status]).toEqual([401, 401]);
  expect((await ask("/job")).body).toBe(77);
});

test("job tokens are taken by exactly the operations that document 1 lists", () => {
  const taking = operations().filter(({ jobToken }) => jobToken);
  expect(new Set(taking.map(({ method, paths }) => `${method} ${paths[0]?.replace("/api/v4", "")}`))).toEqual(
    new Set([
      "GET /job",
      "GET /job/allowed_agents",
      "GET /projects/{id}/releases",
      "GET /projects/{id}/releases/{tag_name}",
      "PUT /projects/{id}/releases/{tag_name}",
      "GET /projects/{id}/packages",
      "GET /projects/{id}/packages/{package_id}",
      "GET /projects/{id}/packages/{package_id}/package_files",
      "DELETE /projects/{id}/packages/{package_id}",
      "DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}",
    ]),
  );
});

test("an expired and a revoked token are 401 invalid_token, and say which", async () => {
  const paths = { "/me": { get: { operationId: "me", "x-role": "user" } } };
  const platform = await serveSection(paths, { handlers: { me: () => ({ status: 200, body: {} }) } });
  platform.world.store.transaction(() => {
    addToken(platform, { value: "old", expires_at: "2020-01-01T00:00:00.000Z" });
    addToken(platform, { value: "gone", revoked: true });
  });
  for (const [value, why] of [
    ["old", "expired"],
    ["gone", "revoked"],
  ] as const) {
    const { status, body } = await platform.call("GET", "/me", { token: "", headers: { Authorization: `Bearer ${value}` } });
    expect([status, body]).toEqual([401, { error: "invalid_token", error_description: expect.stringContaining(why) }]);
  }
});

test("read_user opens the users, the own account and the release for reading, openid and the repository scopes nothing of the API", async () => {
  const scopes = ["read_user", "openid", "read_repository", "write_repository"];
  const platform = await startPlatform({ seed: { users: scopes.map((scope) => ({ username: scope, scopes: [scope] })) } });
  const status = async (scope: string, path: string) => (await platform.call("GET", path, { token: `token-of-${scope}` })).status;
  for (const path of ["/user", "/users", "/users/1", "/version", "/metadata"]) {
    expect([path, await status("read_user", path)]).toEqual([path, 200]);
    for (const scope of scopes.slice(1)) expect([path, scope, await status(scope, path)]).toEqual([path, scope, 403]);
  }
  for (const path of ["/projects", "/groups", "/users/1/projects"])
    expect([path, await status("read_user", path)]).toEqual([path, 403]);
});

test("the scopes of an OAuth token bind it like those of a personal one", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform, { ...PUBLIC, scope: "read_api" });
  const headers = { Authorization: `Bearer ${access}` };
  expect((await platform.call("GET", "/projects", { token: "", headers })).status).toBe(200);
  const write = await platform.call("POST", "/projects", { token: "", headers, json: { name: "no" } });
  expect([write.status, write.body]).toEqual([403, expect.objectContaining({ error: "insufficient_scope", scope: "api" })]);
});

test("an administrator acts as another user with Sudo, by name or id, in a header or a parameter", async () => {
  const platform = await startPlatform();
  const names = [
    await platform.call("GET", "/user", { headers: { Sudo: "ALICE" } }),
    await platform.call("GET", "/user", { headers: { Sudo: "2" } }),
    await platform.call("GET", "/user?sudo=alice"),
  ].map(({ body }) => body);
  for (const body of names) expect(body).toMatchObject({ username: "alice", is_admin: false });
  const json = { name: "by-sudo", sudo: "alice" };
  expect((await platform.call("POST", "/projects", { json })).body).toMatchObject({ path_with_namespace: "alice/by-sudo" });
  // Whoever acts as another has no more rights than that one.
  expect((await platform.call("GET", "/license?sudo=alice")).status).toBe(403);
});

test("only administrators with the scope sudo may act as others, and only as those who are there and active", async () => {
  const users = [
    { username: "chief", is_admin: true, scopes: ["api"] },
    { username: "boss", is_admin: true, scopes: ["api", "sudo"] },
    { username: "bob", scopes: ["api", "sudo"] },
    { username: "gone", state: "blocked" },
  ];
  const platform = await startPlatform({ seed: { users } });
  const as = (sudo: string, token: string) => platform.call("GET", "/user", { token, headers: { Sudo: sudo } });
  expect((await as("bob", "token-of-boss")).status).toBe(200);
  expect((await as("bob", "token-of-chief")).body).toMatchObject({ error: "insufficient_scope", scope: "sudo" });
  expect((await as("boss", "token-of-bob")).body).toEqual({ message: "403 Forbidden - Must be admin to use sudo" });
  expect((await as("nobody", "token-of-boss")).status).toBe(404);
  expect((await as("gone", "token-of-boss")).status).toBe(403);
  const open = await platform.call("GET", "/topics", { token: "", headers: { Sudo: "bob" } });
  expect(open.status).toBe(401);
});

test("Git over HTTPS and the registries are no part of the emulator", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform);
  const basic = `Basic ${Buffer.from(`oauth2:${access}`).toString("base64")}`;
  for (const Authorization of [basic, `Bearer ${access}`])
    for (const path of [
      "./acme-labs/web.git/info/refs?service=git-upload-pack",
      "./v2/",
      "./jwt/auth",
      "/projects/1/packages/npm/web",
      "/projects/1/registry/repositories",
    ])
      expect([path, (await platform.call("GET", path, { token: "", headers: { Authorization } })).status]).toEqual([path, 404]);
});

function addToken({ world }: Awaited<ReturnType<typeof serveSection>>, values: Partial<Token>): void {
  const token = { user_id: 1, value: "", kind: "personal", scopes: ["api"], expires_at: null, revoked: false } as const;
  world.store.tokens.insert({ ...token, ...values });
}
