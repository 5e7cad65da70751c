import type { FurtherKnowledge } from "../../core/kind-data.js";
import { about, described } from "../parts/described.js";

/** Of attributes that only facts of releases name, and what all are about. */
export const further: FurtherKnowledge = {
  refined: {
    ...described({
      automatic_rebase_enabled: "Merge requests are rebased by themselves when they are merged.",
      ci_skip_branch_pipelines_for_mrs: "Branches with an open merge request get no pipelines of their own.",
      cicd_catalog_enabled: "The project's components are in the CI/CD catalog.",
      feature_flags_minimum_role: [
        "Lowest role that may change feature flags: no_one_allowed, developer, maintainer, or owner.",
        "developer",
      ],
    }),
    ...described(
      {
        duo_dependency_bump_breaking_changes_enabled: "AI mends what a new release of a dependency breaks.",
        merge_train_enforcement:
          "Users who may merge past the merge train: allow_bypass anybody, enforce_with_owner_override owners, enforce_for_all_users nobody.",
        reviewer_assignment_strategy:
          "How reviewers of new merge requests are chosen: disabled for not at all, code_owners, or dap_powered by AI.",
      },
      { tier: "premium" },
    ),
  },
  subjects: about({
    "Name and visibility": ["name", "description", "visibility", "topics", "avatar", "archived"],
    "What it starts with": [
      "initialize_with_readme",
      "import_url",
      "template_*",
      "use_custom_template",
      "group_with_project_templates_id",
      "repository_object_format",
      "repository_storage",
    ],
    "Who may do what": ["shared_with_groups", "request_access_enabled", "enforce_auth_checks_on_uploads", "external_*"],
    "AI features": ["*duo_*"],
    Features: [
      "*_access_level",
      "lfs_enabled",
      "service_desk_enabled",
      "packages_enabled",
      "container_expiration_policy*",
      "cicd_catalog_enabled",
      "feature_flags_minimum_role",
    ],
    Repository: ["default_branch", "warn_about_potentially_unwanted_characters", "web_based_commit_signing_enabled", "*mirror*"],
    "Merge requests and issues": [
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
    "CI/CD and runners": [
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
    "E-mails and pages": ["emails_*", "show_*"],
  }),
};
