import { flag, integer, listOf, oneOf, text } from "../../core/fields.js";

const update = { on: "update" } as const;

/** What a group's setting of shared runners means for projects that are made in it. */
const withoutSharedRunners = {
  disabled_with_override: false,
  disabled_and_overridable: false,
  disabled_and_unoverridable: false,
} as const;

/** Attributes of pipelines, jobs and runners. */
export const pipelines = {
  build_git_strategy: oneOf("How jobs get the repository.", ["fetch", "clone"], { shown: "sometimes", default: "fetch" }),
  build_timeout: integer("Seconds that a job may take.", { default: 3600, min: 1 }),
  auto_cancel_pending_pipelines: oneOf("Whether a push cancels the pipelines of older commits.", ["enabled", "disabled"], {
    default: "enabled",
  }),
  ci_config_path: text("Path of the CI configuration; unset is .gitlab-ci.yml.", {
    shown: "sometimes",
    nullable: true,
    defaultFrom: [{ kind: "application_settings", field: "default_ci_config_path" }],
  }),
  ci_default_git_depth: integer("Commits that jobs fetch; null or 0 fetches all.", {
    ...update,
    nullable: true,
    default: 20,
    min: 0,
    greatest: [null, 0],
  }),
  keep_latest_artifact: flag("The latest artifacts of each branch never expire.", {
    ...update,
    shown: "inherited",
    default: true,
    defaultFrom: [{ kind: "application_settings", field: "keep_latest_artifact" }],
    dropped: "the instance's keep_latest_artifact is off",
    lockedBy: [{ kind: "application_settings", field: "keep_latest_artifact", is: false, value: false }],
  }),
  shared_runners_enabled: flag("Jobs may run on the runners of the instance.", {
    default: true,
    defaultFrom: [
      { kind: "group", field: "shared_runners_setting", values: withoutSharedRunners },
      { kind: "application_settings", field: "shared_runners_enabled" },
    ],
    dropped: "the group does not allow shared runners",
    lockedBy: [{ kind: "group", field: "shared_runners_setting", is: "disabled_and_unoverridable", value: false }],
  }),
  group_runners_enabled: flag("Jobs may run on the runners of the group.", { default: true }),
  public_jobs: flag("Everybody who sees the project sees its jobs.", { default: true, write: "public_builds" }),
  resource_group_default_process_mode: oneOf(
    "Order in which jobs of a resource group run.",
    ["unordered", "oldest_first", "newest_first", "newest_ready_first"],
    { default: "unordered" },
  ),
  auto_devops_enabled: flag("The project gets a ready-made pipeline without a CI configuration.", {
    shown: "inherited",
    default: true,
    defaultFrom: ["parent", { kind: "application_settings", field: "auto_devops_enabled" }],
  }),
  auto_devops_deploy_strategy: oneOf("How the ready-made pipeline deploys.", ["continuous", "manual", "timed_incremental"], {
    default: "continuous",
  }),
  ci_forward_deployment_enabled: flag("Deployments of older commits are stopped.", { ...update, default: true }),
  ci_forward_deployment_rollback_allowed: flag("Older deployments may be run again.", { ...update, default: true }),
  ci_allow_fork_pipelines_to_run_in_parent_project: flag("Pipelines of forks may run in this project.", {
    ...update,
    default: true,
  }),
  ci_separated_caches: flag("Protected branches have a cache of their own.", { ...update, default: true }),
  restrict_user_defined_variables: flag("Only Maintainers may give variables to a pipeline.", { ...update, default: false }),
  ci_pipeline_variables_minimum_override_role: oneOf(
    "Who may give variables to a pipeline.",
    ["developer", "maintainer", "owner", "no_one_allowed"],
    { ...update, ordered: true, default: "developer" },
  ),
  ci_push_repository_for_job_token_allowed: flag("Jobs may push with their token.", { ...update, default: false }),
  ci_id_token_sub_claim_components: listOf("Parts of the subject of ID tokens.", text("A part."), {
    ...update,
    default: ["project_path", "ref_type", "ref"],
  }),
  ci_delete_pipelines_in_seconds: integer("Age in seconds at which pipelines are deleted; null is never.", {
    ...update,
    nullable: true,
    min: 0,
    greatest: [null],
  }),
  max_artifacts_size: integer("Largest artifact of a job, in MB; null inherits.", { ...update, nullable: true, min: 0 }),
  protect_merge_request_pipelines: flag("Pipelines of merge requests may use protected variables and runners.", {
    ...update,
    default: true,
  }),
  ci_display_pipeline_variables: flag("Variables given to a pipeline are shown.", { ...update, default: false }),
  ci_restrict_pipeline_cancellation_role: text("Lowest role that may cancel pipelines.", {
    ...update,
    tier: "premium",
    default: "developer",
  }),
  allow_pipeline_trigger_approve_deployment: flag("Who starts a pipeline may approve its deployments.", {
    ...update,
    tier: "premium",
    default: false,
    dropped: "without the licence for protected environments the server ignores this setting",
  }),
  security_policy_pipeline_must_succeed: flag("Pipelines of security policies must succeed.", {
    ...update,
    tier: "ultimate",
    default: false,
  }),
  spp_repository_pipeline_access: flag("Pipelines may read the repository that holds the security policies.", {
    tier: "ultimate",
    default: false,
  }),
};
