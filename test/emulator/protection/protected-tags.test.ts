import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Vendor, startVendor } from "../config-platform.js";
import { publicKey } from "../public-key.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("tags are protected for maintainers, else for the level and the entries that are sent together", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/protected_tags`;
  expect(await vendor.made(at, { name: "v*" })).toMatchObject({
    name: "v*",
    create_access_levels: [{ access_level: 40, access_level_description: "Maintainers", user_id: null, group_id: null }],
  });
  await vendor.member(`/projects/${id}`, 30);
  const [, person] = (await vendor.list(`/projects/${id}/members`)) as [Body, Body];
  const both = await vendor.made(at, {
    name: "rel/*",
    create_access_level: 0,
    allowed_to_create: [{ user_id: person["id"] }],
  });
  expect(both["create_access_levels"]).toMatchObject([
    { access_level: 0, access_level_description: "No one" },
    { access_level: 40, user_id: person["id"] },
  ]);
  expect((await vendor.status("GET", `${at}/rel%2F*`))[0]).toBe(200);
  expect(await vendor.status("POST", at, { name: "v*" })).toEqual([422, { message: ["Name has already been taken"] }]);
  expect((await vendor.status("POST", at, { name: "x", allowed_to_create: [{ user_id: 1e6 }] }))[0]).toBe(422);
  expect((await vendor.status("DELETE", `${at}/v*`))[0]).toBe(204);
  expect((await vendor.status("GET", `${at}/v*`))[0]).toBe(404);
});

test("a deploy key that may push can be named by protections, and leaves them when it goes", async () => {
  const { id } = await vendor.project();
  const key = await vendor.made(`/projects/${id}/deploy_keys`, { title: "ci", key: publicKey().text });
  const entry = { deploy_key_id: key.id };
  const branches = `/projects/${id}/protected_branches`;
  expect((await vendor.status("POST", branches, { name: "rel", allowed_to_push: [entry] }))[0]).toBe(422);
  await vendor.status("PUT", `/projects/${id}/deploy_keys/${key.id}`, { can_push: true });
  const branch = await vendor.made(branches, { name: "rel", allowed_to_push: [entry, { access_level: 40 }] });
  expect(branch["push_access_levels"]).toMatchObject([
    { deploy_key_id: key.id, access_level: 40, access_level_description: "ci" },
    { deploy_key_id: null, access_level: 40 },
  ]);
  await vendor.made(`/projects/${id}/protected_tags`, { name: "v*", allowed_to_create: [entry] });
  await vendor.status("DELETE", `/projects/${id}/deploy_keys/${key.id}`);
  expect((await vendor.status("GET", `${branches}/rel`))[1]).toMatchObject({ push_access_levels: [{ deploy_key_id: null }] });
  expect(await vendor.list(`/projects/${id}/protected_tags`)).toEqual([{ name: "v*", create_access_levels: [] }]);
});

test("a protected branch is changed by differences", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/protected_branches`;
  const made = await vendor.made(at, { name: "feature/*" });
  const [level] = made["push_access_levels"] as [Body];
  const change = {
    allow_force_push: true,
    allowed_to_push: [{ id: level["id"], _destroy: true }, { access_level: 0 }],
  };
  expect(await vendor.status("PATCH", `${at}/feature%2F*`, change)).toMatchObject([
    200,
    { allow_force_push: true, push_access_levels: [{ access_level: 0 }], merge_access_levels: [{ access_level: 40 }] },
  ]);
});

test("a tag says whether a rule covers it", async () => {
  const { id } = await vendor.project({ initialize_with_readme: true });
  for (const tag_name of ["v1", "other"]) await vendor.made(`/projects/${id}/repository/tags`, { tag_name, ref: "main" });
  await vendor.made(`/projects/${id}/protected_tags`, { name: "v*" });
  const tags = await vendor.list(`/projects/${id}/repository/tags?order_by=name&sort=asc`);
  expect(tags.map((tag) => [tag["name"], tag["protected"]])).toEqual([
    ["other", false],
    ["v1", true],
  ]);
});
