// @module-tag slow
import { expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { openProgram, type Program } from "../harness/program.js";

/** A company that nobody declared: some projects for each top-level group, every tenth of them archived. */
async function live(groups: number, projects: number): Promise<Program> {
  const names = Array.from({ length: groups }, (_, index) => `team-${index}`);
  const program = await openProgram({
    seed: {
      groups: names.map((full_path) => ({ full_path, name: full_path })),
      projects: names.flatMap((group) =>
        Array.from({ length: projects }, (_, index) => ({
          path_with_namespace: `${group}/p${index}`,
          name: `p${index}`,
          archived: index % 10 === 9,
        })),
      ),
    },
  });
  onTestFinished(() => program.close());
  return program;
}

const requestsOf = ({ stats }: Plan) => stats.requests;
const policy = (projects: string, set: object) => ({
  policies: { baseline: { projects: [projects], undeclared: "include", set } },
});
const approvals = {
  approval_settings: { reset_approvals_on_push: false },
  approval_rules: { "Two eyes": { rule_type: "any_approver", approvals_required: 1 } },
};

it("a policy about attributes of undeclared projects costs the pages of a list, and one about what hangs on them two requests more for each that is not archived", async () => {
  const one = await live(1, 120);
  const none = requestsOf(await one.plan({ version: 1 }));
  const attributes = await one.plan(policy("team-0/**", { merge_method: "ff" }));
  expect(attributes.changes).toHaveLength(108);
  expect(requestsOf(attributes) - none).toBeLessThanOrEqual(2 + 1);
  const hanging = await one.plan(policy("team-0/**", { merge_method: "ff", ...approvals }));
  expect(hanging.changes).toHaveLength(3 * 108);
  expect(requestsOf(hanging) - requestsOf(attributes)).toBe(2 * 108);
});

it("the same policy over many top-level groups costs the pages of one list", async () => {
  const many = await live(20, 10);
  const none = requestsOf(await many.plan({ version: 1 }));
  const { changes, stats } = await many.plan(policy("**", { merge_method: "ff" }));
  expect(changes).toHaveLength(180);
  expect(stats.requests - none).toBeLessThanOrEqual(2 + 1);
});

it("files without policies plan with the requests that they always took, and say nothing of layers", async () => {
  const program = await live(1, 20);
  const files = {
    groups: { "team-0": { description: "Ours" } },
    projects: {
      "team-0/p0": { merge_method: "ff", approval_rules: { "Two eyes": { rule_type: "any_approver", approvals_required: 1 } } },
      "team-0/p1": { merge_method: "ff" },
    },
  };
  await program.reset();
  const { changes, stats, ...plan } = await program.plan(files);
  const { routes } = await program.requests();
  expect(changes.map(({ address }) => address).sort()).toEqual([
    "approval_rule:team-0/p0:Two eyes",
    "group:team-0",
    "project:team-0/p0",
    "project:team-0/p1",
  ]);
  expect(routes).toEqual({
    "GET /api/v4/application/settings": 1,
    "GET /api/v4/groups/{id}": 1,
    "GET /api/v4/license": 1,
    "GET /api/v4/metadata": 1,
    "GET /api/v4/projects/{id}": 2,
    "GET /api/v4/projects/{id}/approval_rules": 1,
    "GET /api/v4/user": 1,
  });
  expect(stats.requests).toBe(Object.values(routes).reduce((sum, count) => sum + count, 0));
  expect(JSON.stringify({ changes, ...plan })).not.toMatch(/"(?:layer|layers|exceptions|acknowledgements)"/);
});
