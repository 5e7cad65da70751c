// @module-tag slow
import { expect, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { createRedactor } from "../../src/core/redact.js";
import { openConnection, systemClock } from "../../src/platform/index.js";
import { failureOf, open, quickClock, startServer } from "./local-server.js";

/** A server that answers after so many milliseconds, and how many requests it had at once at most. */
async function startCounting(milliseconds: number) {
  let [together, most] = [0, 0];
  const server = await startServer(({ json }) => {
    most = Math.max(most, ++together);
    setTimeout(() => {
      together--;
      json(200, {});
    }, milliseconds);
  });
  return { server, most: () => most };
}

test("no more requests than allowed are in flight, reads and writes together", async () => {
  const { server, most } = await startCounting(5);
  const { api } = open(server.url, { concurrency: 3 });
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0 ? api.get(`/projects/${index}`) : api.send({ method: "PUT", path: `/projects/${index}`, body: {} }),
    ),
  );
  expect(most()).toBe(3);
  expect(server.arrived).toHaveLength(20);
});

test("many requests that can all be interrupted are no reason for a warning of Node", async () => {
  const warnings: string[] = [];
  const warn = (warning: Error): number => warnings.push(warning.message);
  process.on("warning", warn);
  const server = await startServer(({ json }) => setTimeout(() => json(200, {}), 5));
  const { read } = open(server.url, { concurrency: 30, signal: new AbortController().signal });
  await Promise.all(Array.from({ length: 60 }, async () => read.get("/user")));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});

test("requests a second are spaced out", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const { read, waits } = open(server.url, { maxRps: 2, concurrency: 1 });
  for (let index = 0; index < 5; index++) await read.get("/user");
  expect(waits).toEqual([500, 500, 500, 500]);
});

test("a server that asks for rest gets no other request meanwhile", async () => {
  let now = Date.UTC(2026, 0, 1);
  const waits: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    // It goes on when another one stands behind it.
    while (waits.filter((wait) => wait > 50_000).length < 2) await new Promise((resolve) => setImmediate(resolve));
    now += milliseconds;
  };
  const server = await startServer(({ nth, json }) => (nth === 1 ? json(429, {}, { "retry-after": "60" }) : json(200, {})));
  const { read } = open(server.url, { concurrency: 1, clock: { now: () => now, sleep } });
  await Promise.all(["/user", "/version", "/metadata"].map(async (path) => read.get(path)));
  // The one that was refused, and at least one that stood behind it.
  expect(waits.filter((wait) => wait > 50_000).length).toBeGreaterThan(1);
});

test("when the server's allowance is used up, the next request waits until it is filled again", async () => {
  const clock = quickClock();
  const start = clock.now();
  const server = await startServer(({ nth, json }) => {
    const reset = Math.floor(start / 1000) + (nth <= 2 ? 60 : 120);
    json(
      200,
      {},
      {
        date: new Date(clock.now()).toUTCString(),
        "ratelimit-remaining": String(nth <= 2 ? 2 - nth : 100),
        "ratelimit-reset": String(reset),
      },
    );
  });
  const { read } = open(server.url, { clock });
  for (let index = 0; index < 4; index++) await read.get("/user");
  expect(clock.waits).toEqual([60_000]);
});

test("the seconds of the IETF draft are understood too, and a mad reset is bounded", async () => {
  const server = await startServer(({ nth, json }) =>
    json(
      200,
      {},
      nth === 1
        ? { "ratelimit-remaining": "0", "ratelimit-reset": "30" }
        : nth === 2
          ? { "ratelimit-remaining": "0", "ratelimit-reset": "99999999999" }
          : {},
    ),
  );
  const { read, waits } = open(server.url, { patience: { maxWait: 40_000 } });
  for (let index = 0; index < 3; index++) await read.get("/user");
  expect(waits).toEqual([30_000, 40_000]);
});

test("a 429 holds back everybody, not only the one who got it", async () => {
  const clock = quickClock();
  const start = clock.now();
  const times: number[] = [];
  const server = await startServer(({ nth, text, json }) => {
    times.push(clock.now() - start);
    if (nth === 1) text(429, "Retry later", { "retry-after": "10" });
    else json(200, {});
  });
  const { read } = open(server.url, { clock, concurrency: 1 });
  await Promise.all([read.get("/a"), read.get("/b"), read.get("/c")]);
  expect(times).toHaveLength(4);
  expect(times[0]).toBe(0);
  for (const time of times.slice(1)) expect(time).toBeGreaterThanOrEqual(10_000);
});

test("without a number of our own, requests in flight grow while the server bears them, up to a bound", async () => {
  const { server, most } = await startCounting(4);
  const { read, connection } = open(server.url, { maxConcurrency: 12, clock: systemClock });
  await Promise.all(Array.from({ length: 400 }, async (_, index) => read.get(`/projects/${index}`)));
  expect([most(), connection.throttle.concurrency]).toEqual([12, 12]);
});

