import { expect, test } from "vitest";
import type { Json } from "../../../src/emulator/core/records.js";
import { each, idOf } from "../answers.js";
import type { Answer } from "../platform.js";
import { type Team, headOf, startTeam } from "../team.js";

const rule = (name: string, more: Record<string, Json>): Json => ({ project: "team/app", name, approvals_required: 1, ...more });
const ANYBODY = rule("All Members", { rule_type: "any_approver", approvals_required: 2 });
const EXPERTS = rule("Experts", { users: ["alice", "carol"] });

const approve = (team: Team, as: string, json = {}): Promise<Answer> => team.on("POST", "1/approve", { as, json });

const rulesIn = ({ body }: Answer): Record<string, unknown>[] => (body as { rules: Record<string, unknown>[] }).rules;

test("the approval status of a merge request tells how many approvals it needs, how many are left, and by whom it is approved", async () => {
  const team = await startTeam({ seed: { approval_rules: [ANYBODY] } });
  const answer = await team.on("GET", "1/approvals", { as: "carol" });
  expect(answer.status).toBe(200);
  const times = { created_at: expect.any(String), updated_at: expect.any(String) };
  const known = {
    id: 1,
    iid: 1,
    project_id: 1,
    title: "Feature",
    description: null,
    state: "opened",
    merge_status: "can_be_merged",
  };
  expect(answer.body).toEqual({ ...known, ...times, approvals_required: 2, approvals_left: 2, approved_by: [] });
  await approve(team, "alice");
  expect(await team.on("GET", "1/approvals")).toMatchObject({
    body: { approvals_required: 2, approvals_left: 1, approved_by: [{ user: { username: "alice" } }] },
  });
});

test("without rules of its own the rules of the project hold for a merge request", async () => {
  const team = await startTeam({ seed: { approval_rules: [EXPERTS, ANYBODY] } });
  const answer = await team.on("GET", "1/approval_state");
  expect(answer).toMatchObject({ status: 200, body: { approval_rules_overwritten: false } });
  expect(rulesIn(answer)).toMatchObject([
    { name: "All Members", rule_type: "any_approver", approvals_required: 2, eligible_approvers: [] },
    { name: "Experts", rule_type: "regular", users: [{ username: "alice" }, { username: "carol" }] },
  ]);
  expect(await team.on("GET", "1/approval_rules")).toMatchObject({ status: 200, body: [] });
});

test("rules of the merge request stand in place of the project's, and tell what became of them", async () => {
  const own = {
    project: "team/app",
    merge_request: 1,
    name: "Experts",
    approvals_required: 2,
    users: ["alice", "carol"],
    source: "Experts",
  };
  const team = await startTeam({ seed: { approval_rules: [ANYBODY, EXPERTS], merge_request_approval_rules: [own] } });
  await approve(team, "alice");
  const answer = await team.on("GET", "1/approval_state");
  expect(answer).toMatchObject({ body: { approval_rules_overwritten: true } });
  const [shown, ...others] = rulesIn(answer);
  expect(others).toEqual([]);
  expect(shown).toEqual({
    id: 1,
    name: "Experts",
    rule_type: "regular",
    eligible_approvers: [expect.objectContaining({ username: "alice" }), expect.objectContaining({ username: "carol" })],
    approvals_required: 2,
    users: [expect.objectContaining({ username: "alice" }), expect.objectContaining({ username: "carol" })],
    groups: [],
    contains_hidden_groups: false,
    protected_branches: [],
    applies_to_all_protected_branches: false,
    source_rule: { approvals_required: 1 },
    approved_by: [expect.objectContaining({ username: "alice" })],
    approved: false,
    overridden: true,
  });
});

