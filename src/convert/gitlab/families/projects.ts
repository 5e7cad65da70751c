import { all, aside, type Family, picture } from "../rules.js";
import { pushRules } from "./lost.js";

const credentials = {
  lost: "the credentials of an import stand in its address: https://USER:${env:NAME}@…",
} as const;

/** Projects. */
export const projects: Family = {
  types: ["gitlab_project"],
  kind: "project",
  place: { as: "tree", full: "path_with_namespace", parent: "namespace_id", canBeTop: false },
  rules: {
    ...all(["id", "path", "path_with_namespace", "namespace_id", "web_url", "http_url_to_repo", "ssh_url_to_repo"], aside),
    ...all(["runners_token", "empty_repo", "avatar_hash", "avatar_url", "timeouts", "branches"], aside),
    ...all(["archive_on_destroy", "permanently_delete_on_destroy", "skip_wait_for_default_branch_protection"], aside),
    avatar: picture,
    visibility_level: { to: "visibility" },
    tags: { to: "tag_list" },
    pipelines_enabled: { to: "jobs_enabled" },
    ci_restrict_pipeline_cancellation_role: {
      to: "ci_restrict_pipeline_cancellation_role",
      as: { words: { "no one": "no_one" } },
    },
    container_expiration_policy: {
      to: "container_expiration_policy",
      as: { one: { name_regex_delete: { to: "name_regex" }, next_run_at: aside } },
    },
    push_rules: pushRules,
    import_url_username: credentials,
    import_url_password: credentials,
    forked_from_project_id: { lost: "trueup does not fork: without the fork a project of its own is declared" },
    build_coverage_regex: { lost: "servers no longer know it: it stands in the CI configuration" },
    pre_receive_secret_detection_enabled: { to: "secret_push_protection_enabled" },
  },
};

/** Pull mirrors, which are attributes of their project. */
export const pullMirrors: Family = {
  types: ["gitlab_project_pull_mirror"],
  kind: "project",
  place: { as: "in", of: ["project"], thing: "project" },
  rules: {
    ...all(["id", "project", "mirror_id", "last_error", "last_successful_update_at", "last_update_at"], aside),
    ...all(["last_update_started_at", "update_status"], aside),
    enabled: { to: "mirror" },
    url: { to: "import_url" },
    auth_user: credentials,
    auth_password: credentials,
  },
};
