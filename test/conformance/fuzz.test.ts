import { mkdtempSync, rmSync, statSync } from "node:fs";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/index.js";
import type { Emulator } from "../../src/emulator/index.js";
import { isObject } from "../../src/emulator/json.js";
import type { Json, JsonObject } from "../../src/emulator/json.js";
import { typesOf } from "../../src/emulator/schema.js";
import type { Schema } from "../../src/emulator/schema.js";
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

/** What no parameter expects. */
const odd = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "99999999999999999999",
    "1e309",
    "NaN",
    "null",
    "",
    " ",
    "%00",
    "%FF%FE",
    "..",
    "%2e%2e%2f",
    "__proto__",
    "constructor",
  ),
  fc.constantFrom("2022-13-45T99:99:99Z", "'; DROP TABLE users; --", "<script>", "\u202e", "💥".repeat(50), "a".repeat(5000)),
  fc.string({ maxLength: 40, unit: "binary" }),
);

/** What a parameter of this kind takes. */
function fitting(schema: Schema): fc.Arbitrary<Json> {
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const types = typesOf(schema);
  const type = types.find((one) => one !== "null");
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return fc.integer({ min: 1, max: 12 });
  if (type === "array") return fc.array(fitting(schema.items ?? {}), { maxLength: 3 });
  if (type === "object") {
    const keys = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fitting(inner)] as const);
    return fc.record(Object.fromEntries(keys), { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
  }
  return fc.constantFrom(
    "main",
    "production",
    "v1.0.0",
    "1h",
    "None",
    "Any",
    "alice",
    "2026-01-01T00:00:00Z",
    "2026-01-01",
    "7",
    "Closes #1\n/promote",
  );
}

const sometimesOdd = (schema: Schema): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 4, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>) },
  );

/** Some of the parameters. */
function parametersOf(known: Readonly<Record<string, Schema>>): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(known).map(([name, schema]) => [name, sometimesOdd(schema)] as const);
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

/** Values for the places of a path, mostly of things that are there. */
const place = (path: string, name: string): fc.Arbitrary<string> => {
  const projects = ["1", "3", "acme-labs%2Fwebsite", "acme-labs%2Fplatform%2Fapi", "open-source%2Ftoolkit"];
  const there =
    name === "id" && path.includes("/projects/")
      ? projects
      : name === "id"
        ? ["7", "8", "acme-labs"]
        : ["1", "2", "3", "main", "v1.0.0", "production"];
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...there) }, { weight: 1, arbitrary: odd.map(encode) });
};

/** Bodies that are no body of the operation. */
const broken = fc.record({
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
});

const credential = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({ "private-token": "token-of-root" }) },
  { weight: 2, arbitrary: fc.constant<Record<string, string>>({ "private-token": "token-of-alice" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { "private-token": "wrong" },
      { authorization: "Bearer token-of-bob" },
      { authorization: "Basic !!!" },
      { "job-token": "job-token-of-website" },
      {},
    ),
  },
);

const wire: fc.Arbitrary<Wire> = operation.chain(({ method, path, query, body }) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ofBody = parametersOf(body);
  return fc
    .record({
      places: fc.tuple(...names.map((name) => place(path, name))),
      query: parametersOf(query),
      sent: fc.oneof(
        {
          weight: 4,
          arbitrary: ofBody.map((values) => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(values)) })),
        },
        {
          weight: 2,
          arbitrary: ofBody.map((values) => ({ type: "application/x-www-form-urlencoded", bytes: Buffer.from(encoded(values)) })),
        },
        { weight: 1, arbitrary: broken },
      ),
      credential,
    })
    .map(({ places, query: asked, sent, credential: headers }) => {
      const values = [...places];
      const filled = path.replaceAll(/\{\w+\}/g, () => values.shift() ?? "1");
      const search = encoded(asked);
      const writes = method !== "GET";
      return {
        method,
        path: `${filled}${search === "" ? "" : `?${search}`}`,
        headers: { ...headers, ...(writes ? { "content-type": sent.type } : {}) },
        body: writes ? sent.bytes : undefined,
      };
    });
});

/** Values as a query or form carries them: lists as name[], objects as name[key]. */
function encoded(values: Readonly<Record<string, Json>>): string {
  const pairs: [string, string][] = [];
  const add = (name: string, value: Json): void => {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) add(`${name}[]`, item);
    else if (isObject(value)) for (const [inner, each] of Object.entries(value)) add(`${name}[${inner}]`, each);
    else pairs.push([name, typeof value === "object" ? "" : String(value)]);
  };
  for (const [name, value] of Object.entries(values)) add(name.replace(/\[\]$/, ""), value);
  return new URLSearchParams(pairs).toString();
}

/** Percent signs stay, so that broken encodings arrive; what HTTP itself cannot carry is encoded. */
function encode(text: string): string {
  return (
    text.replaceAll(/[^\w.~%-]/gu, (character) => `%${Buffer.from(character).toString("hex").match(/../g)?.join("%") ?? ""}`) ||
    "-"
  );
}

describe("fuzzed requests", () => {
  it("never make the emulator fail, and one that is refused changes nothing", { timeout: 300_000, tags: ["slow"] }, async () => {
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