test("the rules of a merge request are listed in pages", async () => {
  const rules = ["One", "Two", "Three"].map((name) => ({
    project: "team/app",
    merge_request: 1,
    name,
    approvals_required: 0,
    users: ["alice"],
  }));
  const team = await startTeam({ seed: { merge_request_approval_rules: rules } });
  expect(each(await team.on("GET", "1/approval_rules"), "name")).toEqual(["One", "Two", "Three"]);
  const page = await team.on("GET", "1/approval_rules?per_page=2&page=2");
  expect(each(page, "name")).toEqual(["Three"]);
  expect(page.headers.get("x-total")).toBe("3");
});

test("rules for protected branches hold only for merge requests into those", async () => {
  const seed = {
    approval_rules: [
      rule("Main", { users: ["alice"], protected_branches: ["main"] }),
      rule("Protected", { users: ["alice"], applies_to_all_protected_branches: true }),
      rule("Everywhere", { users: ["alice"] }),
    ],
    merge_requests: [{ project: "team/app", source_branch: "feature", target_branch: "empty", title: "Aside", author: "bob" }],
  };
  const team = await startTeam({ seed });
  expect(rulesIn(await team.on("GET", "1/approval_state")).map(({ name }) => name)).toEqual(["Main", "Protected", "Everywhere"]);
  expect(rulesIn(await team.on("GET", "8/approval_state")).map(({ name }) => name)).toEqual(["Everywhere"]);
});

test("one approval counts for the rule that names the approver and for the rule of any approver", async () => {
  const team = await startTeam({ seed: { approval_rules: [ANYBODY, EXPERTS] } });
  expect(await team.on("GET", "1/approvals")).toMatchObject({ body: { approvals_required: 3, approvals_left: 2 } });
  await approve(team, "alice");
  expect(await team.on("GET", "1/approvals")).toMatchObject({ body: { approvals_required: 3, approvals_left: 1 } });
  expect(rulesIn(await team.on("GET", "1/approval_state"))).toMatchObject([{ approved: false }, { approved: true }]);
});

test("POST approvals changes how many approvals the merge request needs by a rule of its own, which any approver fulfils", async () => {
  const team = await startTeam({ seed: { approval_rules: [EXPERTS] } });
  const change = (approvals_required: unknown): Promise<Answer> =>
    team.on("POST", "1/approvals", { json: { approvals_required } });
  expect(await change(3)).toMatchObject({ status: 201, body: { iid: 1, approvals_required: 3, approvals_left: 3 } });
  expect(await change(1)).toMatchObject({ status: 201, body: { approvals_required: 1 } });
  expect(await team.on("GET", "1/approval_rules")).toMatchObject({ body: [{ name: "All Members", rule_type: "any_approver" }] });
  expect(await team.on("GET", "1")).toMatchObject({ body: { approvals_before_merge: 1 } });
});

test("POST approvals requires approvals_required, from 0 to 100", async () => {
  const team = await startTeam();
  expect(await team.on("POST", "1/approvals")).toMatchObject({ status: 400, body: { error: "approvals_required is missing" } });
  expect((await team.on("POST", "1/approvals", { json: { approvals_required: "many" } })).status).toBe(400);
  expect(await team.on("POST", "1/approvals", { json: { approvals_required: 101 } })).toMatchObject({
    status: 400,
    body: { message: { approvals_required: ["must be less than or equal to 100"] } },
  });
});

test("where overriding is disabled a merge request gets no rules of its own, and those that it had do not count", async () => {
  const own = { project: "team/app", merge_request: 1, name: "Mine", approvals_required: 0, users: ["alice"] };
  const team = await startTeam({ seed: { approval_rules: [ANYBODY], merge_request_approval_rules: [own] } });
  await team.call("POST", "/projects/team%2Fapp/approvals", { json: { disable_overriding_approvers_per_merge_request: true } });
  expect(await team.on("GET", "1/approval_state")).toMatchObject({ body: { approval_rules_overwritten: false } });
  expect(await team.on("POST", "1/approvals", { json: { approvals_required: 0 } })).toMatchObject({
    status: 422,
    body: { error: "Overriding approvals is disabled" },
  });
  const json = { name: "More", approvals_required: 1 };
  expect((await team.on("POST", "1/approval_rules", { json })).status).toBe(403);
  expect((await team.on("PUT", "1/approval_rules/1", { json })).status).toBe(403);
  expect((await team.on("DELETE", "1/approval_rules/1")).status).toBe(403);
});

