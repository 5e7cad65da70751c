import { expect, test } from "vitest";
import { startCompany } from "../company.js";

const presets = {
  approvals_before_merge: 0,
  reset_approvals_on_push: true,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
};
const path = "/projects/acme%2Fweb/approvals";

test("the approval configuration is read and changed, what is not sent stays", async () => {
  const acme = await startCompany();
  const before = await acme.call("GET", path);
  expect([before.status, before.body]).toEqual([200, presets]);
  const sent = { reset_approvals_on_push: false, merge_requests_author_approval: true, approvals_before_merge: 2 };
  const changed = await acme.call("POST", path, { json: sent });
  expect([changed.status, changed.body]).toEqual([201, { ...presets, ...sent }]);
  await acme.call("POST", path, { body: new URLSearchParams({ require_password_to_approve: "true" }) });
  expect((await acme.call("GET", path)).body).toEqual({ ...presets, ...sent, require_password_to_approve: true });
});

test("the deprecated number of approvals is the one that the project shows", async () => {
  const acme = await startCompany();
  await acme.call("POST", path, { json: { approvals_before_merge: 3 } });
  expect((await acme.call("GET", "/projects/acme%2Fweb")).body).toMatchObject({ approvals_before_merge: 3 });
  await acme.call("PUT", "/projects/acme%2Fweb", { json: { approvals_before_merge: 1 } });
  expect((await acme.call("GET", path)).body).toMatchObject({ approvals_before_merge: 1 });
});

test("an approval configuration needs a key, booleans, and a number that is not negative", async () => {
  const acme = await startCompany();
  const nothing = await acme.call("POST", path, { json: { other: true } });
  expect(nothing.status).toBe(400);
  expect(nothing.body).toHaveProperty("error", expect.stringContaining("at least one parameter must be provided"));
  const text = await acme.call("POST", path, { json: { reset_approvals_on_push: "maybe" } });
  expect([text.status, text.body]).toEqual([400, { error: "reset_approvals_on_push is invalid" }]);
  const negative = await acme.call("POST", path, { json: { approvals_before_merge: -1, require_password_to_approve: true } });
  expect([negative.status, negative.body]).toEqual([
    400,
    { message: { approvals_before_merge: ["must be greater than or equal to 0"] } },
  ]);
  expect((await acme.call("GET", path)).body).toEqual(presets);
});

test("the approval configuration is read by who sees the project and changed by who maintains it", async () => {
  const acme = await startCompany();
  const status = async (method: string, token: string, to = path) =>
    (await acme.call(method, to, { token, ...(method === "GET" ? {} : { json: { require_password_to_approve: true } }) })).status;
  expect(await status("GET", "")).toBe(401);
  expect(await status("GET", "token-of-stranger")).toBe(404);
  expect(await status("GET", "token-of-dora")).toBe(200);
  expect(await status("POST", "token-of-dora")).toBe(403);
  expect(await status("POST", "token-of-mike")).toBe(201);
  expect(await status("POST", "token-of-stranger")).toBe(404);
  expect(await status("POST", "token-of-olivia", "/projects/acme%2Fold/approvals")).toBe(403);
});

test("approvals are licensed: without a licence their routes are not there", async () => {
  const acme = await startCompany({ tier: "free" });
  for (const route of ["approvals", "approval_rules"]) {
    const answer = await acme.call("GET", `/projects/acme%2Fweb/${route}`);
    expect([answer.status, answer.body]).toEqual([404, { error: "404 Not Found" }]);
  }
});

test("what the instance locks reads as locked, and is dropped from writes without a word", async () => {
  const acme = await startCompany();
  const locks = {
    prevent_merge_requests_author_approval: true,
    prevent_merge_requests_committers_approval: true,
    disable_overriding_approvers_per_merge_request: true,
  };
  await acme.call("POST", path, { json: { merge_requests_author_approval: true } });
  expect((await acme.call("PUT", "/application/settings", { json: locks })).status).toBe(200);
  const locked = {
    merge_requests_author_approval: false,
    merge_requests_disable_committers_approval: true,
    disable_overriding_approvers_per_merge_request: true,
  };
  expect((await acme.call("GET", path)).body).toEqual({ ...presets, ...locked });
  const dropped = await acme.call("POST", path, { json: { merge_requests_disable_committers_approval: false } });
  expect([dropped.status, dropped.body]).toEqual([201, { ...presets, ...locked }]);
  const free = Object.fromEntries(Object.keys(locks).map((name) => [name, false]));
  await acme.call("PUT", "/application/settings", { json: free });
  expect((await acme.call("GET", path)).body).toEqual({ ...presets, merge_requests_author_approval: true });
});

test("real servers show more, and exclude two settings from each other", async () => {
  const acme = await startCompany({ dialect: "vendor" });
  const more = {
    approvers: [],
    approver_groups: [],
    require_reauthentication_to_approve: false,
    selective_code_owner_removals: false,
  };
  expect((await acme.call("GET", path)).body).toEqual({ ...presets, ...more });
  const both = await acme.call("POST", path, { json: { selective_code_owner_removals: true } });
  expect(both.status).toBe(400);
  expect(both.body).toHaveProperty("message.base");
  const one = await acme.call("POST", path, { json: { selective_code_owner_removals: true, reset_approvals_on_push: false } });
  expect([one.status, one.body]).toMatchObject([201, { selective_code_owner_removals: true, reset_approvals_on_push: false }]);
});
