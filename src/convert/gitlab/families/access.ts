import { all, aside, type Family, type Rules } from "../rules.js";
import { ofGroup, ofProject } from "./parents.js";

const user = { by: "user_id", named: "user" } as const;
const memberRules: Rules = {
  ...all(["state", "name", "username", "avatar_url", "web_url"], aside),
  ...all(["skip_subresources_on_destroy", "unassign_issuables_on_destroy"], aside),
  member_role_id: { to: "member_role" },
};

/** Direct members, each told by the user's number. */
const members: readonly Family[] = [
  ofGroup(["gitlab_group_membership"], "member", user, memberRules),
  ofProject(["gitlab_project_membership"], "member", user, memberRules),
];

const linkRules: Rules = {
  member_role_id: { to: "member_role" },
  force: aside,
  ldap_provider: { to: "provider_name" },
  provider: { to: "provider_name" },
};

const ldapRules: Rules = { ...linkRules, access_level: { to: "group_access" } };

/** Groups of an identity provider or directory. */
const links: readonly Family[] = [
  ofGroup(["gitlab_group_saml_link"], "saml_group_link", "saml_group_name", linkRules),
  ofGroup(["gitlab_group_ldap_link"], "ldap_group_link", { oneOf: ["cn", "filter"] }, ldapRules),
];

const scopeCaution =
  "projects and groups of job_token_scope are whole lists: entries that the document does not name are taken away";

/** Whose jobs may use a project. */
const jobTokenScopes: readonly Family[] = [
  {
    ...ofProject(["gitlab_project_job_token_scopes"], "job_token_scope", undefined, {
      target_project_ids: { to: "projects" },
      target_group_ids: { to: "groups" },
    }),
    caution: scopeCaution,
  },
  {
    ...ofProject(["gitlab_project_job_token_scope"], "job_token_scope", undefined, {
      target_project_id: { to: "projects", as: "item" },
      target_group_id: { to: "groups", as: "item" },
    }),
    adds: true,
    caution: scopeCaution,
  },
];

const keyRules: Rules = all(["deploy_key_id", "key_id", "created_at", "fingerprint", "fingerprint_sha256"], aside);

/** Keys of machines; a key that is enabled in a further project stands there, too. */
const deployKeys = ofProject(["gitlab_deploy_key", "gitlab_deploy_key_enable"], "deploy_key", "title", keyRules);

/** How merge requests of a project are approved. */
const approvalSettings = ofProject(["gitlab_project_level_mr_approvals"], "approval_settings");

/** The same for a group, where the platform has other names, some of the opposite meaning. */
const groupApprovalSettings = ofGroup(["gitlab_group_level_mr_approvals"], "approval_settings", undefined, {
  keep_settings_on_destroy: aside,
  allow_author_approval: { to: "merge_requests_author_approval" },
  allow_committer_approval: { to: "merge_requests_disable_committers_approval", as: "opposite" },
  allow_overrides_to_approver_list_per_merge_request: { to: "disable_overriding_approvers_per_merge_request", as: "opposite" },
  retain_approvals_on_push: { to: "reset_approvals_on_push", as: "opposite" },
});

/** Approval rules of a project, one at a time. */
const approvalRules: Family = {
  types: ["gitlab_project_approval_rule"],
  kind: "approval_rule",
  place: { as: "in", of: ["project"], thing: "project", key: { by: "name" } },
  rules: {
    ...all(["id", "project", "name", "disable_importing_default_any_approver_rule_on_create"], aside),
    user_ids: { to: "users" },
    group_ids: { to: "groups" },
    protected_branch_ids: { to: "protected_branches" },
  },
};

/** All approval rules of a project in one resource. */
const approvalRuleSets: Family = {
  ...approvalRules,
  types: ["gitlab_project_approval_rules"],
  several: "approval_rules",
  caution: "that resource deletes rules that it does not name; for that, write delete_undeclared: { approval_rules: true }",
};

/** Who is meant, in the words of both. */
const who: Rules = {
  ...all(["id", "access_level_description"], aside),
  user_id: { to: "user" },
  group_id: { to: "group" },
  group_inheritance_type: { to: "group_inheritance_type", as: "unless-default" },
};
const deployers = {
  to: "deploy_access_levels",
  as: { each: { ...who, required_approvals: { lost: "approvals stand in approval_rules" } } },
} as const;
const environmentRules: Rules = {
  deploy_access_levels: deployers,
  deploy_access_levels_attribute: deployers,
  approval_rules: { to: "approval_rules", as: { each: who } },
};

/** Protected environments of groups and projects. */
const protectedEnvironments: readonly Family[] = [
  ofGroup(["gitlab_group_protected_environment"], "protected_environment", "environment", environmentRules),
  ofProject(["gitlab_project_protected_environment"], "protected_environment", "environment", environmentRules),
];

/** Who may do something, and who must agree: members, links, keys, job tokens, approvals and protected environments. */
export const access: readonly Family[] = [
  ...members,
  ...links,
  ...jobTokenScopes,
  deployKeys,
  approvalSettings,
  groupApprovalSettings,
  approvalRules,
  approvalRuleSets,
  ...protectedEnvironments,
];
