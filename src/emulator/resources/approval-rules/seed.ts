import type { PlatformState, SeedPart } from "../../core/context.js";
import type { ApprovalRule } from "../../core/records.js";
import { seedGroup, seedProject, seedUser } from "../../core/seed.js";
import { rulesOver } from "../protected-branches/access.js";

type SeedRule = {
  project: string;
  name: string;
  approvals_required: number;
  rule_type?: ApprovalRule["rule_type"];
  report_type?: string;
  users?: readonly string[];
  groups?: readonly string[];
  protected_branches?: readonly string[];
  applies_to_all_protected_branches?: boolean;
};

const names = { type: "array", items: { type: "string" } } as const;

/** Approval rules of a seed; users, groups and protected branches by name. */
export const approvalRuleSeed: SeedPart = {
  key: "approval_rules",
  about: "Approval rules of projects; users, groups and protected branches by name.",
  entry: {
    type: "object",
    required: ["project", "name", "approvals_required"],
    additionalProperties: false,
    properties: {
      project: { type: "string" },
      name: { type: "string" },
      approvals_required: { type: "integer" },
      rule_type: { type: "string", enum: ["regular", "any_approver", "report_approver"] },
      report_type: { type: "string", enum: ["license_scanning", "code_coverage"] },
      users: names,
      groups: names,
      protected_branches: names,
      applies_to_all_protected_branches: { type: "boolean" },
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addRule(world, entry as SeedRule);
  },
};

function addRule(world: PlatformState, seed: SeedRule): void {
  const project = seedProject(world, seed.project);
  const branches = rulesOver(world.store, project);
  world.store.approvalRules.insert({
    project_id: project.id,
    name: seed.name,
    rule_type: seed.rule_type ?? "regular",
    report_type: seed.report_type ?? null,
    approvals_required: seed.approvals_required,
    user_ids: (seed.users ?? []).map((username) => seedUser(world, username).id),
    group_ids: (seed.groups ?? []).map((path) => seedGroup(world, path).id),
    protected_branch_ids: (seed.protected_branches ?? []).map((name) => {
      const branch = branches.find((row) => row.name === name);
      if (branch === undefined) throw new Error(`the seed names a branch that ${seed.project} does not protect: ${name}`);
      return branch.id;
    }),
    applies_to_all_protected_branches: seed.applies_to_all_protected_branches ?? false,
    updated_at: new Date().toISOString(),
  });
}
