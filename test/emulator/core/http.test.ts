import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";

test("a read has a weak ETag of what it answers, and is 304 without a body for who has that already", async () => {
  const platform = await startPlatform();
  const path = "/projects?per_page=2";
  const first = await platform.call("GET", path);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"[\da-f]{32}"$/);
  expect(first.headers.get("cache-control")).toBe("max-age=0, private, must-revalidate");
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
    const again = await platform.call("GET", path, { headers: { "if-none-match": known } });
    expect([known, again.status, again.body, again.headers.get("etag")]).toEqual([known, 304, "", etag]);
    expect(again.headers.get("x-total")).toBe(first.headers.get("x-total"));
  }
  expect((await platform.call("GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const [project] = first.body as { id: number }[];
  await platform.call("PUT", `/projects/${project?.id}`, { json: { description: "another" } });
  expect((await platform.call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(200);
});

test("who asks in vain or writes gets no ETag, and a condition changes nothing of that", async () => {
  const platform = await startPlatform({ seed: "none" });
  const headers = { "if-none-match": "*" };
  const missing = await platform.call("GET", "/topics/1", { headers });
  expect([missing.status, missing.headers.has("etag")]).toEqual([404, false]);
  const made = await platform.call("POST", "/topics", { headers, json: { name: "one", title: "One" } });
  expect([made.status, made.headers.has("etag")]).toEqual([201, false]);
  const token = await platform.call("POST", "./oauth/token", { headers, json: {} });
  expect(token.status).toBe(400);
});

test("every reply has an X-Request-Id, that of the request as far as a header may hold it", async () => {
  const platform = await startPlatform({ seed: "none" });
  const seen = new Set<string | null>();
  for (const path of ["/version", "/version", "/nothing", "/topics/1", "./-/emulator/stats"])
    seen.add((await platform.call("GET", path)).headers.get("x-request-id"));
  expect(seen.size).toBe(5);
  for (const id of seen) expect(id).toMatch(/^[\w-]{20,}$/);
  const told = await platform.call("GET", "/version", { headers: { "x-request-id": "mine-1@here; <b>" } });
  expect(told.headers.get("x-request-id")).toBe("mine-1@hereb");
  const long = await platform.call("GET", "/version", { headers: { "x-request-id": "x".repeat(1000) } });
  expect(long.headers.get("x-request-id")).toHaveLength(255);
});

test("a method that a route lacks is 405 with the methods that it has, and OPTIONS says them", async () => {
  const platform = await startPlatform({ tier: "free" });
  const other = await platform.call("PUT", "/topics");
  expect([other.status, other.body, other.headers.get("allow")]).toEqual([
    405,
    { error: "405 Not Allowed" },
    "GET, HEAD, OPTIONS, POST",
  ]);
  const asked = await platform.call("OPTIONS", "/projects/acme-labs%2Fwebsite", { token: "" });
  expect([asked.status, asked.body, asked.headers.get("allow")]).toEqual([204, "", "DELETE, GET, HEAD, OPTIONS, PUT"]);
  expect((await platform.call("OPTIONS", "/nothing")).status).toBe(404);
  expect((await platform.call("PATCH", "/groups/acme-labs/protected_environments")).status).toBe(404);
});

test("a slash at the end of a path says nothing", async () => {
  const platform = await startPlatform();
  const [plain, slashed] = [
    await platform.call("GET", "/projects?per_page=1"),
    await platform.call("GET", "/projects/?per_page=1"),
  ];
  expect(slashed.body).toEqual(plain.body);
  expect(slashed.headers.get("link")).toBe(plain.headers.get("link"));
  expect((await platform.call("GET", "/projects/acme-labs%2Fwebsite/")).body).toMatchObject({ path: "website" });
  expect((await platform.call("POST", "/topics/", { json: { name: "slash", title: "Slash" } })).status).toBe(201);
  expect((await platform.call("GET", "/nothing/")).status).toBe(404);
});
