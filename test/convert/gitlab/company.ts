import { shown } from "./states.js";

/** A group and a project as a state has them. */
export const acme = shown("gitlab_group.acme", {
  id: "7",
  name: "Acme",
  path: "acme",
  full_path: "acme",
  full_name: "Acme",
  parent_id: 0,
  description: "",
  visibility_level: "private",
  lfs_enabled: true,
  two_factor_grace_period: 48,
  ip_restriction_ranges: [],
  push_rules: [],
  runners_token: "GR1348941secret",
  shared_runners_minutes_limit: 0,
});
export const web = shown("gitlab_project.web", {
  id: "11",
  name: "web",
  path: "web",
  path_with_namespace: "acme/web",
  namespace_id: 7,
  visibility_level: "internal",
  topics: ["typescript"],
  tags: ["typescript"],
  issues_enabled: true,
  issues_access_level: "private",
  merge_method: "ff",
  pipelines_enabled: false,
  container_expiration_policy: [
    {
      cadence: "7d",
      enabled: true,
      keep_n: 5,
      older_than: "",
      name_regex_delete: ".*",
      name_regex_keep: "",
      next_run_at: "2026",
    },
  ],
  only_allow_merge_if_pipeline_succeeds: true,
});

/** What names the numbers of a small company. */
export const company = [
  acme,
  web,
  shown("gitlab_group.ops", {
    id: "8",
    name: "Ops",
    path: "ops",
    full_path: "acme/ops",
    parent_id: 7,
    visibility_level: "private",
  }),
  shown("gitlab_branch_protection.main", { id: "11:main", project: "11", branch: "main", branch_protection_id: 31 }),
  shown("data.gitlab_user.alice", { id: "101", username: "alice", namespace_id: 201 }),
];
