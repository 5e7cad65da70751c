import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Answer, Platform } from "../platform.js";
import { startVendor } from "./start.js";

let platform: Platform;
const place = "/projects/acme-labs%2Fwebsite/packages/generic/site/1.0.0";
const octets = { "content-type": "application/octet-stream" };

beforeAll(async () => {
  platform = await startVendor();
});

const put = (path: string, text: string, token?: string): Promise<Answer> =>
  platform.call("PUT", path, {
    body: new TextEncoder().encode(text),
    headers: octets,
    ...(token === undefined ? {} : { token }),
  });
const packages = async (): Promise<readonly { readonly id: number }[]> =>
  (await platform.call("GET", "/projects/acme-labs%2Fwebsite/packages?package_name=site")).body as { readonly id: number }[];
const bytes = async (path: string): Promise<string> => {
  const reply = await fetch(`${platform.url}/api/v4${path}`, { headers: { "private-token": platform.token } });
  return `${reply.status} ${await reply.text()}`;
};

test("a generic package is what was published last under its name, version and file, and goes with its package", async () => {
  expect(await put(`${place}/site.tar`, "first")).toMatchObject({ status: 201, body: { message: "201 Created" } });
  expect(await put(`${place}/deep/site.tar?select=package_file`, "in a folder")).toMatchObject({
    status: 201,
    body: { file_name: "deep/site.tar", size: 11, file_sha256: createHash("sha256").update("in a folder").digest("hex") },
  });
  await put(`${place}/site.tar`, "second");
  expect(await bytes(`${place}/site.tar`)).toBe("200 second");
  expect(await bytes(`${place}/deep/site.tar`)).toBe("200 in a folder");
  const [found] = await packages();
  expect(await packages()).toMatchObject([{ name: "site", version: "1.0.0", package_type: "generic" }]);
  const files = await platform.call("GET", `/projects/acme-labs%2Fwebsite/packages/${found?.id}/package_files`);
  expect(files.body).toHaveLength(3);
  expect(await platform.call("DELETE", `/projects/acme-labs%2Fwebsite/packages/${found?.id}`)).toMatchObject({ status: 204 });
  expect(await bytes(`${place}/site.tar`)).toMatch(/^404 /);
});

test("a generic package is published by Developers alone, under a name that packages can have", async () => {
  expect(await put(`${place}/a.txt`, "a", "token-of-erin")).toMatchObject({ status: 403 });
  expect(await put(`${place}/a.txt`, "a", "")).toMatchObject({ status: 401 });
  expect(await put(`${place}/..%2Fa.txt`, "a")).toMatchObject({ status: 400, body: { error: "file_name is invalid" } });
  expect(await put(place.replace("site/", "si te/"), "a")).toMatchObject({ status: 404 });
  expect(await bytes(`${place}/never.txt`)).toMatch(/^404 /);
});

test("flags of development are the administrator's, for all, for a share, or for some", async () => {
  const set = (json: unknown): Promise<Answer> => platform.call("POST", "/features/new_look", { json });
  expect(await set({ value: 30 })).toMatchObject({
    status: 201,
    body: { state: "conditional", gates: [{ key: "boolean", value: false }, { key: "percentage_of_time", value: 30 }] },
  });
  expect(await set({ value: "true", user: "alice" })).toMatchObject({ body: { state: "conditional" } });
  expect(await set({ value: true })).toMatchObject({ body: { state: "on", gates: [{ key: "boolean", value: true }] } });
  expect(await set({ value: "true", user: "nobody-at-all" })).toMatchObject({ status: 400 });
  expect(await platform.call("GET", "/features", { token: "token-of-alice" })).toMatchObject({ status: 403 });
  expect(await platform.call("DELETE", "/features/new_look")).toMatchObject({ status: 204 });
  expect((await platform.call("GET", "/features")).body).toEqual([]);
});
