import { all, aside, type Family, type Rules } from "../rules.js";

/** How merge requests of a project are approved. */
export const approvalSettings: Family = {
  types: ["gitlab_project_level_mr_approvals"],
  kind: "approval_settings",
  place: { as: "in", of: ["project", "project_id"], thing: "project" },
  rules: all(["id", "project", "project_id"], aside),
};

/** The same for a group, where the platform has other names, some of the opposite meaning. */
export const groupApprovalSettings: Family = {
  types: ["gitlab_group_level_mr_approvals"],
  kind: "approval_settings",
  place: { as: "in", of: ["group", "group_id"], thing: "group" },
  rules: {
    ...all(["id", "group", "group_id", "keep_settings_on_destroy"], aside),
    allow_author_approval: { to: "merge_requests_author_approval" },
    allow_committer_approval: { to: "merge_requests_disable_committers_approval", as: "opposite" },
    allow_overrides_to_approver_list_per_merge_request: {
      to: "disable_overriding_approvers_per_merge_request",
      as: "opposite",
    },
    retain_approvals_on_push: { to: "reset_approvals_on_push", as: "opposite" },
  },
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
