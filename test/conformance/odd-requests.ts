import { request as send } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { type Json, type JsonObject, isObject } from "../../src/emulator/core/records.js";
import { type Schema, typesOf } from "../../src/emulator/core/schema.js";
import { described } from "./description.js";

/** A request as it goes out, without the care that fetch takes. */
export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** Sends bytes as they are; resolves to the status, or 0 when the connection was closed without one. */
export function sendOdd(base: string, { method, path, headers, body }: OddRequest): Promise<number> {
  return new Promise((resolve) => {
    const { port } = new URL(base);
    const length = body === undefined ? {} : { "content-length": body.length };
    const call = send({ agent: false, host: "127.0.0.1", port, method, path, headers: { ...headers, ...length } });
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

/** Sends the bytes of a whole connection, which need not be HTTP; resolves to the first status that is answered, or 0 for none. */
export function sendBytes(base: string, bytes: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1", () => socket.end(bytes, "latin1"));
    let answered = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answered += text));
    socket.on("error", () => resolve(0));
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answered)?.[1] ?? 0)));
  });
}

const operation = fc.constantFrom(...described.filter(({ method }) => method !== "OPTIONS"));

const oddTexts: readonly string[] = Object.values({
  numbers: ["0", "-1", "-0", "1.5", "99999999999999999999", "9007199254740993", "999999999999999", "1e309", "1e3", "0x10", "NaN"],
  words: ["null", "", " ", "1,2,,3", "Any", "None", "me", "all", "Upcoming", "Started"],
  encodings: [
    "%00",
    "%FF%FE",
    "%",
    "%zz",
    "a\u0000b",
    "\ud800",
    "\u202e",
    "\r\nX-Injected: 1",
    "💥".repeat(50),
    "a".repeat(5000),
  ],
  paths: ["..", ".", "/", "//", "a/../b", "%2e%2e%2f", "(a+)+$", "[", "*", "\\", "'; DROP TABLE users; --", "<script>"],
  namesOfTheLanguage: ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "valueOf"],
  times: ["2022-13-45T99:99:99Z", "0000-00-00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999+14:00", "9999-12-31"],
  durations: ["99999999999w", `${"9".repeat(400)}h`, "1mo 1w 1d 1h 1m 1s", "-1d", "0h", "1 month", "99999999 years"],
}).flat();

/** What no parameter expects. */
const odd = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ maxLength: 40, unit: "binary" }));

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
  const words = ["main", "production", "v1.0.0", "1h", "None", "Any", "alice", "2026-01-01T00:00:00Z", "2026-01-01", "7"];
  return fc.constantFrom(...words, "Closes #1\n/promote", "http://127.0.0.1:9/x");
}

const sometimesOdd = (schema: Schema): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 5, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>) },
    { weight: 1, arbitrary: fc.oneof(fc.double(), fc.maxSafeInteger()) as fc.Arbitrary<Json> },
  );

/** Some of the parameters, most often the required ones too. */
function parametersOf(known: Readonly<Record<string, Schema>>, required: readonly string[]): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(known).map(([name, schema]) => [name, sometimesOdd(schema)] as const);
  const model = Object.fromEntries(entries);
  const some = fc.record(model, { requiredKeys: [] });
  const whole = fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: some }) as fc.Arbitrary<JsonObject>;
}

/** Values for the places of a path, mostly of things that are there. */
const place = (path: string, name: string): fc.Arbitrary<string> => {
  const projects = ["1", "3", "acme-labs%2Fwebsite", "acme-labs%2Fplatform%2Fapi", "open-source%2Ftoolkit"];
  const there =
    name === "id" && path.includes("/projects/")
      ? projects
      : name === "id"
        ? ["7", "8", "acme-labs"]
        : ["1", "2", "3", "main", "v1.0.0", "production", "staging"];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...there) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
    { weight: 1, arbitrary: odd.map(encode) },
  );
};

