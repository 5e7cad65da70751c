import { expect, test } from "vitest";
import { type Company, startCompany } from "../company.js";
import type { CallOptions } from "../platform.js";

type Rule = {
  id: number;
  name: string;
  rule_type: string;
  users: { id: number; username: string }[];
  groups: { id: number; full_path: string }[];
  eligible_approvers: { username: string }[];
  protected_branches: { id: number; name: string }[];
};

const path = "/projects/acme%2Fweb/approval_rules";

async function create(acme: Company, json: unknown, options: CallOptions = {}): Promise<Rule> {
  const answer = await acme.call("POST", path, { ...options, json });
  expect(answer.status).toBe(201);
  return answer.body as Rule;
}

async function change(acme: Company, { id }: Rule, json: unknown, options: CallOptions = {}): Promise<Rule> {
  const answer = await acme.call("PUT", `${path}/${id}`, { ...options, json });
  expect(answer.status).toBe(200);
  return answer.body as Rule;
}

const names = (users: readonly { username: string }[]): string[] => users.map((user) => user.username).sort();
const paths = (groups: readonly { full_path: string }[]): string[] => groups.map((group) => group.full_path).sort();
const branches = (rule: Rule): string[] => rule.protected_branches.map((branch) => branch.name);

test("an approval rule is created, read, listed, changed and deleted", async () => {
  const acme = await startCompany();
  const { users, groups } = acme;
  const sent = { name: "Security", approvals_required: 2, user_ids: [users.mike.id], group_ids: [groups.guests.id] };
  const made = await acme.call("POST", path, { json: { ...sent, protected_branch_ids: [acme.branches.main] } });
  expect(made.status).toBe(201);
  const rule = made.body as Rule;
  expect(rule).toMatchObject({
    name: "Security",
    rule_type: "regular",
    report_type: null,
    approvals_required: 2,
    applies_to_all_protected_branches: false,
    contains_hidden_groups: false,
  });
  expect([names(rule.users), paths(rule.groups), branches(rule)]).toEqual([["mike"], ["guests"], ["main"]]);
  expect(names(rule.eligible_approvers)).toEqual(["dora", "mike"]);
  expect((await acme.call("GET", `${path}/${rule.id}`)).body).toEqual(rule);
  const listed = await acme.call("GET", `${path}?per_page=1`);
  expect([listed.headers.get("X-Total"), listed.body]).toEqual(["1", [rule]]);
  const changed = await change(acme, rule, { ...sent, name: "Safety", approvals_required: 0 });
  expect(changed).toMatchObject({ id: rule.id, name: "Safety", approvals_required: 0 });
  const gone = await acme.call("DELETE", `${path}/${rule.id}`);
  expect([gone.status, gone.body]).toEqual([204, ""]);
  const missing = await acme.call("GET", `${path}/${rule.id}`);
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  expect((await acme.call("DELETE", `${path}/${rule.id}`)).status).toBe(404);
});

test("a rule shows users, groups and protected branches in their short forms", async () => {
  const acme = await startCompany();
  const { mike } = acme.users;
  const rule = await create(acme, {
    name: "Security",
    approvals_required: 1,
    user_ids: [mike.id],
    group_ids: [acme.groups.team.id],
    protected_branch_ids: [acme.branches.main],
  });
  const user = { id: mike.id, name: "mike", username: "mike", state: "active", avatar_url: null, web_url: `${acme.url}/mike` };
  expect([rule.users, rule.eligible_approvers]).toEqual([[user], [user]]);
  expect(rule.groups).toEqual([
    {
      id: acme.groups.team.id,
      name: "team",
      path: "team",
      description: null,
      visibility: "private",
      lfs_enabled: true,
      avatar_url: null,
      web_url: `${acme.url}/groups/acme/team`,
      request_access_enabled: true,
      full_name: "acme / team",
      full_path: "acme/team",
      parent_id: acme.groups.acme.id,
      ldap_cn: null,
      ldap_access: null,
    },
  ]);
  const level = { access_level: 40, access_level_description: "Maintainers" };
  expect(rule.protected_branches).toMatchObject([
    {
      id: acme.branches.main,
      name: "main",
      push_access_levels: [level],
      merge_access_levels: [level],
      code_owner_approval_required: false,
    },
  ]);
});

test("a rule needs a name and a number of approvals from 0 to 100", async () => {
  const acme = await startCompany();
  const refuse = async (json: unknown, body: unknown) => {
    const answer = await acme.call("POST", path, { json });
    expect([answer.status, answer.body]).toEqual([400, body]);
  };
  await refuse({}, { error: "name is missing, approvals_required is missing" });
  await refuse({ name: "a", approvals_required: 1, rule_type: "odd" }, { error: "rule_type does not have a valid value" });
  await refuse(
    { name: "", approvals_required: 101 },
    { message: { name: ["can't be blank"], approvals_required: ["must be less than or equal to 100"] } },
  );
  await refuse(
    { name: "n".repeat(256), approvals_required: 1 },
    { message: { name: ["is too long (maximum is 255 characters)"] } },
  );
  expect((await acme.call("GET", path)).body).toEqual([]);
});

