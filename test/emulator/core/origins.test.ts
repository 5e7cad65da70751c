import { once } from "node:events";
import { type IncomingMessage, request as send } from "node:http";
import { expect, test } from "vitest";
import { ownNames } from "../../../src/emulator/core/origins.js";
import { type Platform, startPlatform } from "../platform.js";

/** Calls with headers that fetch does not let one say. */
async function statusOf(
  { url, token }: Platform,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const { port } = new URL(url);
  const call = send({ agent: false, host: "127.0.0.1", port, method, path, headers: { "private-token": token, ...headers } });
  const answered = once(call, "response") as Promise<[IncomingMessage]>;
  call.end();
  const [reply] = await answered;
  reply.resume();
  return reply.statusCode;
}

test("a name that is not the emulator's is refused, on every route, so that no page of another site reads it by DNS rebinding", async () => {
  const platform = await startPlatform({ seed: "none" });
  const { port } = new URL(platform.url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, "localhost"])
    expect([host, await statusOf(platform, "GET", "/api/v4/version", { host })]).toEqual([host, 200]);
  for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example", "192.0.2.1", "127.0.0.2", "[::2]"]) {
    for (const path of ["/api/v4/version", "/oauth/token/info", "/-/emulator/stats", "/uploads/-/system/x", "/nothing"])
      expect([host, path, await statusOf(platform, "GET", path, { host })]).toEqual([host, path, 403]);
  }
  expect(await statusOf(platform, "GET", "http://evil.example/api/v4/version", { host: `127.0.0.1:${port}` })).toBe(403);
});

test("a name that was allowed is the emulator's too, and listening everywhere any address is, but no name", async () => {
  const named = await startPlatform({ seed: "none", allowedHosts: ["Platform.Test"] });
  expect(await statusOf(named, "GET", "/api/v4/version", { host: "platform.test:8080" })).toBe(200);
  expect(await statusOf(named, "GET", "/api/v4/version", { host: "other.test" })).toBe(403);
  const everywhere = ownNames("0.0.0.0", []);
  expect(["192.0.2.7", "[2001:db8::1]", "localhost", "evil.example"].map(everywhere)).toEqual([true, true, true, false]);
  const one = ownNames("192.0.2.7", ["127.0.0.9"]);
  expect(["192.0.2.7", "127.0.0.9", "192.0.2.8"].map(one)).toEqual([true, true, false]);
  expect(["[::]", "::"].map((host) => ownNames(host, [])("198.51.100.1"))).toEqual([true, true]);
});

test("what a page of another origin sends changes nothing, whatever credential the address holds", async () => {
  const platform = await startPlatform({ seed: "none" });
  const path = `/api/v4/topics?private_token=${platform.token}&name=foreign&title=Foreign`;
  for (const origin of ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "", "nonsense"])
    expect([origin, await statusOf(platform, "POST", path, { origin })]).toEqual([origin, 403]);
  expect(await statusOf(platform, "POST", "/-/emulator/stats/reset", { origin: "https://evil.example" })).toBe(403);
  expect(await statusOf(platform, "GET", "/api/v4/topics", { origin: "https://evil.example" })).toBe(403);
  expect((await platform.call("GET", "/topics")).body).toEqual([]);
  expect(await statusOf(platform, "POST", path, { origin: platform.url })).toBe(201);
});

test("pages of other origins may use what is for them, and no other method of it", async () => {
  const platform = await startPlatform();
  const origin = "https://app.example";
  expect(await statusOf(platform, "POST", "/oauth/token", { origin })).toBe(400);
  expect(await statusOf(platform, "GET", "/oauth/userinfo", { origin })).toBe(401);
  expect(await statusOf(platform, "PUT", "/oauth/token", { origin })).toBe(403);
  expect(await statusOf(platform, "POST", "/oauth/authorize", { origin })).toBe(403);
});
