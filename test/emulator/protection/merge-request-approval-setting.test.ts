import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

const free = (value: boolean): Body => ({ value, locked: false, inherited_from: null });

test("a project's setting is its approval configuration, under names of the opposite sense", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/merge_request_approval_setting`;
  const put = { allow_author_approval: true, allow_committer_approval: false, retain_approvals_on_push: true };
  expect(await vendor.status("PUT", at, put)).toMatchObject([
    200,
    { allow_author_approval: free(true), allow_committer_approval: free(false), retain_approvals_on_push: free(true) },
  ]);
  expect((await vendor.status("GET", `/projects/${id}/approvals`))[1]).toMatchObject({
    merge_requests_author_approval: true,
    merge_requests_disable_committers_approval: true,
    reset_approvals_on_push: false,
  });
  expect((await vendor.status("PUT", at, {}))[0]).toBe(400);
});

test("what a top-level group or the instance is strict about is locked below, and a change of it changes nothing", async () => {
  const group = await vendor.group();
  const sub = await vendor.group({ parent_id: group.id });
  const { id } = await vendor.project({ namespace_id: sub.id });
  const [ofGroup, ofProject] = ["groups", "projects"].map(
    (kind, index) => `/${kind}/${index === 0 ? group.id : id}/merge_request_approval_setting`,
  ) as [string, string];
  expect((await vendor.status("GET", ofGroup))[1]).toMatchObject({ allow_author_approval: free(true) });
  await vendor.status("PUT", ofGroup, { allow_author_approval: false, require_password_to_approve: true });
  const locked = { locked: true, inherited_from: "group" };
  const shown = { allow_author_approval: { value: false, ...locked }, require_password_to_approve: { value: true, ...locked } };
  expect((await vendor.status("GET", ofProject))[1]).toMatchObject(shown);
  expect(await vendor.status("PUT", ofProject, { allow_author_approval: true })).toMatchObject([200, shown]);
  expect((await vendor.status("GET", `/projects/${id}/approvals`))[1]).toMatchObject({ merge_requests_author_approval: false });
  expect((await vendor.status("GET", `/groups/${sub.id}/merge_request_approval_setting`))[0]).toBe(403);
  await vendor.status("PUT", "/application/settings", { prevent_merge_requests_committers_approval: true });
  expect((await vendor.status("GET", ofGroup))[1]).toMatchObject({
    allow_committer_approval: { value: false, locked: true, inherited_from: "instance" },
  });
  await vendor.status("PUT", "/application/settings", { prevent_merge_requests_committers_approval: false });
});