test("names are unique among rules of a type, and one rule is for any approver", async () => {
  const acme = await startCompany();
  const users = { user_ids: [acme.users.mike.id] };
  const first = await create(acme, { name: "Security", approvals_required: 1, ...users });
  const taken = { message: { name: ["has already been taken"] } };
  const twin = await acme.call("POST", path, { json: { name: "Security", approvals_required: 2, ...users } });
  expect([twin.status, twin.body]).toEqual([400, taken]);
  const other = await create(acme, { name: "Other", approvals_required: 1, ...users });
  const renamed = await acme.call("PUT", `${path}/${other.id}`, { json: { name: "Security", approvals_required: 1 } });
  expect([renamed.status, renamed.body]).toEqual([400, taken]);
  await change(acme, first, { name: "Security", approvals_required: 3, ...users });
  await create(acme, { name: "Security", approvals_required: 0, rule_type: "any_approver" });
  const second = await acme.call("POST", path, { json: { name: "All", approvals_required: 0, rule_type: "any_approver" } });
  expect([second.status, second.body]).toEqual([
    400,
    { message: { rule_type: ["any-approver for the project already exists"] } },
  ]);
});

test("a rule for a report names the report, and may share its name", async () => {
  const acme = await startCompany();
  const report = { name: "Coverage", approvals_required: 1, rule_type: "report_approver" };
  const without = await acme.call("POST", path, { json: report });
  expect([without.status, without.body]).toEqual([400, { message: { report_type: ["can't be blank"] } }]);
  for (const report_type of ["code_coverage", "license_scanning"]) {
    const rule = await create(acme, { ...report, report_type, user_ids: [acme.users.mike.id] });
    expect(rule).toMatchObject({ rule_type: "report_approver", report_type });
  }
});

test("users outside the project, hidden groups and branches of other projects are dropped without a word", async () => {
  const acme = await startCompany();
  const { users, groups } = acme;
  const rule = await create(
    acme,
    {
      name: "Security",
      approvals_required: 1,
      user_ids: [users.dora.id, users.stranger.id, 4242, users.dora.id],
      group_ids: [groups.secret.id, groups.team.id, 4242],
      protected_branch_ids: [acme.branches.other, acme.branches.release, 4242],
    },
    { token: "token-of-mike" },
  );
  expect([names(rule.users), paths(rule.groups), branches(rule)]).toEqual([["dora"], ["acme/team"], ["release/*"]]);
});

test("a new rule of which nobody is left is one that any approver fulfils, unless its type was given", async () => {
  const acme = await startCompany();
  const nobody = { approvals_required: 1, user_ids: [acme.users.stranger.id] };
  expect(await create(acme, { name: "Security", ...nobody })).toMatchObject({
    rule_type: "any_approver",
    eligible_approvers: [],
  });
  expect(await create(acme, { name: "Regular", rule_type: "regular", ...nobody })).toMatchObject({ rule_type: "regular" });
});

test("a rule for all protected branches ignores the branches that are sent", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const acme = await startCompany({ dialect });
    const sent = { name: "Security", approvals_required: 1, user_ids: [acme.users.mike.id] };
    const ids = { protected_branch_ids: [acme.branches.release] };
    const all = await create(acme, { ...sent, ...ids, applies_to_all_protected_branches: true });
    expect(all).toMatchObject({ applies_to_all_protected_branches: true });
    expect(branches(all)).toEqual(dialect === "vendor" ? ["main", "release/*"] : []);
    const none = await change(acme, all, { ...sent, applies_to_all_protected_branches: false });
    expect(branches(none)).toEqual([]);
    const one = await change(acme, all, { ...sent, ...ids });
    expect(branches(one)).toEqual(["release/*"]);
    expect(branches(await change(acme, all, sent))).toEqual(["release/*"]);
    expect(branches(await change(acme, all, { ...sent, protected_branch_ids: [] }))).toEqual([]);
  }
});

test("an update removes users and groups that it does not list; real servers leave a list alone that is not sent", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const acme = await startCompany({ dialect });
    const { users, groups } = acme;
    const sent = { name: "Security", approvals_required: 1 };
    const rule = await create(acme, { ...sent, user_ids: [users.mike.id, users.dora.id], group_ids: [groups.team.id] });
    const fewer = await change(acme, rule, { ...sent, user_ids: [users.dora.id] });
    expect(names(fewer.users)).toEqual(["dora"]);
    expect(paths(fewer.groups)).toEqual(dialect === "vendor" ? ["acme/team"] : []);
    const empty = await change(acme, rule, { ...sent, user_ids: [], group_ids: [] });
    expect([empty.users, empty.groups, empty.rule_type]).toEqual([[], [], "regular"]);
  }
});