const types = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "multipart/form-data; boundary=",
  "text/xml",
  "application/json; charset=utf-16",
  "application/json;",
  ";",
  "",
];

/** Bodies that are no body of the operation. */
const broken = fc.record({
  type: fc.constantFrom(...types),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        "[1]",
        '"a"',
        "null",
        "1e999",
        '{"a":1e999}',
        '{"id":',
        "a[b]=1&a[]=2&a=3",
        "[]=1",
        "a[[b]]=1",
        "=",
        "&&&",
        "a]=1",
      )
      .map((text) => Buffer.from(text)),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
  ),
});

const credential: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({ "private-token": "token-of-root" }) },
  { weight: 2, arbitrary: fc.constant<Record<string, string>>({ "private-token": "token-of-alice" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { "private-token": "wrong" },
      { authorization: "Bearer token-of-bob" },
      { authorization: "Basic !!!" },
      { authorization: "Basic Og==" },
      { "job-token": "job-token-of-website" },
      {},
    ),
  },
);

const headerText = fc.oneof(
  odd.map((text) => text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?").slice(0, 200)),
  fc.constantFrom(
    "alice",
    "*",
    '"a", W/"b"',
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "bytes=0-",
    "http://evil.example",
    "null",
    "100-continue",
  ),
);
/** Headers that some part of a server looks at. */
const headerNames =
  "sudo if-none-match if-unmodified-since if-modified-since range cookie accept accept-encoding origin x-request-id x-forwarded-host " +
  "x-http-method-override content-encoding access-control-request-method";
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(fc.constantFrom(...headerNames.split(" ")), headerText, {
  maxKeys: 3,
});

/** A request for some operation, with parameters that fit, do not fit, or are no parameters at all. */
export const oddRequest: fc.Arbitrary<OddRequest> = operation.chain(({ method, path, query, body, required }) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ofBody = parametersOf(body, required);
  const sent = fc.oneof(
    { weight: 4, arbitrary: ofBody.map((values) => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(values)) })) },
    {
      weight: 2,
      arbitrary: ofBody.map((values) => ({ type: "application/x-www-form-urlencoded", bytes: Buffer.from(encoded(values)) })),
    },
    { weight: 1, arbitrary: ofBody.map((values) => multipart(values)) },
    { weight: 1, arbitrary: broken },
  );
  return fc
    .record({
      places: fc.tuple(...names.map((name) => place(path, name))),
      query: fc.oneof({ weight: 4, arbitrary: parametersOf(query, []).map(encoded) }, { weight: 1, arbitrary: odd.map(encode) }),
      sent,
      credential,
      others: fc.oneof({ weight: 3, arbitrary: fc.constant<Record<string, string>>({}) }, { weight: 1, arbitrary: oddHeaders }),
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PATCH", "DELETE", "PROPFIND", "TRACE", "QUERY") },
      ),
    })
    .map(({ places, query: search, sent: { type, bytes }, credential: headers, others, method: chosen }) => {
      const values = [...places];
      const filled = path.replaceAll(/\{\w+\}/g, () => values.shift() ?? "1");
      const writes = !["GET", "HEAD", "OPTIONS", "TRACE"].includes(chosen);
      return {
        method: chosen,
        path: `${filled}${search === "" ? "" : `?${search}`}`,
        headers: { ...others, ...headers, ...(writes ? { "content-type": type } : {}) },
        body: writes ? bytes : undefined,
      };
    });
});

/** Values as a form with a file for each other one. */
function multipart(values: Readonly<Record<string, Json>>): { type: string; bytes: Buffer } {
  const parts = Object.entries(values).map(([name, value], place) => {
    const file = place % 2 === 0 ? "" : '; filename="a.png"\r\nContent-Type: image/png';
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `--limit\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  });
  return { type: "multipart/form-data; boundary=limit", bytes: Buffer.from(`${parts.join("")}--limit--\r\n`) };
}

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
