import type { FurtherKnowledge } from "../../core/kind-data.js";
import { about, described } from "../parts/described.js";

const premium = described(
  {
    ai_audit_events_storage_enabled: "Questions to AI features and their answers are kept as audit events.",
    lock_ai_audit_events_storage_enabled: "Subgroups and projects cannot change whether AI features leave audit events.",
    create_code_review_flow_consent: "The group agrees that AI agents review its code.",
    duo_auto_mode_availability: "Whether AI agents may act without asking: default_on, default_off, or never_on.",
  },
  { tier: "premium" },
);

/** Of attributes that only facts of releases name, and what all are about. */
export const further: FurtherKnowledge = {
  refined: {
    ...premium,
    ...described({
      crm_enabled: "The group has a list of customers and their organizations.",
      require_sha_for_merge: "Merging through the API needs the commit that is merged.",
      lock_require_sha_for_merge: "Subgroups and projects cannot change whether merging through the API needs the commit.",
      resource_access_token_notify_inherited:
        "Inherited members too get a message when a token of a project or group is about to expire.",
      lock_resource_access_token_notify_inherited:
        "Subgroups and projects cannot change who gets messages about tokens that are about to expire.",
    }),
  },
  subjects: about({
    "Name and visibility": ["name", "description", "visibility", "avatar", "organization_id", "crm_enabled", "wiki_access_level"],
    "Who may do what": [
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
    "Sign-in and access": [
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
    Repositories: ["default_branch*", "lfs_enabled", "web_based_commit_signing_enabled", "*template*"],
    "Merge requests": ["only_allow_merge_*", "allow_merge_on_skipped_pipeline", "*require_sha_for_merge"],
    "CI/CD and runners": ["auto_devops_enabled", "*shared_runners_*", "max_artifacts_size"],
    "E-mails and pages": ["emails_*", "show_diff_preview_in_email", "mentions_disabled", "*math_rendering_*"],
    "AI features": [
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
  }),
};