test("an update needs name and number; real servers need neither", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const acme = await startCompany({ dialect });
    const rule = await create(acme, { name: "Security", approvals_required: 1, user_ids: [acme.users.mike.id] });
    const answer = await acme.call("PUT", `${path}/${rule.id}`, { json: { user_ids: [acme.users.dora.id] } });
    const missing = [400, { error: "name is missing, approvals_required is missing" }];
    if (dialect === "neutral") expect([answer.status, answer.body]).toEqual(missing);
    else expect([answer.status, answer.body]).toMatchObject([200, { name: "Security", approvals_required: 1 }]);
  }
});

test("groups that the caller may not see are said to be there, and on real servers stay until they are removed on purpose", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const acme = await startCompany({ dialect });
    const { groups } = acme;
    const sent = { name: "Security", approvals_required: 1 };
    const rule = await create(acme, { ...sent, group_ids: [groups.secret.id, groups.team.id] });
    expect(paths(rule.groups)).toEqual(["acme/team", "secret"]);
    const asMike = { token: "token-of-mike" };
    const seen = await acme.call("GET", `${path}/${rule.id}`, asMike);
    expect(seen.body).toMatchObject({ contains_hidden_groups: true, groups: [{ full_path: "acme/team" }] });
    expect(names((seen.body as Rule).eligible_approvers)).toEqual(["stranger"]);
    const kept = await change(acme, rule, { ...sent, group_ids: [groups.team.id] }, asMike);
    expect(kept).toMatchObject({ contains_hidden_groups: dialect === "vendor" });
    const cleared = await change(acme, rule, { ...sent, group_ids: [groups.team.id], remove_hidden_groups: true }, asMike);
    expect(cleared).toMatchObject({ contains_hidden_groups: false });
  }
});

test("rules are read by who sees the project, and changed by who maintains it", async () => {
  const acme = await startCompany();
  const rule = await create(acme, { name: "Security", approvals_required: 1, user_ids: [acme.users.mike.id] });
  const json = { name: "New", approvals_required: 1, rule_type: "regular" };
  const status = async (method: string, to: string, token: string) =>
    (await acme.call(method, to, { token, ...(method === "GET" ? {} : { json }) })).status;
  const one = `${path}/${rule.id}`;
  const calls: [string, string][] = [
    ["GET", path],
    ["GET", one],
    ["POST", path],
    ["PUT", one],
    ["DELETE", one],
  ];
  for (const [method, to] of calls) {
    expect(await status(method, to, "")).toBe(401);
    expect(await status(method, to, "token-of-stranger")).toBe(404);
    expect(await status(method, to, "token-of-dora")).toBe(method === "GET" ? 200 : 403);
  }
  expect(await status("POST", "/projects/acme%2Fold/approval_rules", "token-of-olivia")).toBe(403);
  expect(await status("GET", `/projects/acme%2Fother/approval_rules/${rule.id}`, "token-of-olivia")).toBe(404);
  expect(await status("DELETE", one, "token-of-mike")).toBe(204);
});

test("a delete is refused when the rule changed after the time that the caller knows", async () => {
  const acme = await startCompany();
  const rule = await create(acme, { name: "Security", approvals_required: 1, user_ids: [acme.users.mike.id] });
  const remove = (since: string) => acme.call("DELETE", `${path}/${rule.id}`, { headers: { "If-Unmodified-Since": since } });
  const stale = await remove(new Date(Date.now() - 60_000).toUTCString());
  expect([stale.status, stale.body]).toEqual([412, { message: "412 Precondition Failed" }]);
  expect((await remove(new Date(Date.now() + 60_000).toUTCString())).status).toBe(204);
});

test("a branch that is no longer protected leaves the rules", async () => {
  const acme = await startCompany();
  const ids = [acme.branches.main, acme.branches.release];
  const rule = await create(acme, {
    name: "Security",
    approvals_required: 1,
    user_ids: [acme.users.mike.id],
    protected_branch_ids: ids,
  });
  expect((await acme.call("DELETE", "/projects/acme%2Fweb/protected_branches/release%2F*")).status).toBe(204);
  expect(branches((await acme.call("GET", `${path}/${rule.id}`)).body as Rule)).toEqual(["main"]);
});

test("the rule of any approver with no approvals, which every project has by default, is listed once somebody made it", async () => {
  const acme = await startCompany();
  expect((await acme.call("GET", path)).body).toEqual([]);
  const rule = await create(acme, { name: "Anybody", approvals_required: 0, rule_type: "any_approver" });
  expect(rule).toMatchObject({ rule_type: "any_approver", approvals_required: 0, users: [], eligible_approvers: [] });
  expect((await acme.call("GET", path)).body).toEqual([rule]);
});
