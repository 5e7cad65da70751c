import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Client, type ClientOptions, createClient, fileUpload } from "../../src/client/index.js";
import { startPlatform } from "../emulator/platform.js";
import { type Exchange, startServer } from "../platform/local-server.js";

const token = "glpat-wire-0123456789";

function open(url: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ url, token, patience: { backoff: 1 }, ...options });
  onTestFinished(async () => client.close());
  return client;
}

const answered = (exchange: Exchange): void => exchange.json(200, {});

test("arrays go as name[]=, hashes as name[key]=, an empty list as name[]=, what is undefined not at all", async () => {
  const server = await startServer((exchange) => exchange.json(200, []));
  const client = open(server.url);
  const scope: ("failed" | "canceled")[] = ["failed", "canceled"];
  await client.request("GET /projects/{id}/jobs", { id: "acme/web", scope, page: undefined });
  await client.call({ method: "GET", path: "/issues", query: { not: { labels: "a b", iids: [1, 2] }, empty: [] } });
  expect(server.arrived.map(({ url }) => url)).toEqual([
    "/api/v4/projects/acme%2Fweb/jobs?scope[]=failed&scope[]=canceled",
    "/api/v4/issues?not[labels]=a%20b&not[iids][]=1&not[iids][]=2&empty[]=",
  ]);
});

test("a write is JSON; the parameters that belong into the query go there", async () => {
  const server = await startServer(answered);
  const client = open(server.url);
  await client.request("PUT /topics/{id}", { id: 7, title: "Seven", description: null });
  await client.request("DELETE /projects/{id}", { id: 7, permanently_remove: true, full_path: "acme/old" });
  expect(server.arrived.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["PUT", "/api/v4/topics/7", '{"title":"Seven","description":null}'],
    ["DELETE", "/api/v4/projects/7?permanently_remove=true&full_path=acme%2Fold", ""],
  ]);
});

