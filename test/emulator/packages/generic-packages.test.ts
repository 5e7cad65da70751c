import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Bench, startBench } from "../bench.js";

const packages = "/projects/acme%2Fweb/packages";
const place = `${packages}/generic/site/1.0.0`;

/** Publishes a file; answers the status and what is said. */
async function publish({ url, token }: Bench, path: string, text: string, credential = token): Promise<[number, unknown]> {
  const reply = await fetch(`${url}/api/v4${path}`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream", ...(credential === "" ? {} : { "private-token": credential }) },
    body: text,
  });
  return [reply.status, await reply.json()];
}

test("a generic package is what was published last under its name, version and file, and goes with its package", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  expect(await publish(bench, `${place}/site.tar`, "first")).toEqual([201, { message: "201 Created" }]);
  expect(await publish(bench, `${place}/deep/site.tar?select=package_file`, "in a folder")).toMatchObject([
    201,
    { file_name: "deep/site.tar", size: 11, file_sha256: createHash("sha256").update("in a folder").digest("hex") },
  ]);
  await publish(bench, `${place}/site.tar`, "second");
  expect(await ask("GET", `${place}/site.tar`)).toEqual([200, "second"]);
  expect(await ask("GET", `${place}/deep%2Fsite.tar`)).toEqual([200, "in a folder"]);
  const found = await list(packages);
  expect(found).toMatchObject([{ name: "site", version: "1.0.0", package_type: "generic" }]);
  expect(await list(`${packages}/${String(found[0]?.["id"])}/package_files`)).toHaveLength(3);
  expect(await ask("DELETE", `${packages}/${String(found[0]?.["id"])}`)).toHaveProperty("0", 204);
  expect(await ask("GET", `${place}/site.tar`)).toHaveProperty("0", 404);
});

test("a generic package is published by Developers alone, under a name that packages can have", async () => {
  const bench = await startBench();
  expect(await publish(bench, `${place}/a.txt`, "a", "token-of-reporter")).toHaveProperty("0", 403);
  expect(await publish(bench, `${place}/a.txt`, "a", "token-of-developer")).toHaveProperty("0", 201);
  expect(await publish(bench, `${place}/a.txt`, "a", "")).toHaveProperty("0", 401);
  expect(await publish(bench, `${place}/b%20.txt`, "a")).toEqual([400, { error: "file_name is invalid" }]);
  expect(await publish(bench, place.replace("site/", "si%20te/") + "/a.txt", "a")).toEqual([
    400,
    { error: "package_name is invalid" },
  ]);
  expect(await bench.ask("GET", `${place}/never.txt`)).toHaveProperty("0", 404);
  expect(await bench.ask("GET", `${place}/a.txt`, undefined, "stranger")).toHaveProperty("0", 404);
});

test("flags of development are the administrator's, for all, for a share, or for some", async () => {
  const { ask, list } = await startBench();
  const set = (json: unknown): Promise<[number, unknown]> => ask("POST", "/features/new_look", json);
  const all = { key: "boolean", value: false };
  expect(await set({ value: 30 })).toMatchObject([
    201,
    { state: "conditional", gates: [all, { key: "percentage_of_time", value: 30 }] },
  ]);
  expect(await set({ value: "true", user: "guest" })).toMatchObject([201, { state: "conditional" }]);
  expect(await set({ value: true })).toMatchObject([201, { state: "on", gates: [{ key: "boolean", value: true }] }]);
  expect(await set({ value: "true", user: "nobody-at-all" })).toHaveProperty("0", 400);
  expect(await ask("GET", "/features", undefined, "owner")).toHaveProperty("0", 403);
  expect(await ask("DELETE", "/features/new_look")).toHaveProperty("0", 204);
  expect(await list("/features")).toEqual([]);
});

test("a slash after another says nothing in a path", async () => {
  const { ask } = await startBench();
  expect(await ask("GET", "//projects//acme%2Fweb/")).toMatchObject([200, { path_with_namespace: "acme/web" }]);
});

test("a deploy token opens the registry of its project as far as its scopes go, by a header and by basic authentication", async () => {
  const bench = await startBench();
  const made = async (scopes: readonly string[]): Promise<{ token: string; username: string; id: number }> => {
    const [status, body] = await bench.ask("POST", "/projects/acme%2Fweb/deploy_tokens", { name: "deploys", scopes });
    expect(status).toBe(201);
    return body as { token: string; username: string; id: number };
  };
  const call = async (method: string, path: string, headers: Record<string, string>): Promise<number> => {
    const body = method === "PUT" ? { body: "content" } : {};
    return (await fetch(`${bench.url}/api/v4${path}`, { method, headers: { ...headers, connection: "close" }, ...body })).status;
  };
  const [reader, writer] = [await made(["read_package_registry"]), await made(["write_package_registry"])];
  const basic = (name: string, password: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
  });
  expect(await call("PUT", `${place}/a.txt`, { "deploy-token": reader.token })).toBe(403);
  expect(await call("PUT", `${place}/a.txt`, { "deploy-token": writer.token })).toBe(201);
  expect(await call("GET", `${place}/a.txt`, basic(reader.username, reader.token))).toBe(200);
  expect(await call("GET", `${place}/a.txt`, { "deploy-token": "gldt-unknown" })).toBe(401);
  expect(await call("PUT", `${place}/a.txt`, basic("anybody", bench.token))).toBe(201);
  expect(await call("PUT", `${place}/a.txt`, {})).toBe(401);
  expect(await call("GET", "/projects/acme%2Fweb/members", { "deploy-token": reader.token })).not.toBe(200);
  await bench.ask("DELETE", `/projects/acme%2Fweb/deploy_tokens/${reader.id}`);
  expect(await call("GET", `${place}/a.txt`, { "deploy-token": reader.token })).toBe(401);
});