test("a server that refuses more than ten in flight is asked too often a few times, and gets all the same", async () => {
  let [together, refused] = [0, 0];
  const server = await startServer(({ json, text }) => {
    const isTooMany = together >= 10;
    if (isTooMany) refused++;
    else together++;
    setTimeout(() => {
      if (!isTooMany) together--;
      if (isTooMany) text(429, "Too many at once");
      else json(200, {});
    }, 4);
  });
  const { read, connection } = open(server.url, { clock: systemClock, patience: { backoff: 5 } });
  await Promise.all(Array.from({ length: 600 }, async (_, index) => read.get(`/projects/${index}`)));
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(20);
  expect(connection.throttle.concurrency).toBeLessThanOrEqual(13);
});

test("of what the server allows 95 % are used", async () => {
  const clock = quickClock();
  const start = clock.now();
  let [window, count] = [0, 0];
  const server = await startServer(({ json }) => {
    const now = Math.floor((clock.now() - start) / 60_000);
    if (now !== window) [window, count] = [now, 0];
    count++;
    const headers = {
      date: new Date(clock.now()).toUTCString(),
      "ratelimit-limit": "40",
      "ratelimit-remaining": String(40 - count),
      "ratelimit-reset": String(start / 1000 + (window + 1) * 60),
    };
    json(200, {}, headers);
  });
  const { read } = open(server.url, { clock, concurrency: 1 });
  for (let index = 0; index < 100; index++) await read.get("/user");
  expect(clock.waits).toEqual([60_000, 60_000]);
  expect(count).toBe(100 - 2 * 38);
});

test("allowances of several routes are kept apart: one that is used up holds back no other", async () => {
  const clock = quickClock();
  const start = clock.now();
  const server = await startServer(({ url, json }) => {
    const isSpecial = url.includes("/groups");
    const headers = {
      date: new Date(clock.now()).toUTCString(),
      "ratelimit-limit": isSpecial ? "4" : "2000",
      "ratelimit-remaining": isSpecial ? "0" : "1500",
      "ratelimit-reset": String(start / 1000 + 60),
    };
    json(200, {}, headers);
  });
  const { read } = open(server.url, { clock, concurrency: 1 });
  await read.get("/groups/1");
  for (let index = 0; index < 5; index++) await read.get(`/projects/${index}/hooks`);
  expect(clock.waits).toEqual([]);
  await read.get("/groups/2");
  expect(clock.waits).toEqual([60_000]);
});

const routeIsLimited = { message: { error: "This endpoint has been requested too many times. Try again later." } };

test("a route that is refused for having been asked too often waits alone, also where no header says how long", async () => {
  const clock = quickClock();
  const start = clock.now();
  const times: [string, number][] = [];
  const server = await startServer(({ nth, url, json }) => {
    times.push([url.replace("/api/v4", ""), clock.now() - start]);
    if (nth === 1) json(429, routeIsLimited);
    else json(200, {});
  });
  const { read } = open(server.url, { clock, concurrency: 1 });
  const slow = read.get("/projects/1");
  const others = async (): Promise<void> => {
    while (times.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (let index = 0; index < 3; index++) await read.get(`/projects/${index}/hooks`);
  };
  await Promise.all([slow, others()]);
  expect(times[0]).toEqual(["/projects/1", 0]);
  expect(times.findLast(([url]) => url === "/projects/1")?.[1]).toBeGreaterThanOrEqual(60_000);
});

test("what a route without headers allows is learnt from its 429s", async () => {
  const clock = quickClock();
  const start = clock.now();
  let [window, count, refused] = [0, 0, 0];
  const server = await startServer(({ json }) => {
    const now = Math.floor((clock.now() - start) / 60_000);
    if (now !== window) [window, count] = [now, 0];
    if (++count <= 110) return json(200, {});
    refused++;
    return json(429, routeIsLimited, { "retry-after": String(Math.ceil(60 - ((clock.now() - start) % 60_000) / 1000)) });
  });
  const { read } = open(server.url, { clock, concurrency: 1 });
  for (let index = 0; index < 400; index++) await read.get(`/projects/${index}`);
  expect(refused).toBe(1);
  expect(clock.now() - start).toBeLessThan(6 * 60_000);
});

test("bounds that make no sense are refused", async () => {
  const credential = { kind: "none", token: "", from: "", passedOver: [] } as const;
  const at = async (bounds: { concurrency?: number; maxConcurrency?: number; maxRps?: number }): Promise<unknown> =>
    openConnection({ url: "http://127.0.0.1:9", credential, redactor: createRedactor(), ...bounds });
  for (const bounds of [{ concurrency: 0 }, { concurrency: 1.5 }, { maxConcurrency: 0 }, { maxRps: 0 }, { maxRps: Number.NaN }]) {
    expect((await failureOf(at(bounds), TrueupError)).code).toBe("usage");
  }
});
