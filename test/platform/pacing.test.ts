import { expect, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { createRedactor } from "../../src/core/redact.js";
import { openConnection } from "../../src/platform/index.js";
import { failureOf, open, quickClock, startServer } from "./local-server.js";

test("no more requests than allowed are in flight, reads and writes together", async () => {
  let [together, most] = [0, 0];
  const server = await startServer(({ json }) => {
    most = Math.max(most, ++together);
    setTimeout(() => {
      together--;
      json(200, {});
    }, 5);
  });
  const { api } = open(server.url, { concurrency: 3 });
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0 ? api.get(`/projects/${index}`) : api.send({ method: "PUT", path: `/projects/${index}`, body: {} }),
    ),
  );
  expect(most).toBe(3);
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
    await new Promise((resolve) => setTimeout(resolve, 20));
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
  expect(times[0]).toBe(0);
  for (const time of times.slice(1)) expect(time).toBeGreaterThanOrEqual(10_000);
});

test("bounds that make no sense are refused", async () => {
  const credential = { kind: "none", token: "", from: "", passedOver: [] } as const;
  const at = async (bounds: { concurrency?: number; maxRps?: number }): Promise<unknown> =>
    openConnection({ url: "http://127.0.0.1:9", credential, redactor: createRedactor(), ...bounds });
  for (const bounds of [{ concurrency: 0 }, { concurrency: 1.5 }, { maxRps: 0 }, { maxRps: Number.NaN }]) {
    expect((await failureOf(at(bounds), TrueupError)).code).toBe("usage");
  }
});
