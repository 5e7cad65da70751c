import { groupChain } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import { flagSetting } from "../../core/instance-settings.js";
import { type Json, type Project, isObject } from "../../core/records.js";
import { effective, showsDiffs } from "../groups/attributes.js";

/** When a pull was last asked for; the other side is not asked. */
export const PULL_STARTED = "mirror_pull_started_at";

/** Attributes that everybody who sees a project in full sees, with their values before anybody writes them (the reference of real servers, projects). */
const SHOWN: Readonly<Record<string, Json>> = {
  packages_enabled: true,
  service_desk_enabled: true,
  resolve_outdated_diff_discussions: false,
  request_access_enabled: true,
  emails_disabled: false,
  emails_enabled: true,
  enforce_auth_checks_on_uploads: true,
  shared_runners_enabled: true,
  group_runners_enabled: true,
  remove_source_branch_after_merge: true,
  printing_merge_request_link_enabled: true,
  autoclose_referenced_issues: true,
  only_allow_merge_if_pipeline_succeeds: false,
  allow_merge_on_skipped_pipeline: null,
  only_allow_merge_if_all_discussions_are_resolved: false,
  only_allow_merge_if_all_status_checks_passed: false,
  merge_method: "merge",
  squash_option: "default_off",
  suggestion_commit_message: null,
  merge_commit_template: null,
  squash_commit_template: null,
  issue_branch_template: null,
  build_timeout: 3600,
  auto_cancel_pending_pipelines: "enabled",
  auto_devops_deploy_strategy: "continuous",
  ci_default_git_depth: 20,
  ci_forward_deployment_enabled: true,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  ci_separated_caches: true,
  ci_job_token_scope_enabled: false,
  restrict_user_defined_variables: false,
  runner_token_expiration_interval: null,
  external_authorization_classification_label: null,
  compliance_frameworks: [],
  approvals_before_merge: 0,
  mirror: false,
  issues_template: null,
  merge_requests_template: null,
  merge_pipelines_enabled: false,
  allow_pipeline_trigger_approve_deployment: false,
};

/** Attributes of later releases; the API description gates them. */
const NEWER: Readonly<Record<string, Json>> = {
  repository_object_format: "sha1",
  warn_about_potentially_unwanted_characters: true,
  duo_remote_flows_enabled: true,
  duo_sast_fp_detection_enabled: false,
  duo_secret_detection_fp_enabled: true,
  duo_sast_vr_workflow_enabled: false,
  mr_default_title_template: null,
  merge_request_title_regex: null,
  merge_request_title_regex_description: null,
  prevent_merge_without_jira_issue: false,
  merge_trains_skip_train_allowed: false,
  max_pipelines_per_merge_train: null,
  resource_group_default_process_mode: "unordered",
  ci_forward_deployment_rollback_allowed: true,
  ci_pipeline_variables_minimum_override_role: "developer",
  ci_push_repository_for_job_token_allowed: false,
  ci_id_token_sub_claim_components: ["project_path", "ref_type", "ref"],
  ci_delete_pipelines_in_seconds: null,
  max_artifacts_size: null,
  protect_merge_request_pipelines: true,
  ci_display_pipeline_variables: false,
  ci_restrict_pipeline_cancellation_role: "developer",
  security_policy_pipeline_must_succeed: false,
  spp_repository_pipeline_access: false,
};

/** Feature access levels (document 3, Project). */
const LEVELS: Readonly<Record<string, string>> = {
  issues_access_level: "enabled",
  repository_access_level: "enabled",
  merge_requests_access_level: "enabled",
  forking_access_level: "enabled",
  wiki_access_level: "enabled",
  builds_access_level: "enabled",
  snippets_access_level: "enabled",
  package_registry_access_level: "enabled",
  pages_access_level: "private",
  operations_access_level: "enabled",
  analytics_access_level: "enabled",
  container_registry_access_level: "enabled",
  security_and_compliance_access_level: "private",
  releases_access_level: "enabled",
  environments_access_level: "enabled",
  feature_flags_access_level: "enabled",
  infrastructure_access_level: "enabled",
  monitor_access_level: "enabled",
  model_experiments_access_level: "enabled",
  model_registry_access_level: "enabled",
  requirements_access_level: "enabled",
};

/** The booleans that say the same as an access level, as far as the caller is concerned. */
const COMPUTED: Readonly<Record<string, string>> = {
  issues_enabled: "issues_access_level",
  merge_requests_enabled: "merge_requests_access_level",
  wiki_enabled: "wiki_access_level",
  jobs_enabled: "builds_access_level",
  snippets_enabled: "snippets_access_level",
  container_registry_enabled: "container_registry_access_level",
  security_and_compliance_enabled: "security_and_compliance_access_level",
  requirements_enabled: "requirements_access_level",
};