test("a rule of a merge request is created, changed and deleted", async () => {
  const team = await startTeam();
  const created = await team.on("POST", "1/approval_rules", {
    json: { name: "Two eyes", approvals_required: 1, user_ids: [2, 4, 5] },
  });
  expect(created).toMatchObject({ status: 201, body: { name: "Two eyes", rule_type: "regular", source_rule: null } });
  expect(created.body).toMatchObject({ users: [{ username: "alice" }, { username: "carol" }] });
  const path = `1/approval_rules/${idOf(created)}`;
  expect(await team.on("PUT", path, { json: { name: "Four eyes", approvals_required: 2 } })).toMatchObject({
    status: 200,
    body: { name: "Four eyes", approvals_required: 2, users: [{ username: "alice" }, { username: "carol" }] },
  });
  expect((await team.on("DELETE", path)).status).toBe(204);
  expect((await team.on("DELETE", path)).status).toBe(404);
});

test("a rule that is made from one of the project takes its name and people, and says when it differs", async () => {
  const team = await startTeam({ seed: { approval_rules: [EXPERTS] } });
  const json = { name: "Ignored", approvals_required: 1, approval_project_rule_id: 1 };
  const created = await team.on("POST", "1/approval_rules", { json });
  expect(created).toMatchObject({
    status: 201,
    body: { name: "Experts", overridden: false, source_rule: { approvals_required: 1 } },
  });
  const path = `1/approval_rules/${idOf(created)}`;
  expect(await team.on("PUT", path, { json: { user_ids: [2] } })).toMatchObject({ body: { overridden: true } });
});

test("a rule of a merge request needs a name of its own and a number; one rule is for any approver", async () => {
  const team = await startTeam();
  const create = (json: Record<string, unknown>): Promise<Answer> => team.on("POST", "1/approval_rules", { json });
  expect(await create({})).toMatchObject({ status: 400, body: { error: "name is missing, approvals_required is missing" } });
  expect((await create({ name: "Any", approvals_required: 1 })).status).toBe(201);
  expect(await create({ name: "Any other", approvals_required: 1 })).toMatchObject({
    status: 400,
    body: { message: { rule_type: ["any-approver for the merge request already exists"] } },
  });
  expect((await create({ name: "Alice", approvals_required: 1, user_ids: [2] })).status).toBe(201);
  expect(await create({ name: "Alice", approvals_required: 1, user_ids: [2] })).toMatchObject({
    status: 400,
    body: { message: { name: ["has already been taken"] } },
  });
});

test("authors approve their own merge requests only where the project lets them", async () => {
  const team = await startTeam({ seed: { approval_rules: [ANYBODY] } });
  expect((await approve(team, "bob")).status).toBe(401);
  await team.call("POST", "/projects/team%2Fapp/approvals", { json: { merge_requests_author_approval: true } });
  expect(await approve(team, "bob")).toMatchObject({ status: 201, body: { approvals_left: 1 } });
});

test("who committed to a merge request does not approve it where the project says so", async () => {
  const seed = { merge_requests: [{ project: "team/app", source_branch: "feature", title: "Of another", author: "alice" }] };
  const team = await startTeam({ seed });
  await team.call("POST", "/projects/team%2Fapp/approvals", { json: { merge_requests_disable_committers_approval: true } });
  expect((await team.on("POST", "8/approve", { as: "bob" })).status).toBe(401);
  await team.call("POST", "/projects/team%2Fapp/approvals", { json: { merge_requests_disable_committers_approval: false } });
  expect((await team.on("POST", "8/approve", { as: "bob" })).status).toBe(201);
});

