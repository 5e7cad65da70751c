import { glob } from "../../core/glob.js";

/** Why resources of the provider have no counterpart. The first row that names the type counts; a star stands for any number of letters. */
const reasons: readonly (readonly [types: readonly string[], why: string])[] = [
  [
    ["gitlab_service_*", "gitlab_integration_*", "gitlab_project_integration_*", "gitlab_group_integration_*"],
    "trueup does not manage this integration",
  ],
  [["gitlab_user_runner", "gitlab_runner", "*_runner_enablement"], "trueup does not manage runners: their tokens are shown once"],
  [["gitlab_user", "gitlab_user_*"], "trueup does not manage users: they come from sign-on, and members refer to them"],
  [["*_service_account"], "trueup does not manage users: members refer to them"],
  [["*_token", "gitlab_pipeline_trigger"], "trueup does not manage tokens, which are shown once and end by themselves"],
  [["gitlab_application"], "trueup does not manage credentials that are shown once"],
  [["gitlab_member_role"], "trueup does not manage custom roles: members refer to them by name"],
  [
    ["*compliance*", "*_security_policy_attachment", "*_target_branch_rule", "*_cicd_catalog"],
    "trueup does not manage what only the other interface of the platform has",
  ],
  [
    ["*_wiki_page", "*_issue", "*_board", "*_milestone", "gitlab_release*", "*_saved_reply", "gitlab_project_tag"],
    "trueup does not manage content",
  ],
  [["gitlab_project_feature_flag_user_list"], "trueup does not manage lists of users: feature flags name them"],
  [
    ["gitlab_group_dependency_proxy*", "*_cluster", "gitlab_cluster_*"],
    "trueup does not manage the proxy of images, clusters and agents",
  ],
];

/** Why trueup does not have what a type of resource stands for. */
export function whyLeftOut(type: string): string {
  const row = reasons.find(([types]) => types.some((pattern) => matches(pattern, type)));
  return row?.[1] ?? "trueup has no counterpart";
}

function matches(pattern: string, type: string): boolean {
  return glob(pattern)(type);
}
