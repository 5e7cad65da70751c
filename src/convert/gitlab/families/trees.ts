import { all, aside, branchDefaults, type Family, picture } from "../rules.js";
import { ofProject } from "./parents.js";

/** Why attributes that both have are not carried over. */
const pushRules = { lost: "write push_rules of the project or group" } as const;

const groups: Family = {
  types: ["gitlab_group"],
  kind: "group",
  place: { as: "tree", full: "full_path", parent: "parent_id", canBeTop: true },
  rules: {
    ...all(["id", "path", "full_path", "full_name", "parent_id", "web_url", "runners_token", "timeouts"], aside),
    ...all(["avatar_hash", "avatar_url", "permanently_remove_on_delete"], aside),
    avatar: picture,
    visibility_level: { to: "visibility" },
    ip_restriction_ranges: { to: "ip_restriction_ranges", as: "commas" },
    allowed_email_domains_list: { to: "allowed_email_domains_list", as: "commas" },
    default_branch_protection_defaults: branchDefaults,
    push_rules: pushRules,
  },
};

/** The project of a group whose files are its templates. */
const groupTemplates: Family = {
  types: ["gitlab_group_project_file_template"],
  kind: "group",
  place: { as: "in", of: ["group_id"], thing: "group" },
  rules: all(["id", "group_id"], aside),
};

const credentials = {
  lost: "the credentials of an import stand in its address: https://USER:${env:NAME}@…",
} as const;

const projects: Family = {
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
const pullMirrors: Family = {
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

const caution = "shared_with_groups is the whole list: shares that the document does not name are taken away";

/** Groups that groups are shared with. */
const groupShares: Family = {
  types: ["gitlab_group_share_group"],
  kind: "group",
  place: { as: "in", of: ["group_id"], thing: "group" },
  entryOf: "shared_with_groups",
  rules: {
    ...all(["id", "group_id"], aside),
    share_group_id: { to: "group" },
    group_access: { to: "access_level" },
    member_role_id: { to: "member_role" },
  },
  caution,
};

/** Groups that projects are shared with. */
const projectShares: Family = {
  ...ofProject(["gitlab_project_share_group"], "project", undefined, {
    group_id: { to: "group" },
    group_access: { to: "access_level" },
    access_level: { to: "access_level" },
    member_role_id: { to: "member_role" },
  }),
  entryOf: "shared_with_groups",
  caution,
};

/** Groups and projects, and resources that are parts of one. */
export const trees: readonly Family[] = [groups, groupTemplates, groupShares, projects, pullMirrors, projectShares];
