// @module-tag slow
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.js";
import { takesAll } from "../ring.js";
import { type OddRequest, oddRequest, sendBytes, sendOdd } from "./odd-requests.js";

let folder = "";
let file = "";
let emulator: Emulator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  file = join(folder, "data.json");
  // Nothing runs in the background meanwhile, so that whatever is written comes from a request.
  emulator = await startEmulator({ dialect: "neutral", data: file, workerDelay: 3_600_000, token: "token-of-root" });
});

afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true });
});

const raw = (request: OddRequest): Promise<number> => sendOdd(emulator.url, request);

/** What the emulator says of failures of its own while something runs. */
async function failuresDuring(run: () => Promise<void>): Promise<readonly string[]> {
  const failures: string[] = [];
  const listen = ({ message }: Error): void => void failures.push(message);
  process.on("warning", listen);
  await run();
  process.off("warning", listen);
  return failures.filter((message) => message.startsWith("The emulator"));
}

describe("fuzzed requests", () => {
  it("never make the emulator fail, and one that is refused changes nothing", { tags: ["slow"] }, async () => {
    const property = fc.asyncProperty(oddRequest, async (one) => {
      const before = statSync(file).size;
      const status = await raw(one);
      expect(status, JSON.stringify({ ...one, body: one.body?.toString("latin1") })).toBeLessThan(500);
      if (status >= 400) expect(statSync(file).size).toBe(before);
    });
    const failures = await failuresDuring(() => fc.assert(property, { numRuns: takesAll ? 3000 : 300 }));
    expect(failures).toEqual([]);
    expect(await raw({ method: "GET", path: "/api/v4/topics" })).toBe(200);
  });

  it("that end early, or are hardly HTTP, are refused", async () => {
    const { host } = new URL(emulator.url);
    const headers = `Host: ${host}\r\nPRIVATE-TOKEN: token-of-root\r\nConnection: close\r\n`;
    const post = `POST /api/v4/topics HTTP/1.1\r\n${headers}Content-Type: application/json\r\n`;
    const requests: readonly (readonly [bytes: string, status: number])[] = [
      [`${post}Content-Length: 100\r\n\r\n{"name":`, 400],
      [`${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam`, 400],
      [`${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{"nam`, 400],
      [`${post}Content-Length: -1\r\n\r\n`, 400],
      [`${post}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde`, 400],
      ["GET /api/v4/version HTTP/1.1\r\n\r\n", 400],
      ["GET /api/v4/version HTTP/1.1\r\nHost: a b\r\n\r\n", 400],
      [`GET http://[::1/api/v4/version HTTP/1.1\r\n${headers}\r\n`, 400],
      [`GET //evil/api HTTP/1.1\r\n${headers}\r\n`, 404],
      [`GET /api/v4/projects/%zz HTTP/1.1\r\n${headers}\r\n`, 404],
      [`GET /api/v4/topics?a[=1&a]=2&[=1&]=1&[]=2&[a]=1 HTTP/1.1\r\n${headers}\r\n`, 200],
      [`GET /api/v4/topics HTTP/1.1\r\n${headers}Cookie: ${"a".repeat(20_000)}\r\n\r\n`, 431],
      [`OPTIONS * HTTP/1.1\r\n${headers}\r\n`, 400],
      [`TRACE /api/v4/version HTTP/1.1\r\n${headers}\r\n`, 405],
      [`CONNECT evil.example:443 HTTP/1.1\r\n${headers}\r\n`, 0],
    ];
    const failures = await failuresDuring(async () => {
      const answered = await Promise.all(requests.map(async ([bytes]) => [bytes, await sendBytes(emulator.url, bytes)]));
      expect(answered).toEqual(requests);
    });
    expect(failures).toEqual([]);
  });

  it("huge bodies are refused with 413, or the connection is closed, and the emulator goes on", async () => {
    const huge = Buffer.alloc(21 * 1024 * 1024, "a");
    for (const type of ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const headers = { "private-token": "token-of-root", "content-type": type };
      // oxlint-disable-next-line no-await-in-loop -- one huge body at a time
      expect([0, 413]).toContain(await raw({ method: "POST", path: "/api/v4/topics", headers, body: huge }));
    }
    expect(await raw({ method: "GET", path: "/api/v4/topics" })).toBe(200);
  });

  it("deeply nested bodies and endless lists of parameters are refused", async () => {
    const headers = { "private-token": "token-of-root", "content-type": "application/json" };
    const nested = Buffer.from(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    expect(await raw({ method: "POST", path: "/api/v4/topics", headers, body: nested })).toBe(400);
    const many = Buffer.from("a[]=1&".repeat(20_000));
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    expect(await raw({ method: "POST", path: "/api/v4/topics", headers: form, body: many })).toBe(400);
  });

  it("a hundred connections at once are all answered, and of a hundred equal creates one wins", async () => {
    const headers = { "private-token": "token-of-root", "content-type": "application/json" };
    const create = { method: "POST", path: "/api/v4/topics", headers, body: Buffer.from('{"name":"one","title":"One"}') };
    const statuses = await Promise.all(Array.from({ length: 100 }, () => raw(create)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(99);
  });
});
