import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

/** The protection that the default branch of a new project in the group has: levels that may push and merge, and force pushes. */
async function protectedAs(group: Body): Promise<unknown> {
  const { id: namespace_id } = await vendor.group(group);
  const { id } = await vendor.project({ namespace_id, initialize_with_readme: true });
  vendor.work();
  const found = await vendor.list(`/projects/${id}/protected_branches`);
  const [rule] = found as { push_access_levels: Body[]; merge_access_levels: Body[]; allow_force_push: boolean }[];
  const levels = (entries: readonly Body[]): unknown[] => entries.map(({ access_level }) => access_level);
  return rule && [levels(rule.push_access_levels), levels(rule.merge_access_levels), rule.allow_force_push];
}

test("a level of default branch protection means what its details say, force pushes too", async () => {
  expect(await protectedAs({ default_branch_protection: 1 })).toEqual([[30], [30], false]);
  expect(await protectedAs({ default_branch_protection: 2 })).toEqual([[40], [40], false]);
  expect(await protectedAs({ default_branch_protection: 3 })).toEqual([[40], [30], true]);
  expect(await protectedAs({ default_branch_protection: 4 })).toEqual([[40], [30], true]);
});

test("details that no level stands for protect as they say", async () => {
  const details = {
    allowed_to_push: [{ access_level: 0 }],
    allowed_to_merge: [{ access_level: 30 }],
    allow_force_push: false,
    developer_can_initial_push: true,
  };
  expect(await protectedAs({ default_branch_protection_defaults: details })).toEqual([[0], [30], false]);
});

test("Developers begin a repository where the default protection says so", async () => {
  for (const [default_branch_protection, status] of [
    [4, 201],
    [2, 403],
  ] as const) {
    const { id: namespace_id } = await vendor.group({ default_branch_protection });
    const { id } = await vendor.project({ namespace_id });
    const developer = await vendor.member(`/projects/${id}`, 30);
    const actions = [{ action: "create", file_path: "a.txt", content: "a" }];
    const wish = { branch: "main", commit_message: "Begin", actions };
    const [got] = await vendor.status("POST", `/projects/${id}/repository/commits`, wish, developer);
    expect([default_branch_protection, got]).toEqual([default_branch_protection, status]);
  }
});
