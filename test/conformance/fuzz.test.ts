import { mkdtempSync, rmSync, statSync } from "node:fs";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startEmulator } from "../../src/emulator/index.js";
import type { Emulator } from "../../src/emulator/index.js";

import { described } from "./description.js";

let folder = "";
let file = "";
let emulator: Emulator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  file = join(folder, "data.json");
  // Nothing runs in the background meanwhile, so that whatever is written comes from a request.
  emulator = await startEmulator({ data: file, workerDelay: 3_600_000, token: "token-of-root" });
});

afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true });
});

interface Wire {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** Sends bytes as they are, without the care that fetch takes; resolves to the status, or 0 when the connection was closed. */
function raw({ method, path, headers, body }: Wire): Promise<number> {
  return new Promise((resolve) => {
    const { port } = new URL(emulator.url);
    const call = send({
      agent: false,
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": body.length }) },
    });
    call.on("response", (reply) => {
      reply.resume();
      reply.on("end", () => resolve(reply.statusCode ?? 0));
      reply.on("error", () => resolve(0));
    });
    call.on("error", () => resolve(0));
    // The server may close before it took a huge body to its end; by then nobody else listens to the socket.
    call.on("socket", (socket) => socket.on("error", () => resolve(0)));
    call.end(body);
  });
}

const operation = fc.constantFrom(...described.filter(({ method }) => method !== "OPTIONS"));
const odd = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "1",
    "2",
    "3",
    "99999999999999999999",
    "1e309",
    "NaN",
    "null",
    "true",
    "",
    " ",
    "acme-labs",
    "acme-labs%2Fwebsite",
    "%00",
    "%FF%FE",
    "..",
    "%2e%2e%2f",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "None",
    "Any",
    "2022-13-45T99:99:99Z",
    "2022-01-01T00:00:00Z",
    "'; DROP TABLE users; --",
    "<script>",
    "\u202e",
    "💥".repeat(50),
  ),
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.integer().map(String),
);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom(
      "name",
      "path",
      "title",
      "body",
      "status",
      "id",
      "sha",
      "ref",
      "milestones",
      "labels",
      "duration",
      "user_ids",
      "deploy_access_levels",
      "approvals_required",
      "__proto__",
      "constructor",
    ),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 6 },
  ),
);
const query = fc.dictionary(
  fc.constantFrom(
    "page",
    "per_page",
    "order_by",
    "sort",
    "search",
    "scope",
    "not[labels]",
    "not[",
    "iids[]",
    "a[b][c][]",
    "labels",
    "state",
    "milestone",
    "created_after",
    "pagination",
    "cursor",
    "id_after",
    "access_token",
    "sudo",
    "custom_attributes[x]",
  ),
  odd,
  { maxKeys: 4 },
);
const body = fc.oneof(
  fc.record({ type: fc.constant("application/json"), bytes: json.map((value) => Buffer.from(JSON.stringify(value) ?? "")) }),
  fc.record({
    type: fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
      "text/xml",
      "application/json; charset=utf-16",
      "",
    ),
    bytes: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  }),
  fc.record({
    type: fc.constant("application/x-www-form-urlencoded"),
    bytes: fc.dictionary(fc.string({ maxLength: 8 }), odd).map((values) => Buffer.from(new URLSearchParams(values).toString())),
  }),
);
const credential = fc.constantFrom<Record<string, string>>(
  { "private-token": "token-of-root" },
  { "private-token": "token-of-alice" },
  { "private-token": "wrong" },
  { authorization: "Bearer token-of-bob" },
  { authorization: "Basic !!!" },
  { "job-token": "nothing" },
  {},
);

const wire: fc.Arbitrary<Wire> = fc
  .record({
    operation,
    places: fc.array(odd, { minLength: 4, maxLength: 4 }),
    query,
    body: fc.option(body, { nil: undefined }),
    credential,
  })
  .map(({ operation: { method, path }, places, query: asked, body: sent, credential: headers }) => {
    const values = [...places];
    const filled = path.replaceAll(/\{\w+\}/g, () => encode(values.shift() ?? "1"));
    const search = new URLSearchParams(asked).toString();
    return {
      method,
      path: `${filled}${search === "" ? "" : `?${search}`}`,
      headers: { ...headers, ...(sent === undefined ? {} : { "content-type": sent.type }) },
      body: sent?.bytes,
    };
  });

/** Percent signs stay, so that broken encodings arrive; what HTTP itself cannot carry is encoded. */
const encode = (text: string): string =>
  text.replaceAll(/[^\w.~%-]/gu, (character) => `%${Buffer.from(character).toString("hex").match(/../g)?.join("%") ?? ""}`) ||
  "-";

describe("fuzzed requests", () => {
  it("never make the emulator fail, and one that is refused changes nothing", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(wire, async (one) => {
        const before = statSync(file).size;
        const status = await raw(one);
        expect(status, JSON.stringify({ ...one, body: one.body?.toString("latin1") })).not.toBe(500);
        expect(status).not.toBe(501);
        if (status >= 400) expect(statSync(file).size).toBe(before);
      }),
      { numRuns: 3000 },
    );
    expect(await raw({ method: "GET", path: "/api/v4/topics" })).toBe(200);
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
