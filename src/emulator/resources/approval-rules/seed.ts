import { FLAG, TEXT, TEXTS, seedObject, seedPart } from "../../core/seed-part.js";
import { seedGroup, seedProject, seedUser } from "../../core/seed.js";
import { rulesOver } from "../protected-branches/access.js";
import { approvalRuleTable } from "./records.js";

/** Approval rules of a seed; users, groups and protected branches by name. */
export const approvalRuleSeed = seedPart(
  "approval_rules",
  "Approval rules of projects; users, groups and protected branches by name.",
  seedObject(["project", "name", "approvals_required"], {
    project: TEXT,
    name: TEXT,
    approvals_required: { type: "integer" },
    rule_type: { type: "string", enum: ["regular", "any_approver", "report_approver"] },
    report_type: { type: "string", enum: ["license_scanning", "code_coverage"] },
    users: TEXTS,
    groups: TEXTS,
    protected_branches: TEXTS,
    applies_to_all_protected_branches: FLAG,
  }),
  (world, seed) => {
    const { project: path, users = [], groups = [], protected_branches = [], ...columns } = seed;
    const project = seedProject(world, path);
    const branches = rulesOver(world.store, project);
    world.store.of(approvalRuleTable).insert({
      rule_type: "regular",
      report_type: null,
      applies_to_all_protected_branches: false,
      ...columns,
      project_id: project.id,
      user_ids: users.map((username) => seedUser(world, username).id),
      group_ids: groups.map((fullPath) => seedGroup(world, fullPath).id),
      protected_branch_ids: protected_branches.map((name) => {
        const branch = branches.find((row) => row.name === name);
        if (branch === undefined) throw new Error(`the seed names a branch that ${path} does not protect: ${name}`);
        return branch.id;
      }),
      updated_at: new Date().toISOString(),
    });
  },
);
