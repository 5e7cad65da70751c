import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { startEmulator, type Seed } from "../../../src/emulator/index.js";
import { startPlatform } from "../platform.js";

test("the statistics count by method and route, and can be reset", async () => {
  const platform = await startPlatform();
  await platform.call("GET", "/topics/1");
  await platform.call("GET", "/topics/2");
  await platform.call("GET", "/nothing");
  const stats = await platform.call("GET", "./-/emulator/stats", { token: "" });
  expect(stats.body).toEqual({ total: 3, routes: { "GET (unknown)": 1, "GET /api/v4/topics/{id}": 2 } });
  await platform.call("POST", "./-/emulator/stats/reset", { token: "" });
  expect((await platform.call("GET", "./-/emulator/stats")).body).toEqual({ total: 0, routes: {} });
});

test("a route that is unknown, of a higher tier or of a later version is the same 404", async () => {
  const free = await startPlatform({ tier: "free", serverVersion: "15.1.0" });
  for (const path of ["/nothing", "/license", "/metadata"]) {
    const answer = await free.call("GET", path);
    expect([answer.status, answer.body]).toEqual([404, { error: "404 Not Found" }]);
  }
  expect((await free.call("GET", "/version")).body).toMatchObject({ version: "15.1.0" });
  const paid = await startPlatform({ tier: "premium", serverVersion: "15.6.2" });
  expect((await paid.call("GET", "/license")).body).toMatchObject({ plan: "premium", expired: false });
  expect((await paid.call("GET", "/metadata")).body).toMatchObject({ version: "15.6.2-ee", enterprise: true });
  expect((await (await startPlatform()).call("GET", "/metadata")).body).not.toHaveProperty("enterprise");
});

test("users are found by exact name in any letter case, and listed only when signed in", async () => {
  const platform = await startPlatform();
  expect((await platform.call("GET", "/users?username=CAROL", { token: "" })).body).toEqual([
    { id: 4, name: "Carol Cooper", username: "carol", state: "active", avatar_url: null, web_url: `${platform.url}/carol` },
  ]);
  expect((await platform.call("GET", "/users?username=ali")).body).toEqual([]);
  const found = (await platform.call("GET", "/users?search=ER")).body as { username: string }[];
  expect(found.map(({ username }) => username)).toEqual(["erin", "dave", "carol", "bob", "alice"]);
  expect((await platform.call("GET", "/users", { token: "" })).status).toBe(403);
  expect((await platform.call("GET", "/users/2")).body).toMatchObject({ username: "alice" });
  expect((await platform.call("GET", "/users/99")).body).toEqual({ message: "404 User Not Found" });
});

test("a seed names its mistakes", async () => {
  await expect(startPlatform({ seed: { people: [] } })).rejects.toThrow("unknown keys: people");
  await expect(startPlatform({ seed: { topics: [{ title: "no name" }] } })).rejects.toThrow(
    "topics/0 must have required property 'name'",
  );
});

test("the company of the default seed is a seed as anyone may write one", async () => {
  const folder = new URL("../../../src/emulator/company/", import.meta.url);
  const parts = readdirSync(folder).map((name) => parse(readFileSync(new URL(name, folder), "utf8")) as object);
  const written = await stateOf(Object.assign({}, ...parts) as Seed);
  expect(written).toEqual(await stateOf("default"));
  expect(written).toContain("acme-labs/platform/api");
});

/** What an emulator holds that begins with a seed, without times and what is made by chance. */
async function stateOf(seed: Seed): Promise<string> {
  const emulator = await startEmulator({ seed });
  const text = JSON.stringify(emulator.state(), null, 1);
  await emulator.close();
  return text.replaceAll(/"\d{4}-\d\d-\d\d[^"]*"/g, '"a time"').replaceAll(/"[\da-f]{40,64}"/g, '"a hash"');
}
