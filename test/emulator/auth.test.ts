import { expect, test } from "vitest";

import { startPlatform } from "./platform.js";

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
