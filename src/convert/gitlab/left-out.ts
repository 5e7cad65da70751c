/** Why resources of the provider have no counterpart. The first row that names the type counts; a star stands for any number of letters. */
const reasons: readonly (readonly [types: readonly string[], why: string])[] = [
  [
    ["gitlab_project_protected_environment"],
    "trueup protects environments in groups only: a protected environment of the group covers its projects",
  ],
  [["gitlab_group_integration_*"], "trueup manages integrations of projects only"],
  [["gitlab_group_level_mr_approvals"], "trueup manages approval settings of projects only"],
  [["gitlab_service_*", "gitlab_integration_*", "gitlab_project_integration_*"], "trueup does not manage this integration"],
  [
    ["*_membership", "gitlab_member_role", "gitlab_group_ldap_link", "gitlab_group_saml_link"],
    "trueup does not manage who is a member",
  ],
  [["gitlab_user", "gitlab_user_*", "*_service_account", "*_custom_attribute"], "trueup does not manage users"],
  [["*_token", "*_deploy_key", "gitlab_deploy_key_enable", "gitlab_application"], "trueup does not manage credentials"],
  [["*_variable"], "trueup does not manage CI/CD variables"],
  [["*branch_protection"], "trueup does not convert it: write protected_branches of the project or group"],
  [["gitlab_branch", "*tag_protection", "*_branch_rule"], "trueup does not manage branches and tags"],
  [["gitlab_project_push_rules"], "trueup does not manage push rules"],
  [["gitlab_project_mirror", "gitlab_project_push_mirror"], "trueup does not manage push mirrors"],
];

/** Why trueup does not have what a type of resource stands for. */
export function whyLeftOut(type: string): string {
  const row = reasons.find(([types]) => types.some((pattern) => matches(pattern, type)));
  return row?.[1] ?? "trueup has no counterpart";
}

function matches(pattern: string, type: string): boolean {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return type === pattern;
  return type.length >= pattern.length && type.startsWith(before) && type.endsWith(after);
}