test("files go as multipart: bytes, blobs, with a name and a type, and files of this computer", async () => {
  const server = await startServer(answered);
  const client = open(server.url);
  const folder = mkdtempSync(join(tmpdir(), "trueup-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "mark.png"), "from a file");
  const uploads = [
    new Uint8Array(Buffer.from("bytes")),
    new Blob(["blob"], { type: "image/gif" }),
    { filename: "a.png", content: "text" },
    { filename: "b", content: new Blob(["typed"]), type: "image/webp" },
    await fileUpload(join(folder, "mark.png")),
  ];
  for (const avatar of uploads) await client.request("PUT /topics/{id}", { id: 1, title: "T", avatar });
  const parts = server.arrived.map(({ body }) =>
    /name="avatar"; filename="(.*)"\r\nContent-Type: (.*)\r\n\r\n(.*)\r\n/.exec(body)?.slice(1),
  );
  expect(parts).toEqual([
    ["avatar", "application/octet-stream", "bytes"],
    ["avatar", "image/gif", "blob"],
    ["a.png", "image/png", "text"],
    ["b", "image/webp", "typed"],
    ["mark.png", "image/png", "from a file"],
  ]);
  for (const { body } of server.arrived) expect(body).toContain('name="title"\r\n\r\nT\r\n');
});

test("each credential goes along as the documents say, and a call may have one of its own", async () => {
  const server = await startServer(answered);
  const plain = open(server.url);
  await plain.request("GET /version");
  await plain.request("GET /version", {}, { token: "glpat-other-012345" });
  await plain.request("GET /version", {}, { credential: { kind: "oauth", token: "oauth-0123456789" } });
  await plain.request("GET /version", {}, { credential: { kind: "oauth", token: "oauth-0123456789", carrier: "query" } });
  await plain.request("GET /job", {}, { credential: { kind: "job", token: "job-0123456789" } });
  await plain.request("GET /job", {}, { credential: { kind: "job", token: "job-0123456789", carrier: "bearer" } });
  await plain.request("GET /version", {}, { credential: { kind: "none" } });
  const sent = server.arrived.map(({ url, headers }) => [
    url,
    headers["private-token"],
    headers.authorization,
    headers["job-token"],
  ]);
  expect(sent).toEqual([
    ["/api/v4/version", token, undefined, undefined],
    ["/api/v4/version", "glpat-other-012345", undefined, undefined],
    ["/api/v4/version", undefined, "Bearer oauth-0123456789", undefined],
    ["/api/v4/version?access_token=oauth-0123456789", undefined, undefined, undefined],
    ["/api/v4/job", undefined, undefined, "job-0123456789"],
    ["/api/v4/job", undefined, "Bearer job-0123456789", undefined],
    ["/api/v4/version", undefined, undefined, undefined],
  ]);
});

test("a token that a function gives is asked for anew after a 401, and the call is repeated once with another one", async () => {
  const server = await startServer(({ headers, json }) =>
    headers.authorization === "Bearer fresh-0123456789"
      ? json(200, { version: "15.4.0" })
      : json(401, { message: "401 Unauthorized" }),
  );
  const refused: (string | undefined)[] = [];
  const provide = (old?: string): string => {
    refused.push(old);
    return old === undefined ? "stale-0123456789" : "fresh-0123456789";
  };
  const client = createClient({ url: server.url, credential: { kind: "oauth", token: provide } });
  onTestFinished(async () => client.close());
  await expect(client.request("GET /version")).resolves.toMatchObject({ status: 200 });
  expect(refused).toEqual([undefined, "stale-0123456789", undefined]);
  const stuck = createClient({ url: server.url, credential: { kind: "oauth", token: () => "stale-0123456789" } });
  onTestFinished(async () => stuck.close());
  await expect(stuck.request("GET /version")).rejects.toMatchObject({ status: 401, code: "api.unauthorized" });
});

test("a job token is refused off its routes before anything is sent", async () => {
  const server = await startServer(answered);
  const client = createClient({ url: server.url, credential: { kind: "job", token: "job-0123456789" } });
  onTestFinished(async () => client.close());
  await client.request("GET /projects/{id}/releases", { id: 7 });
  await expect(client.request("GET /projects/{id}", { id: 7 })).rejects.toMatchObject({ code: "credential.job_token" });
  expect(server.arrived).toHaveLength(1);
});

test("an abort signal ends one call, also while it waits for its turn, and leaves the others alone", async () => {
  const waiting: (() => void)[] = [];
  const server = await startServer((exchange) => void waiting.push(() => exchange.json(200, { version: "1" })));
  const client = open(server.url, { concurrency: 1 });
  const running = client.request("GET /version");
  const [first, second] = [new AbortController(), new AbortController()];
  const queued = client.request("GET /version", {}, { signal: first.signal });
  first.abort();
  await expect(queued).rejects.toMatchObject({ code: "api.interrupted" });
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expect(running).resolves.toMatchObject({ status: 200 });
  const flying = client.request("GET /version", {}, { signal: second.signal });
  await expect.poll(() => waiting.length).toBe(2);
  second.abort();
  await expect(flying).rejects.toMatchObject({ code: "api.interrupted" });
});

test("what is safe to repeat is repeated, at the pace that the server asks for; a lost POST is not", async () => {
  const server = await startServer(({ nth, method, json, socket }) => {
    if (method === "POST") socket.destroy();
    else if (nth === 1) json(429, { message: "slow down" }, { "retry-after": "0" });
    else json(200, { version: "1" });
  });
  const client = open(server.url);
  await expect(client.request("GET /version")).resolves.toMatchObject({ status: 200 });
  expect(client.requests).toBe(2);
  const lost = client.request("POST /topics", { name: "a", title: "A" });
  await expect(lost).rejects.toMatchObject({ code: "api.reply_lost", replyLost: true });
  expect(client.requests).toBe(3);
});

test("errors show the server's words and the reply, and never the token", async () => {
  const server = await startServer(({ headers, json }) =>
    json(422, { message: { name: [`is bad: ${String(headers["private-token"])}`] } }),
  );
  const error: unknown = await open(server.url)
    .request("PUT /topics/{id}", { id: 1, title: "x" })
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "api.refused",
    status: 422,
    serverMessage: "name: is bad: [secret]",
    reply: { body: { message: { name: ["is bad: [secret]"] } } },
    hint: "The server does not take these values.",
  });
  expect(JSON.stringify(error)).not.toContain(token);
});

test("plain http to another computer is refused unless it is allowed by name", () => {
  expect(() => createClient({ url: "http://platform.example.com", token })).toThrow(/plain http to platform.example.com/);
  open("http://platform.example.com", { allowHttp: ["platform.example.com"] });
  expect(() => createClient({ url: "https://platform.example.com", token: "with space" })).toThrow(/holds a space/);
});

test("a log comes as the text that it is, also one that looks like JSON", async () => {
  const server = await startServer(({ text }) => text(200, "42"));
  await expect(open(server.url).request("GET /projects/{id}/jobs/{job_id}/trace", { id: 1, job_id: 2 })).resolves.toMatchObject({
    data: "42",
  });
});

test("real servers' names are parameters and properties too", async () => {
  const { url, token: admin } = await startPlatform({ dialect: "vendor" });
  const client = open(url, { token: admin });
  const { data } = await client.request("PUT /application/settings", { akismet_api_key: "ak-0123456789" });
  expect(data.akismet_api_key).toBe("ak-0123456789");
});
