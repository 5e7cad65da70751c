import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { API, FREE, packageOf, versions } from "./packages.js";

test("a deleted package is 404 at once, waits for its destruction, and is gone", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  const gone = await platform.call("DELETE", `${API}/${id}`);
  expect([gone.status, gone.body]).toEqual([204, ""]);
  expect((await platform.call("GET", `${API}/${id}`)).status).toBe(404);
  expect((await platform.call("GET", `${API}/${id}/package_files`)).status).toBe(404);
  expect((await platform.call("DELETE", `${API}/${id}`)).status).toBe(404);
  expect(await versions(platform, "package_type=golang")).toEqual([]);
  const waiting = async (): Promise<unknown[]> => each(await platform.call("GET", `${API}?status=pending_destruction`), "id");
  expect(await waiting()).toEqual([id]);
  platform.work();
  expect(await waiting()).toEqual([]);
});

test("a package that waits for its destruction is listed by that status", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  await platform.call("DELETE", `${API}/${id}`);
  const waiting = await platform.call("GET", `${API}?status=pending_destruction`);
  expect(waiting.body).toMatchObject([{ id, status: "pending_destruction" }]);
});

test("deleting a package that is not there is 404, and takes a Maintainer", async () => {
  const platform = await startPlatform(FREE);
  expect((await platform.call("DELETE", `${API}/4711`)).status).toBe(404);
  const id = await packageOf(platform, "package_type=golang");
  expect((await platform.call("DELETE", `${API}/${id}`, { token: "token-of-carol" })).status).toBe(403);
  expect((await platform.call("DELETE", `${API}/${id}`, { token: "" })).status).toBe(401);
  expect((await platform.call("DELETE", `${API}/${id}`, { token: "token-of-erin" })).status).toBe(204);
});

test("a package is not deleted when it changed after the time that the caller knows", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  const headers = { "If-Unmodified-Since": "Mon, 01 Jan 2024 00:00:00 GMT" };
  expect((await platform.call("DELETE", `${API}/${id}`, { headers })).status).toBe(412);
});

test("a file of a package is deleted by Maintainers; 404 when package or file is missing", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=conan");
  const other = await packageOf(platform, "package_type=golang");
  const [file] = each(await platform.call("GET", `${API}/${id}/package_files`), "id");
  const drop = async (path: string, token?: string) =>
    (await platform.call("DELETE", `${API}/${path}`, token === undefined ? {} : { token })).status;
  expect(await drop(`${id}/package_files/${String(file)}`, "token-of-carol")).toBe(403);
  expect(await drop(`4711/package_files/${String(file)}`)).toBe(404);
  expect(await drop(`${other}/package_files/${String(file)}`)).toBe(404);
  expect(await drop(`${id}/package_files/${String(file)}`)).toBe(204);
  expect(await drop(`${id}/package_files/${String(file)}`)).toBe(404);
  expect(each(await platform.call("GET", `${API}/${id}/package_files`), "id")).toHaveLength(3);
});

test("packages go with their project", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  expect((await platform.call("DELETE", "/projects/acme-labs%2Fplatform%2Fapi")).status).toBe(202);
  platform.work();
  const after = await platform.call("GET", "/groups/acme-labs/packages");
  expect(each(after, "project_path")).not.toContain("acme-labs/platform/api");
  expect(each(after, "id")).not.toContain(id);
});

test("a package that lost its last file stays, for whoever can still use it", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=maven&per_page=1");
  for (const file of each(await platform.call("GET", `${API}/${id}/package_files`), "id"))
    // oxlint-disable-next-line no-await-in-loop -- two small requests
    expect((await platform.call("DELETE", `${API}/${id}/package_files/${String(file)}`)).status).toBe(204);
  expect((await platform.call("GET", `${API}/${id}/package_files`)).body).toEqual([]);
  expect((await platform.call("GET", `${API}/${id}`)).status).toBe(200);
});
