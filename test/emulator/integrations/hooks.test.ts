import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a hook shows that it has secrets, and of variables and headers their keys", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/hooks`;
  const hook = await vendor.made(at, {
    url: "http://hooks.example/{path}",
    token: "t",
    url_variables: [{ key: "path", value: "secret" }],
    custom_headers: [{ key: "X-One", value: "1" }],
    note_events: true,
  });
  expect(hook).toMatchObject({
    url: "http://hooks.example/{path}",
    token_present: true,
    signing_token_present: false,
    push_events: true,
    note_events: true,
    job_events: false,
    enable_ssl_verification: true,
    project_id: id,
    url_variables: [{ key: "path" }],
    custom_headers: [{ key: "X-One" }],
  });
  expect(JSON.stringify(hook)).not.toContain("secret");
  expect(await vendor.list(at)).toEqual([hook]);
  expect((await vendor.status("PUT", `${at}/${hook.id}/url_variables/other`, { value: "x" }))[0]).toBe(204);
  expect((await vendor.status("DELETE", `${at}/${hook.id}/custom_headers/X-One`))[0]).toBe(204);
  expect((await vendor.status("DELETE", `${at}/${hook.id}/custom_headers/X-One`))[0]).toBe(404);
  expect((await vendor.status("GET", `${at}/${hook.id}`))[1]).toMatchObject({
    url_variables: [{ key: "path" }, { key: "other" }],
    custom_headers: [],
  });
});

test("a change keeps the token, unless the url is another", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/hooks`;
  const hook = await vendor.made(at, { url: "https://a.example", token: "t" });
  expect(await vendor.status("PUT", `${at}/${hook.id}`, { push_events: false })).toMatchObject([
    200,
    { token_present: true, push_events: false },
  ]);
  expect(await vendor.status("PUT", `${at}/${hook.id}`, { url: "https://b.example" })).toMatchObject([
    200,
    { token_present: false },
  ]);
  expect(await vendor.status("PUT", `${at}/${hook.id}`, {})).toEqual([400, { error: "No parameters provided" }]);
});

test("addresses of the server's own network are refused until settings allow them", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/hooks`;
  for (const url of ["nothing", "ftp://a.example", "http://127.0.0.1/x", "http://localhost:1", "http://10.1.2.3"])
    expect(await vendor.status("POST", at, { url })).toEqual([422, { error: "Invalid url given" }]);
  await vendor.status("PUT", "/application/settings", { allow_local_requests_from_web_hooks_and_services: true });
  expect((await vendor.status("POST", at, { url: "http://127.0.0.1/x" }))[0]).toBe(201);
  await vendor.status("PUT", "/application/settings", { allow_local_requests_from_web_hooks_and_services: false });
});

test("hooks are for maintainers, owners and administrators", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  const [developer, maintainer] = [await vendor.member(`/projects/${id}`, 30), await vendor.member(`/groups/${group.id}`, 40)];
  const json = { url: "https://a.example" };
  expect((await vendor.status("GET", `/projects/${id}/hooks`, undefined, developer))[0]).toBe(403);
  expect((await vendor.status("POST", `/projects/${id}/hooks`, json, maintainer))[0]).toBe(201);
  expect((await vendor.status("POST", `/groups/${group.id}/hooks`, json, maintainer))[0]).toBe(403);
  expect((await vendor.status("GET", `/projects/${id}/hooks`, undefined, ""))[0]).toBe(401);
  expect((await vendor.status("POST", "/hooks", json, maintainer))[0]).toBe(403);
  const own = await vendor.made(`/groups/${group.id}/hooks`, { ...json, subgroup_events: true });
  expect(own).toMatchObject({ group_id: group.id, subgroup_events: true, member_events: false });
});

test("a system hook answers a trial with what it sends", async () => {
  const hook = await vendor.made("/hooks", { url: "http://hook.example", repository_update_events: true });
  expect(hook).not.toHaveProperty("project_id");
  expect(await vendor.status("POST", `/hooks/${hook.id}`)).toMatchObject([201, { event_name: "project_create" }]);
  expect((await vendor.status("DELETE", `/hooks/${hook.id}`))[0]).toBe(204);
  expect(await vendor.list("/hooks")).toEqual([]);
});
