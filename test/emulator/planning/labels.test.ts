import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a label keeps colours as digits, is found by id and by name, and is renamed by new_name", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/labels`;
  const made = await vendor.made(at, { name: "devops::create", color: "red", description: "x", priority: 3 });
  expect(made).toMatchObject({ color: "#FF0000", text_color: "#FFFFFF", priority: 3, is_project_label: true, subscribed: false });
  expect((await vendor.made(at, { name: "pale", color: "#eee" }))["color"]).toBe("#eeeeee");
  expect(await vendor.status("POST", at, { name: "pale", color: "red" })).toEqual([409, { message: "Label already exists" }]);
  expect(await vendor.status("POST", at, { name: "a,b", color: "reddish" })).toEqual([
    400,
    { message: { color: ["must be a valid color code"], title: ["is invalid"] } },
  ]);
  const renamed = await vendor.status("PUT", `${at}/devops%3A%3Acreate`, { new_name: "area/create", priority: null });
  expect(renamed).toMatchObject([200, { id: made["id"], name: "area/create", priority: null }]);
  expect(await vendor.status("PUT", at, { name: "area/create", new_name: "area" })).toMatchObject([200, { name: "area" }]);
  expect((await vendor.status("PUT", `${at}/area`, {}))[0]).toBe(400);
  expect(await vendor.status("GET", `${at}/${String(made["id"])}`)).toMatchObject([200, { name: "area" }]);
  expect((await vendor.list(at)).map(({ name }) => name)).toEqual(["area", "pale"]);
});

test("a project shows labels of the groups above, cannot take their names, and cannot change them", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  await vendor.made(`/groups/${group.id}/labels`, { name: "bug", color: "#123456" });
  expect((await vendor.list(`/projects/${id}/labels`))[0]).toMatchObject({ name: "bug", is_project_label: false });
  expect(await vendor.list(`/projects/${id}/labels?include_ancestor_groups=false`)).toEqual([]);
  expect((await vendor.status("POST", `/projects/${id}/labels`, { name: "bug", color: "red" }))[0]).toBe(409);
  expect((await vendor.status("PUT", `/projects/${id}/labels/bug`, { color: "red" }))[0]).toBe(404);
});

test("a label that goes is taken off issues; one that is promoted takes the place of those of its name", async () => {
  const group = await vendor.group();
  const [one, other] = [await vendor.project({ namespace_id: group.id }), await vendor.project({ namespace_id: group.id })];
  for (const { id } of [one, other]) await vendor.made(`/projects/${id}/labels`, { name: "p", color: "blue" });
  await vendor.made(`/projects/${one.id}/issues`, { title: "x", labels: "p,q" });
  expect(await vendor.list(`/projects/${one.id}/labels?with_counts=true`)).toMatchObject([
    { name: "p", open_issues_count: 1, closed_issues_count: 0, open_merge_requests_count: 0 },
    { name: "q" },
  ]);
  expect((await vendor.status("PUT", `/projects/${one.id}/labels/p/promote`))[0]).toBe(200);
  expect((await vendor.list(`/groups/${group.id}/labels`)).map(({ name }) => name)).toEqual(["p"]);
  expect(await vendor.list(`/projects/${other.id}/labels`)).toMatchObject([{ name: "p", is_project_label: false }]);
  expect((await vendor.status("DELETE", `/projects/${one.id}/labels/q`))[0]).toBe(204);
  expect((await vendor.list(`/projects/${one.id}/issues`))[0]).toMatchObject({ labels: ["p"] });
});

test("whoever subscribes to a label twice is told that nothing changed", async () => {
  const { id } = await vendor.project();
  await vendor.made(`/projects/${id}/labels`, { name: "a:b", color: "red" });
  const at = `/projects/${id}/labels/a%3Ab`;
  expect(await vendor.status("POST", `${at}/subscribe`)).toMatchObject([201, { subscribed: true }]);
  expect((await vendor.status("POST", `${at}/subscribe`))[0]).toBe(304);
  expect(await vendor.status("POST", `${at}/unsubscribe`)).toMatchObject([201, { subscribed: false }]);
});

test("guests read labels and do not write them", async () => {
  const { id } = await vendor.project();
  const guest = await vendor.member(`/projects/${id}`, 10);
  expect((await vendor.status("GET", `/projects/${id}/labels`, undefined, guest))[0]).toBe(200);
  expect((await vendor.status("POST", `/projects/${id}/labels`, { name: "x", color: "red" }, guest))[0]).toBe(403);
  expect((await vendor.status("POST", `/projects/${id}/labels`, { name: "x", color: "red" }, ""))[0]).toBe(401);
  const stranger = vendor.stranger();
  expect((await vendor.status("GET", `/projects/${id}/labels`, undefined, stranger))[0]).toBe(404);
});
