import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.js";

let emulator: Emulator;
/** A token of the same administrator: the one that the emulator is started with is not limited here. */
let own: string;

beforeEach(async () => {
  // No period ends but by a test.
  vi.useFakeTimers({ toFake: ["Date"] });
  emulator = await startEmulator({
    dialect: "vendor",
    serverVersion: "19.0.0",
    token: "administrator",
    seed: "none",
    exemptToken: true,
  });
  const made = await fetch(`${emulator.url}/api/v4/users/1/personal_access_tokens`, {
    method: "POST",
    headers: { "PRIVATE-TOKEN": emulator.token, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "own", scopes: ["api"] }),
  });
  own = ((await made.json()) as { token: string }).token;
});
afterEach(async () => {
  vi.useRealTimers();
  await emulator.close();
});

async function call(path: string, token = own, settings?: Record<string, unknown>): Promise<Response> {
  const headers = {
    connection: "close",
    ...(token === "" ? {} : { "PRIVATE-TOKEN": token }),
    ...(settings === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const how = settings === undefined ? {} : { method: "PUT", body: JSON.stringify(settings) };
  return whole(await fetch(`${emulator.url}/api/v4${path}`, { headers, ...how }));
}

/** A reply whose body is here: an unread one may end this process when its connection does (undici asserts that nothing is paused). */
async function whole(reply: Response): Promise<Response> {
  return new Response(await reply.text(), reply);
}

async function set(settings: Record<string, unknown>): Promise<void> {
  expect((await call("/application/settings", emulator.token, settings)).status).toBe(200);
}

/** Statuses of as many requests. */
async function statuses(times: number, path: string, token?: string): Promise<number[]> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push((await call(path, token)).status);
  return all;
}

test("requests of one user beyond the limit are refused as servers refuse them, with the text that the settings say", async () => {
  await set({
    throttle_authenticated_api_enabled: true,
    throttle_authenticated_api_requests_per_period: 3,
    throttle_authenticated_api_period_in_seconds: 86_400,
    rate_limiting_response_text: "Have a break",
  });
  expect(await statuses(3, "/version")).toEqual([200, 200, 200]);
  const refused = await call("/user");
  expect([refused.status, await refused.text()]).toEqual([429, "Have a break\n"]);
  expect(refused.headers.get("content-type")).toContain("text/plain");
  const told = Object.fromEntries(refused.headers);
  expect(told).toMatchObject({
    "ratelimit-name": "throttle_authenticated_api",
    "ratelimit-limit": "1",
    "ratelimit-observed": "4",
    "ratelimit-remaining": "0",
  });
  const left = Number(told["ratelimit-reset"]) - Date.now() / 1000;
  expect(Math.abs(left - Number(told["retry-after"]))).toBeLessThanOrEqual(1);
  expect(await statuses(2, "/projects", "")).toEqual([200, 200]);
});

test("who is not signed in is limited by the own settings, and gets through when the period is over", async () => {
  await set({
    throttle_unauthenticated_api_enabled: true,
    throttle_unauthenticated_api_requests_per_period: 1,
    throttle_unauthenticated_api_period_in_seconds: 1,
  });
  expect(await statuses(4, "/projects", "")).toEqual([200, 429, 429, 429]);
  expect(await statuses(4, "/projects")).toEqual([200, 200, 200, 200]);
  vi.setSystemTime(Date.now() + 1000);
  expect(await statuses(1, "/projects", "")).toEqual([200]);
});

test("files of repositories and deprecated routes have limits of their own, which count in place of the general one", async () => {
  await set({
    throttle_authenticated_api_enabled: true,
    throttle_authenticated_api_requests_per_period: 1,
    throttle_authenticated_api_period_in_seconds: 86_400,
    throttle_authenticated_files_api_enabled: true,
    throttle_authenticated_files_api_requests_per_period: 2,
    throttle_authenticated_files_api_period_in_seconds: 86_400,
  });
  expect(await statuses(3, "/projects/1/repository/files/a?ref=main")).toEqual([404, 404, 429]);
  expect(await statuses(2, "/version")).toEqual([200, 429]);
});

test("a route is limited by its setting once that is set, each user alone, and 0 lets everything pass", async () => {
  expect(await statuses(3, "/groups")).toEqual([200, 200, 200]);
  await set({ groups_api_limit: 2, projects_api_rate_limit_unauthenticated: 1 });
  expect(await statuses(3, "/groups")).toEqual([200, 200, 429]);
  const refused = await call("/groups");
  expect(await refused.json()).toEqual({
    message: { error: "This endpoint has been requested too many times. Try again later." },
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await statuses(2, "/groups", "")).toEqual([200, 200]);
  expect(await statuses(2, "/projects", "")).toEqual([200, 429]);
  expect(await statuses(2, "/projects")).toEqual([200, 200]);
  await set({ groups_api_limit: 0 });
  expect(await statuses(1, "/groups")).toEqual([200]);
});

test("the token that it is started with is limited as any other, unless it is left out", async () => {
  const limited = await startEmulator({ dialect: "vendor", serverVersion: "19.0.0", seed: "none" });
  try {
    const headers = { "PRIVATE-TOKEN": limited.token, "Content-Type": "application/json", connection: "close" };
    const settings = `${limited.url}/api/v4/application/settings`;
    const limit = {
      throttle_authenticated_api_enabled: true,
      throttle_authenticated_api_requests_per_period: 1,
      throttle_authenticated_api_period_in_seconds: 86_400,
    };
    expect((await whole(await fetch(settings, { method: "PUT", headers, body: JSON.stringify(limit) }))).status).toBe(200);
    const read = async () => (await whole(await fetch(settings, { headers }))).status;
    expect([await read(), await read()]).toEqual([200, 429]);
  } finally {
    await limited.close();
  }
});
