import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { API, FREE, TOOLKIT, packageOf } from "./packages.js";

test("nobody in particular reads packages of public projects, and of no others", async () => {
  const platform = await startPlatform(FREE);
  const read = (path: string) => platform.call("GET", path, { token: "" });
  expect((await read(TOOLKIT)).status).toBe(200);
  expect((await read(API)).status).toBe(404);
  expect((await read("/groups/acme-labs/packages")).body).toEqual([]);
  expect(each(await read("/groups/open-source/packages"), "project_path")).toContain("open-source/toolkit");
});

test("packages of a private project are for Reporters and above", async () => {
  const platform = await startPlatform(FREE);
  const app = "/projects/acme-labs%2Fmobile%2Fapp";
  const carol = (await platform.call("GET", "/users?username=carol")).body as [{ id: number }];
  const added = { user_id: carol[0].id, access_level: 10 };
  expect((await platform.call("POST", `${app}/members`, { json: added })).status).toBe(201);
  const guest = await platform.call("GET", `${app}/packages`, { token: "token-of-carol" });
  expect([guest.status, guest.body]).toEqual([403, { message: "403 Forbidden" }]);
  expect((await platform.call("GET", `${app}/packages`, { token: "token-of-erin" })).status).toBe(200);
});

test("a project whose package registry is off refuses to show packages", async () => {
  const platform = await startPlatform(FREE);
  const off = await platform.call("PUT", "/projects/open-source%2Ftoolkit", { json: { packages_enabled: false } });
  expect(off.status).toBe(200);
  expect((await platform.call("GET", TOOLKIT, { token: "token-of-carol" })).status).toBe(403);
  expect((await platform.call("GET", "/groups/open-source/packages", { token: "token-of-carol" })).body).toEqual([]);
});

test("delete_api_path is shown only to those who may delete the package", async () => {
  const platform = await startPlatform(FREE);
  const links = async (token: string) => each(await platform.call("GET", TOOLKIT, { token }), "_links")[0];
  expect(await links("token-of-carol")).toHaveProperty("delete_api_path");
  for (const token of ["", "token-of-dave"]) {
    expect(await links(token)).toEqual({ web_path: expect.stringMatching(/^\/open-source\/toolkit\/-\/packages\/\d+$/) });
  }
});

test("a job token works on the packages of a project, and not on those of a group", async () => {
  const platform = await startPlatform();
  const asJob = async (method: string, path: string) =>
    (await platform.call(method, path, { token: "", headers: { "JOB-TOKEN": "job-token-of-website" } })).status;
  const id = await packageOf(platform, "package_type=composer", TOOLKIT);
  expect(await asJob("GET", TOOLKIT)).toBe(200);
  expect(await asJob("GET", `${TOOLKIT}/${id}`)).toBe(200);
  expect(await asJob("GET", `${TOOLKIT}/${id}/package_files`)).toBe(200);
  expect(await asJob("DELETE", `${TOOLKIT}/${id}`)).toBe(403);
  expect(await asJob("DELETE", `${TOOLKIT}/${id}/package_files/1`)).toBe(403);
  expect(await asJob("GET", "/groups/open-source/packages")).toBe(401);
});

test("an OAuth token reads packages here: what it cannot do is sign in to the package registry itself", async () => {
  const platform = await startPlatform();
  const body = new URLSearchParams({ grant_type: "password", username: "bob", password: "password-of-bob" });
  const { access_token } = (await platform.call("POST", "~/oauth/token", { token: "", body })).body as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  expect((await platform.call("GET", API, { token: "", headers })).status).toBe(200);
  expect((await platform.call("GET", `${API}/npm/@acme%2Fapi`, { token: "", headers })).body).toEqual({ error: "404 Not Found" });
});
