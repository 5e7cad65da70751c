import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a project protects an environment by its name, changes it by differences, and drops whom it may not name", async () => {
  const { id } = await vendor.project();
  await vendor.member(`/projects/${id}`, 30);
  const [, person] = (await vendor.list(`/projects/${id}/members`)) as [Body, Body];
  const at = `/projects/${id}/protected_environments`;
  const made = await vendor.made(at, {
    name: "review/one",
    deploy_access_levels: [{ access_level: 40 }, { user_id: person["id"] }, { user_id: 1e6 }],
    approval_rules: [{ access_level: 40, required_approvals: 2 }],
  });
  expect(made).toMatchObject({
    name: "review/one",
    deploy_access_levels: [{ access_level: 40, user_id: null }, { user_id: person["id"] }],
    approval_rules: [{ access_level: 40, required_approvals: 2 }],
  });
  const [level] = made["deploy_access_levels"] as [Body];
  const change = { deploy_access_levels: [{ id: level["id"], _destroy: true }] };
  expect((await vendor.status("PUT", `${at}/review%2Fone`, change))[1]).toMatchObject({
    deploy_access_levels: [{ user_id: person["id"] }],
  });
  expect((await vendor.status("POST", at, { name: "review/one", deploy_access_levels: [{ access_level: 40 }] }))[0]).toBe(409);
  expect((await vendor.status("POST", at, { name: "x", deploy_access_levels: [] }))[0]).toBe(422);
  await vendor.status("DELETE", `/projects/${id}/members/${String(person["id"])}`);
  expect(await vendor.list(at)).toMatchObject([{ deploy_access_levels: [] }]);
  expect((await vendor.status("DELETE", `${at}/review%2Fone`))[0]).toBe(204);
  expect((await vendor.status("GET", `${at}/review%2Fone`))[0]).toBe(404);
});

test("protected environments of projects are for maintainers", async () => {
  const { id } = await vendor.project();
  const developer = await vendor.member(`/projects/${id}`, 30);
  expect((await vendor.status("GET", `/projects/${id}/protected_environments`, undefined, developer))[0]).toBe(403);
});
