import { expect, test } from "vitest";
import type { Json } from "../../../src/emulator/core/records.js";
import { ok } from "../../../src/emulator/core/replies.js";
import { type CallOptions, serveSection, startPlatform } from "../platform.js";

const body: Json = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", maxLength: 5, "x-vendor-name": "label" },
    count: { type: "integer", minimum: 1 },
    ratio: { type: "number" },
    on: { type: "boolean" },
    mode: { type: "string", enum: ["a", "b"] },
    ids: { type: "array", items: { type: "integer" } },
    entries: {
      type: "array",
      items: { type: "object", properties: { user_id: { type: "integer" }, level: { type: "integer" } } },
    },
    policy: { type: "object", properties: { enabled: { type: "boolean" } } },
    paid: { type: "string", "x-tier": "ultimate" },
    newer: { type: "string", "x-since": "16.0" },
    gone: { type: "string", "x-until": "15.4" },
    file: { type: "string", format: "binary" },
  },
};
const response: Json = {
  description: "",
  content: { "application/json": { schema: { type: "object", properties: { name: { "x-vendor-name": "label" } } } } },
};
const paths: Record<string, Json> = {
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    post: {
      operationId: "post",
      "x-role": "anonymous",
      requestBody: { content: { "application/json": { schema: body } } },
      responses: { 200: response },
    },
  },
};
const handlers = {
  post: (context: Parameters<Parameters<typeof serveSection>[1]["handlers"][string]>[0]) =>
    ok({
      ...context.params.sent(),
      limits: context.limits as Json,
      files: [...context.files].map(([name, file]) => [name, file.filename, file.bytes.length]),
    }),
};
const sent = {
  label: "n",
  count: 3,
  ratio: 1.5,
  on: true,
  mode: "b",
  ids: [1, 2],
  entries: [{ user_id: 1, level: 30 }, { user_id: 2 }],
  policy: { enabled: false },
};
const flat =
  "label=n&count=3&ratio=1.5&on=1&mode=b&ids[]=1&ids[]=2&entries[][user_id]=1&entries[][level]=30&entries[][user_id]=2&policy[enabled]=false";

function multipart(text: string): FormData {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

test("the same parameters arrive by query, form, JSON and multipart", async () => {
  const platform = await serveSection(paths, { handlers });
  const forms: [string, CallOptions][] = [
    [`/things/a%2Fb?${flat}`, {}],
    ["/things/a%2Fb", { body: new URLSearchParams(flat) }],
    ["/things/a%2Fb", { json: sent }],
    ["/things/a%2Fb", { body: multipart(flat) }],
  ];
  for (const [path, options] of forms) {
    const answer = await platform.call("POST", path, options);
    expect(answer).toMatchObject({ status: 200, body: { ...sent, id: "a/b", limits: {}, files: [] } });
  }
});

test("lists may also be written with commas, and files arrive with their bytes", async () => {
  const platform = await serveSection(paths, { handlers });
  const form = multipart("label=n&ids=4,5");
  form.append("file", new Blob(["hello"]), "a.txt");
  expect((await platform.call("POST", "/things/1", { body: form })).body).toMatchObject({
    ids: [4, 5],
    files: [["file", "a.txt", 5]],
  });
});

test("an encoded path keeps its slashes and is decoded once", async () => {
  const platform = await serveSection(paths, { handlers });
  for (const id of ["a/b/c", "50%2F", "ü b", "a+b", "a.b"]) {
    expect((await platform.call("POST", `/things/${encodeURIComponent(id)}?label=n`)).body).toMatchObject({ id });
  }
});

test("each problem with parameters is named, in the platform's words", async () => {
  const platform = await serveSection(paths, { handlers });
  const problems: [unknown, string][] = [
    [{}, "label is missing"],
    [{ label: "n", mode: "c" }, "mode does not have a valid value"],
    [{ label: "n", count: "many" }, "count is invalid"],
    [{ label: "n", count: 1.5, on: "perhaps" }, "count is invalid, on is invalid"],
    [{ label: "n", entries: [{ user_id: "x" }] }, "entries[0][user_id] is invalid"],
    [{ label: "n", file: "text" }, "file is invalid"],
    [{ label: "n", ids: 5 }, "ids is invalid"],
  ];
  for (const [json, error] of problems) {
    const answer = await platform.call("POST", "/things/1", { json });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  }
});

test("null unsets, unknown names are ignored, and the model's limits wait for the handler", async () => {
  const platform = await serveSection(paths, { handlers });
  const answer = await platform.call("POST", "/things/1", { json: { label: "too long", count: 0, mode: null, surprise: 1 } });
  const limits = { name: ["is too long (maximum is 5 characters)"], count: ["must be greater than or equal to 1"] };
  expect(answer.body).toEqual({ id: "1", label: "too long", count: 0, mode: null, limits, files: [] });
});

test("parameters of a higher tier, a later or an earlier version are dropped, and the vendor dialect knows only its own names", async () => {
  const platform = await serveSection(paths, { handlers });
  const answer = await platform.call("POST", "/things/1", { json: { label: "n", paid: "x", newer: "x", gone: "x" } });
  expect(answer.body).toEqual({ id: "1", label: "n", limits: {}, files: [] });
  expect((await platform.call("POST", "/things/1", { json: { name: "n" } })).body).toEqual({ error: "label is missing" });
});

test("bad bodies are refused and the emulator lives on", async () => {
  const platform = await startPlatform();
  const json = { "Content-Type": "application/json" };
  const send = (text: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    platform.call("POST", "/topics", { body: text, headers });
  for (const text of [
    "{",
    "[]",
    "3",
    '{"__proto__": {"is_admin": true}}',
    '{"a": {"constructor": 1}}',
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
  ]) {
    const answer = await send(text, json);
    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty("error");
  }
  expect((await send("a[__proto__][b]=1", { "Content-Type": "application/x-www-form-urlencoded" })).status).toBe(400);
  expect((await send("a=1&a[]=2", { "Content-Type": "application/x-www-form-urlencoded" })).status).toBe(400);
  expect((await send("no parts", { "Content-Type": "multipart/form-data; boundary=x" })).status).toBe(400);
  expect((await send("a", { "Content-Type": "text/yaml" })).status).toBe(415);
  expect((await send(new Uint8Array(21 * 1024 * 1024), json)).status).toBe(413);
  expect((await platform.call("GET", "/topics/%zz")).status).toBe(400);
  expect((await platform.call("GET", "/topics")).status).toBe(200);
});
