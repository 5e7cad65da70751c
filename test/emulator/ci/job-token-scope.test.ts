import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("the project itself stands first in its list, cannot be added or removed, and others come and go", async () => {
  const [project, other] = [await vendor.project(), await vendor.project()];
  const at = `/projects/${project.id}/job_token_scope/allowlist`;
  const json = { target_project_id: other.id };
  expect((await vendor.list(at)).map(({ id }) => id)).toEqual([project.id]);
  expect(await vendor.made(at, json)).toEqual({ source_project_id: project.id, target_project_id: other.id });
  expect((await vendor.list(at)).map(({ id }) => id)).toEqual([project.id, other.id]);
  expect(await vendor.status("POST", at, json)).toMatchObject([
    400,
    { message: expect.stringContaining("This project is already in the job token allowlist.") },
  ]);
  expect((await vendor.status("POST", at, { target_project_id: project.id }))[0]).toBe(400);
  expect((await vendor.status("POST", at, { target_project_id: 1e6 }))[0]).toBe(404);
  expect((await vendor.status("DELETE", `${at}/${project.id}`))[0]).toBe(400);
  expect((await vendor.status("DELETE", `${at}/${other.id}`))[0]).toBe(204);
});

test("groups have a list of their own, and leave it when they go", async () => {
  const [project, group] = [await vendor.project(), await vendor.group()];
  const at = `/projects/${project.id}/job_token_scope/groups_allowlist`;
  expect(await vendor.made(at, { target_group_id: group.id })).toEqual({
    source_project_id: project.id,
    target_group_id: group.id,
  });
  expect(await vendor.list(at)).toEqual([{ id: group.id, name: group["name"], web_url: group["web_url"] }]);
  const developer = await vendor.member(`/projects/${project.id}`, 30);
  expect((await vendor.status("GET", at, undefined, developer))[0]).toBe(403);
});

test("a list can be switched off once the instance no longer enforces it, as it does from the beginning; its settings show that", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/job_token_scope`;
  const name = "enforce_ci_inbound_job_token_scope_enabled";
  const refused = [400, { message: expect.stringContaining("enforced for the instance") }];
  expect((await vendor.status("GET", "/application/settings"))[1]).toMatchObject({ [name]: true });
  expect(await vendor.status("PATCH", at, { enabled: false })).toEqual(refused);
  await vendor.status("PUT", "/application/settings", { [name]: false });
  expect((await vendor.status("PATCH", at, { enabled: false }))[0]).toBe(204);
  expect((await vendor.status("PATCH", at, { enabled: true }))[0]).toBe(204);
  await vendor.status("PUT", "/application/settings", { [name]: true });
  expect(await vendor.status("PATCH", at, { enabled: false })).toEqual(refused);
});
