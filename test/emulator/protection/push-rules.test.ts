import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a project without a push rule answers null, and one rule stands in the way of another", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/push_rule`;
  expect(await vendor.status("GET", at)).toEqual([200, null]);
  expect((await vendor.status("PUT", at, { deny_delete_tag: true }))[0]).toBe(404);
  const made = await vendor.made(at, { deny_delete_tag: true, commit_message_regex: "JIRA-\\d+" });
  expect(made).toMatchObject({ deny_delete_tag: true, prevent_secrets: false, max_file_size: 0, project_id: id });
  expect(await vendor.status("POST", at, {})).toEqual([422, { error: "Project push rule exists" }]);
  expect(await vendor.status("PUT", at, { deny_delete_tag: false })).toMatchObject([
    200,
    { deny_delete_tag: false, commit_message_regex: "JIRA-\\d+" },
  ]);
  expect((await vendor.status("DELETE", at))[0]).toBe(204);
  expect(await vendor.status("GET", at)).toEqual([200, null]);
});

test("a pattern that does not run in linear time is refused", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/push_rule`;
  for (const pattern of ["(?!x)", "(?<=a)b", "(a)\\1", "a{2000}", "(", "[a"])
    expect(await vendor.status("POST", at, { branch_name_regex: pattern })).toMatchObject([
      400,
      { message: { branch_name_regex: [expect.stringContaining("not valid RE2 syntax")] } },
    ]);
  const fine = { branch_name_regex: "\\A(?i)[[:alpha:]]+(?P<rest>-\\d{1,9})?\\z", file_name_regex: "\\@(?:a\\.)?b$" };
  expect((await vendor.status("POST", at, fine))[0]).toBe(201);
});

test("new projects and subgroups begin with the rule of the group above; what stands there does not follow", async () => {
  const group = await vendor.group();
  const at = `/groups/${group.id}/push_rule`;
  expect((await vendor.status("GET", at))[0]).toBe(404);
  const before = await vendor.project({ namespace_id: group.id });
  await vendor.made(at, { member_check: true });
  const sub = await vendor.group({ parent_id: group.id });
  const after = await vendor.project({ namespace_id: sub.id });
  expect((await vendor.status("GET", `/projects/${before.id}/push_rule`))[1]).toBeNull();
  expect((await vendor.status("GET", `/groups/${sub.id}/push_rule`))[1]).toMatchObject({ member_check: true });
  await vendor.status("PUT", at, { member_check: false });
  expect((await vendor.status("GET", `/projects/${after.id}/push_rule`))[1]).toMatchObject({ member_check: true });
});

test("push rules are for maintainers of projects and owners of groups", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  const maintainer = await vendor.member(`/groups/${group.id}`, 40);
  const developer = await vendor.member(`/groups/${group.id}`, 30);
  expect((await vendor.status("GET", `/projects/${id}/push_rule`, undefined, maintainer))[0]).toBe(200);
  expect((await vendor.status("GET", `/projects/${id}/push_rule`, undefined, developer))[0]).toBe(403);
  expect((await vendor.status("POST", `/groups/${group.id}/push_rule`, {}, maintainer))[0]).toBe(403);
});
