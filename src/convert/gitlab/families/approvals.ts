import { all, aside, type Family, type Rules } from "../rules.js";

/** How merge requests of a project are approved. */
export const approvalSettings: Family = {
  types: ["gitlab_project_level_mr_approvals"],
  kind: "approval_settings",
  place: { as: "in", of: ["project", "project_id"], thing: "project" },
  rules: all(["id", "project", "project_id"], aside),
};

const rules: Rules = {
  ...all(["id", "project", "disable_importing_default_any_approver_rule_on_create"], aside),
  name: aside,
  user_ids: { to: "users" },
  group_ids: { to: "groups" },
  protected_branch_ids: { to: "protected_branches" },
};

/** Approval rules of a project, one at a time. */
export const approvalRules: Family = {
  types: ["gitlab_project_approval_rule"],
  kind: "approval_rule",
  place: { as: "in", of: ["project"], thing: "project", key: { by: "name" } },
  rules,
};

/** All approval rules of a project in one resource. */
export const approvalRuleSets: Family = {
  ...approvalRules,
  types: ["gitlab_project_approval_rules"],
  several: "approval_rules",
  caution: "that resource deletes rules that it does not name; for that, write delete_undeclared: { approval_rules: true }",
};