test("Developers and who is named in a rule approve, once each, and may take it back", async () => {
  const team = await startTeam({ seed: { approval_rules: [EXPERTS] } });
  expect((await approve(team, "dave")).status).toBe(401);
  expect(await approve(team, "carol")).toMatchObject({ status: 201, body: { approved_by: [{ user: { username: "carol" } }] } });
  expect((await approve(team, "carol")).status).toBe(401);
  expect((await approve(team, "alice")).status).toBe(201);
  expect((await team.on("POST", "1/unapprove", { as: "carol" })).status).toBe(201);
  expect(await team.on("POST", "1/unapprove", { as: "carol" })).toMatchObject({ status: 404 });
  expect(await team.on("GET", "1/approvals")).toMatchObject({ body: { approved_by: [{ user: { username: "alice" } }] } });
});

test("an approval for another head than that of the source branch is refused: 409", async () => {
  const team = await startTeam();
  const { id } = await headOf(team, "feature");
  expect((await approve(team, "alice", { sha: "0".repeat(40) })).status).toBe(409);
  expect((await approve(team, "alice", { sha: id })).status).toBe(201);
});

test("a rule that nobody is left to fulfil does not block a merge", async () => {
  const team = await startTeam({ seed: { approval_rules: [rule("Author alone", { users: ["bob"] })] } });
  expect(rulesIn(await team.on("GET", "1/approval_state"))).toMatchObject([{ eligible_approvers: [], approved: true }]);
  expect((await team.on("PUT", "1/merge")).status).toBe(200);
});

test("approvals of merge requests need a caller, are seen by who sees the project, and changed by who may edit the merge request", async () => {
  const team = await startTeam();
  const paths = ["approvals", "approval_state", "approval_rules"];
  const statuses = (as: string): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await team.on("GET", `1/${path}`, { as })).status));
  expect(await statuses("")).toEqual([401, 401, 401]);
  expect(await statuses("dave")).toEqual([200, 200, 200]);
  const change = (as: string): Promise<Answer> => team.on("POST", "1/approvals", { as, json: { approvals_required: 1 } });
  expect([(await change("")).status, (await change("carol")).status, (await change("bob")).status]).toEqual([401, 403, 201]);
  await team.call("PUT", "/projects/team%2Fapp", { json: { visibility: "private" } });
  expect(await statuses("dave")).toEqual([404, 404, 404]);
});

test("approvals of merge requests are licensed: without a licence their routes are not there", async () => {
  const team = await startTeam({ tier: "free" });
  const paths = ["approvals", "approval_state", "approval_rules"];
  const answers = await Promise.all(paths.map((path) => team.on("GET", `1/${path}`)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: "404 Not Found" } });
  expect((await team.on("POST", "1/approvals", { json: { approvals_required: 1 } })).status).toBe(404);
});

test("real servers say more of approvals: who may and did approve, and which rules are left", async () => {
  const team = await startTeam({ dialect: "vendor", seed: { approval_rules: [EXPERTS] } });
  expect(await team.on("GET", "1/approvals")).toMatchObject({
    body: {
      approved: false,
      user_can_approve: true,
      user_has_approved: false,
      suggested_approvers: [{ username: "alice" }, { username: "carol" }],
      approvers: [{ user: { username: "alice" } }, { user: { username: "carol" } }],
      approver_groups: [],
      approval_rules_left: [{ id: 1, name: "Experts", rule_type: "regular" }],
      has_approval_rules: true,
      require_password_to_approve: false,
    },
  });
  const [shown] = rulesIn(await team.on("GET", "1/approval_state"));
  expect(shown).toMatchObject({ code_owner: false, section: null });
  expect(Object.keys(shown ?? {})).not.toContain("protected_branches");
});
