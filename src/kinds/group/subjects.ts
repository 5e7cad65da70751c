import type { AttributeSubject } from "../../core/kind-data.js";

/** What attributes of groups are about, in the order in which people look for them. */
export const groupSubjects: readonly AttributeSubject[] = [
  {
    title: "Name and visibility",
    of: ["name", "description", "visibility", "avatar", "organization_id", "crm_enabled", "wiki_access_level"],
  },
  {
    title: "Who may do what",
    of: [
      "project_creation_level",
      "subgroup_creation_level",
      "request_access_enabled",
      "share_with_group_lock",
      "shared_with_groups",
      "prevent_*_outside_*",
      "membership_lock",
      "ldap_*",
      "allow_personal_snippets",
    ],
  },
  {
    title: "Sign-in and access",
    of: [
      "*two_factor*",
      "step_up_auth_required_oauth_provider",
      "ip_restriction_ranges",
      "allowed_email_domains_list",
      "enabled_git_access_protocol",
      "service_access_tokens_expiration_enforced",
      "*resource_access_token_notify_inherited",
      "unique_project_download_limit*",
      "auto_ban_user_on_excessive_projects_download",
    ],
  },
  {
    title: "Repositories",
    of: ["default_branch*", "lfs_enabled", "web_based_commit_signing_enabled", "*template*"],
  },
  {
    title: "Merge requests",
    of: ["only_allow_merge_*", "allow_merge_on_skipped_pipeline", "*require_sha_for_merge"],
  },
  { title: "CI/CD and runners", of: ["auto_devops_enabled", "*shared_runners_*", "max_artifacts_size"] },
  { title: "E-mails and pages", of: ["emails_*", "show_diff_preview_in_email", "mentions_disabled", "*math_rendering_*"] },
  {
    title: "AI features",
    of: [
      "duo_template_project_id",
      "*duo_*",
      "*ai_*",
      "amazon_q_*",
      "experiment_features_enabled",
      "*model_prompt_cache_enabled",
      "tool_approval_for_session_availability",
      "*foundational_*",
      "create_code_review_flow_consent",
    ],
  },
];
