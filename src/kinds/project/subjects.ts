import type { AttributeSubject } from "../../core/kind-data.js";

/** What attributes of projects are about, in the order in which people look for them. */
export const projectSubjects: readonly AttributeSubject[] = [
  {
    title: "Name and visibility",
    of: ["name", "description", "visibility", "topics", "avatar", "archived"],
  },
  {
    title: "What it starts with",
    of: [
      "initialize_with_readme",
      "import_url",
      "template_*",
      "use_custom_template",
      "group_with_project_templates_id",
      "repository_object_format",
      "repository_storage",
    ],
  },
  {
    title: "Who may do what",
    of: ["shared_with_groups", "request_access_enabled", "enforce_auth_checks_on_uploads", "external_*"],
  },
  {
    title: "AI features",
    of: ["*duo_*"],
  },
  {
    title: "Features",
    of: [
      "*_access_level",
      "lfs_enabled",
      "service_desk_enabled",
      "packages_enabled",
      "container_expiration_policy*",
      "cicd_catalog_enabled",
      "feature_flags_minimum_role",
    ],
  },
  {
    title: "Repository",
    of: ["default_branch", "warn_about_potentially_unwanted_characters", "web_based_commit_signing_enabled", "*mirror*"],
  },
  {
    title: "Merge requests and issues",
    of: [
      "merge_*",
      "squash_*",
      "*_merge",
      "only_allow_merge_*",
      "allow_merge_on_skipped_pipeline",
      "*_template",
      "*_issue",
      "*merge_request*",
      "resolve_outdated_diff_discussions",
      "autoclose_referenced_issues",
      "mr_default_*",
      "suggestion_commit_message",
      "*approvals_*",
      "max_pipelines_per_merge_train",
      "automatic_rebase_enabled",
      "reviewer_assignment_strategy",
    ],
  },
  {
    title: "CI/CD and runners",
    of: [
      "ci_*",
      "build_*",
      "auto_cancel_pending_pipelines",
      "auto_devops_*",
      "keep_latest_artifact",
      "max_artifacts_size",
      "*_runners_enabled",
      "public_*",
      "resource_group_default_process_mode",
      "restrict_user_defined_variables",
      "protect_merge_request_pipelines",
      "allow_pipeline_trigger_approve_deployment",
      "secret_push_protection_enabled",
      "security_policy_pipeline_must_succeed",
      "spp_repository_pipeline_access",
    ],
  },
  { title: "E-mails and pages", of: ["emails_*", "show_*"] },
];