/** The switches that are written as another view of an access level. */
export const SWITCHES: ReadonlyMap<string, string> = new Map(
  Object.entries(COMPUTED).filter(([name]) => !/^(security|requirements)/.test(name)),
);

const CLEANUP: Readonly<Record<string, Json>> = {
  cadence: "1d",
  enabled: false,
  keep_n: 10,
  older_than: "90d",
  name_regex: ".*",
  name_regex_keep: null,
};

const PRESETS: readonly (readonly [string, Json])[] = Object.entries({ ...SHOWN, ...NEWER, ...LEVELS });

/** Attributes that a project without a value of its own has from its group: from that alone, or from the nearest one above that has a value. */
const INHERITED: readonly (readonly [string, Json, "group" | "nearest"])[] = [
  ["lfs_enabled", true, "group"],
  ["web_based_commit_signing_enabled", false, "nearest"],
  ["auto_duo_code_review_enabled", false, "nearest"],
];

/** Adds to a reply what a full one shows of a project's attributes. `isMember` is what the booleans are computed for. */
export function addAttributes(world: PlatformState, project: Project, isMember: boolean, reply: Record<string, Json>): void {
  const { attributes } = project;
  for (const [name, preset] of PRESETS) reply[name] = attributes[name] ?? preset;
  // Null is a value of its own here: all commits.
  if (attributes["ci_default_git_depth"] === null) reply["ci_default_git_depth"] = null;
  const group = world.store.groups.get(project.namespace_id);
  for (const [name, preset, from] of INHERITED) {
    const above = from === "group" ? group?.attributes[name] : group && effective(world.store, group, name, preset);
    reply[name] = attributes[name] ?? above ?? preset;
  }
  reply["show_diff_preview_in_email"] =
    attributes["show_diff_preview_in_email"] !== false && (group === undefined || showsDiffs(world.store, group));
  for (const name in COMPUTED) reply[name] = isAvailable(project, COMPUTED[name] ?? "", isMember);
  reply["public_jobs"] = attributes["public_builds"] ?? true;
  reply["auto_devops_enabled"] = autoDevOps(world, project);
  reply["keep_latest_artifact"] =
    attributes["keep_latest_artifact"] !== false && flagSetting(world.store, "keep_latest_artifact");
  reply["merge_trains_enabled"] = reply["merge_pipelines_enabled"] === true && attributes["merge_trains_enabled"] === true;
  const next_run_at = new Date(Date.parse(project.created_at) + 24 * 60 * 60 * 1000).toISOString();
  reply["container_expiration_policy"] = { ...CLEANUP, ...cleanupOf(project), next_run_at };
  const hasMirror = reply["mirror"] === true;
  // Real servers leave them out without one.
  for (const name of hasMirror || world.instance.dialect === "neutral" ? OF_A_MIRROR : [])
    reply[name] = attributes[name] ?? (!hasMirror ? null : name === "mirror_user_id" ? project.creator_id : false);
}

/** The written part of the clean-up policy of the container registry. */
export function cleanupOf(project: Project): Readonly<Record<string, Json>> {
  const written = project.attributes["container_expiration_policy"];
  return written !== undefined && isObject(written) ? written : {};
}

/** The access level that a feature has. */
export function featureLevel(project: Project, name: string): string {
  const level = project.attributes[name];
  return typeof level === "string" ? level : (LEVELS[name] ?? "enabled");
}

/** True when the feature is there for a member, or for somebody who only sees the project. */
export function isAvailable(project: Project, name: string, isMember: boolean): boolean {
  const level = featureLevel(project, name);
  return level === "enabled" || level === "public" || (level === "private" && isMember);
}

/** The effective value: the project's, else that of the nearest group with one, else the instance's. */
function autoDevOps({ store }: PlatformState, project: Project): boolean {
  const setting = project.attributes["auto_devops_enabled"] ?? null;
  if (typeof setting === "boolean") return setting;
  for (const id of groupChain(store, project.namespace_id)) {
    const value = store.groups.get(id)?.attributes["auto_devops_enabled"];
    if (typeof value === "boolean") return value;
  }
  return flagSetting(store, "auto_devops_enabled");
}

/** Null without a mirror, unless they were written (document 1, conventions 11). */
export const OF_A_MIRROR = [
  "mirror_user_id",
  "mirror_trigger_builds",
  "only_mirror_protected_branches",
  "mirror_overwrites_diverged_branches",
];
