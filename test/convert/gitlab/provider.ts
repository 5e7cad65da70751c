/**
 * The attributes of the provider's resources that have a counterpart, as its own documentation gives them (several releases together), and what
 * becomes of each, written down apart from the program's tables: `=` goes by its own name or the vendor's name of ours, `> name` by another,
 * `-` says nothing of its own, `!` is not carried over and must be told.
 */
export type Fate = "=" | "-" | "!" | `> ${string}`;

export interface ProviderResource {
  readonly type: string;
  /** Kind and place of what it becomes. */
  readonly kind: string;
  readonly path?: string;
  readonly key?: string;
  /** Where it is, in the provider's words. */
  readonly at: Readonly<Record<string, string | number>>;
  readonly attributes: Readonly<Record<string, Fate>>;
}

function fates(fate: Fate, names: string): Record<string, Fate> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, fate]),
  );
}

const project = { kind: "project", path: "acme/web" } as const;
const inWeb = { project: "11" } as const;
const integrationParts = fates("-", "id title slug active created_at updated_at");

/** Application settings that trueup knows under the same or the vendor's name. */
const settings = `abuse_notification_email admin_mode after_sign_out_path after_sign_up_text akismet_api_key akismet_enabled
  allow_group_owners_to_manage_ldap allow_local_requests_from_system_hooks allow_local_requests_from_web_hooks_and_services
  archive_builds_in_human_readable asset_proxy_allowlist asset_proxy_enabled asset_proxy_secret_key asset_proxy_url authorized_keys_enabled
  auto_devops_domain auto_devops_enabled automatic_purchased_storage_allocation check_namespace_plan commit_email_hostname
  container_expiration_policies_enable_historic_entries container_registry_cleanup_tags_service_max_list_size
  container_registry_delete_tags_service_timeout container_registry_expiration_policies_caching
  container_registry_expiration_policies_worker_capacity container_registry_token_expire_delay deactivate_dormant_users
  deactivate_dormant_users_period default_artifacts_expire_in default_branch_name default_branch_protection default_ci_config_path
  default_group_visibility default_project_creation default_project_visibility default_projects_limit default_snippet_visibility
  delete_inactive_projects deletion_adjourned_period diff_max_files diff_max_lines diff_max_patch_bytes disable_feed_token
  disabled_oauth_sign_in_sources dns_rebinding_protection_enabled domain_allowlist domain_denylist domain_denylist_enabled dsa_key_restriction
  ecdsa_key_restriction ecdsa_sk_key_restriction ed25519_key_restriction ed25519_sk_key_restriction eks_access_key_id eks_account_id
  eks_integration_enabled eks_secret_access_key elasticsearch_aws elasticsearch_aws_access_key elasticsearch_aws_region
  elasticsearch_aws_secret_access_key elasticsearch_indexed_field_length_limit elasticsearch_indexed_file_size_limit_kb elasticsearch_indexing
  elasticsearch_limit_indexing elasticsearch_max_bulk_concurrency elasticsearch_max_bulk_size_mb elasticsearch_namespace_ids
  elasticsearch_password elasticsearch_project_ids elasticsearch_search elasticsearch_url elasticsearch_username enabled_git_access_protocol
  enforce_namespace_storage_limit enforce_terms external_authorization_service_default_label external_authorization_service_enabled
  external_authorization_service_timeout external_authorization_service_url external_pipeline_validation_service_timeout
  external_pipeline_validation_service_token external_pipeline_validation_service_url file_template_project_id geo_node_allowed_ips
  geo_status_timeout gravatar_enabled first_day_of_week home_page_url issues_create_limit local_markdown_version max_attachment_size max_export_size max_import_size
  polling_interval_multiplier rate_limiting_response_text raw_blob_request_limit snippet_size_limit terminal_max_session_time
  wiki_page_max_content_bytes email_additional_text email_author_in_body keep_latest_artifact npm_package_requests_forwarding outbound_local_requests_whitelist
  package_registry_cleanup_policies_worker_capacity password_authentication_enabled_for_web personal_access_token_prefix
  pypi_package_requests_forwarding repository_storages_weighted require_admin_approval_after_user_signup restricted_visibility_levels session_expire_delay sign_in_text signup_enabled terms user_oauth_applications user_show_add_ssh_key_message
  allow_account_deletion allow_project_creation_for_guest_and_below allow_runner_registration_token asciidoc_max_includes
  bulk_import_concurrent_pipeline_batch_limit bulk_import_enabled bulk_import_max_download_file_size can_create_group ci_max_includes
  default_branch_protection_defaults delete_unconfirmed_users diagramsnet_enabled diagramsnet_url disable_admin_oauth_scopes
  email_confirmation_setting failed_login_attempts_unlock_period_in_minutes gitlab_shell_operation_limit gitpod_enabled import_sources
  rsa_key_restriction mailgun_events_enabled max_login_attempts plantuml_enabled recaptcha_enabled repository_size_limit sourcegraph_enabled
  slack_app_enabled unique_ips_limit_enabled valid_runner_registrars whats_new_variant`;

export const resources: readonly ProviderResource[] = [
  {
    type: "gitlab_application_settings",
    kind: "application_settings",
    at: {},
    attributes: {
      ...fates("-", "id gitlab_dedicated_instance gitlab_environment_toolkit_instance"),
      ...fates("=", settings),
      performance_bar_allowed_group_path: "> performance_bar_allowed_group_id",
    },
  },
  {
    type: "gitlab_application_appearance",
    kind: "appearance",
    at: {},
    attributes: {
      ...fates("-", "id keep_settings_on_destroy"),
      ...fates("=", "title description header_message footer_message message_background_color message_font_color"),
      ...fates("=", "email_header_and_footer_enabled new_project_guidelines profile_image_guidelines"),
      ...fates("=", "member_guidelines pwa_description pwa_name pwa_short_name"),
    },
  },
  {
    type: "gitlab_topic",
    kind: "topic",
    path: "typescript",
    at: { name: "typescript" },
    attributes: { ...fates("=", "title description"), ...fates("-", "id soft_destroy avatar_hash avatar_url"), avatar: "!" },
  },
  {
    type: "gitlab_group",
    kind: "group",
    path: "acme",
    at: { full_path: "acme", path: "acme" },
    attributes: {
      ...fates("-", "id full_name web_url runners_token avatar_url avatar_hash permanently_remove_on_delete"),
      ...fates(
        "=",
        "name description allow_merge_on_skipped_pipeline allowed_email_domains_list auto_devops_enabled default_branch",
      ),
      ...fates("=", "default_branch_protection default_branch_protection_defaults emails_disabled emails_enabled lfs_enabled"),
      ...fates(
        "=",
        "extra_shared_runners_minutes_limit ip_restriction_ranges max_artifacts_size membership_lock mentions_disabled",
      ),
      ...fates(
        "=",
        "only_allow_merge_if_all_discussions_are_resolved only_allow_merge_if_pipeline_succeeds prevent_forking_outside_group",
      ),
      ...fates(
        "=",
        "prevent_sharing_groups_outside_hierarchy project_creation_level request_access_enabled share_with_group_lock",
      ),
      ...fates(
        "=",
        "require_two_factor_authentication shared_runners_minutes_limit shared_runners_setting subgroup_creation_level",
      ),
      ...fates("=", "two_factor_grace_period wiki_access_level"),
      visibility_level: "> visibility",
      ...fates("!", "avatar push_rules"),
    },
  },
  {
    type: "gitlab_group_project_file_template",
    kind: "group",
    path: "acme",
    at: { group_id: 7 },
    attributes: { id: "-", file_template_project_id: "=" },
  },
  {
    type: "gitlab_group_protected_environment",
    kind: "protected_environment",
    path: "acme",
    key: "production",
    at: { group: "7", environment: "production" },
    attributes: { id: "-", deploy_access_levels: "=", approval_rules: "=", required_approval_count: "=" },
  },
  {
    type: "gitlab_project",
    ...project,
    at: { path_with_namespace: "acme/web", path: "web", namespace_id: 7 },
    attributes: {
      ...fates("-", "id web_url http_url_to_repo ssh_url_to_repo runners_token empty_repo avatar_url avatar_hash branches"),
      ...fates("-", "archive_on_destroy permanently_delete_on_destroy skip_wait_for_default_branch_protection"),
      ...fates(
        "=",
        "name description allow_merge_on_skipped_pipeline allow_pipeline_trigger_approve_deployment analytics_access_level",
      ),
      ...fates(
        "=",
        "approvals_before_merge archived auto_cancel_pending_pipelines auto_devops_deploy_strategy auto_devops_enabled",
      ),
      ...fates(
        "=",
        "autoclose_referenced_issues build_git_strategy build_timeout builds_access_level ci_config_path ci_default_git_depth",
      ),
      ...fates(
        "=",
        "ci_delete_pipelines_in_seconds ci_forward_deployment_enabled ci_id_token_sub_claim_components ci_separated_caches",
      ),
      ...fates(
        "=",
        "ci_pipeline_variables_minimum_override_role ci_restrict_pipeline_cancellation_role container_expiration_policy",
      ),
      ...fates("=", "container_registry_access_level default_branch emails_disabled emails_enabled environments_access_level"),
      ...fates(
        "=",
        "external_authorization_classification_label feature_flags_access_level forking_access_level group_runners_enabled",
      ),
      ...fates(
        "=",
        "group_with_project_templates_id import_url infrastructure_access_level initialize_with_readme issues_access_level",
      ),
      ...fates(
        "=",
        "issues_template keep_latest_artifact lfs_enabled merge_commit_template merge_method merge_pipelines_enabled",
      ),
      ...fates(
        "=",
        "merge_requests_access_level merge_requests_template merge_trains_enabled mirror mirror_overwrites_diverged_branches",
      ),
      ...fates("=", "mirror_trigger_builds model_experiments_access_level model_registry_access_level monitor_access_level"),
      ...fates(
        "=",
        "mr_default_target_self only_allow_merge_if_all_discussions_are_resolved only_allow_merge_if_pipeline_succeeds",
      ),
      ...fates("=", "only_mirror_protected_branches operations_access_level packages_enabled pages_access_level public_jobs"),
      ...fates("=", "prevent_merge_without_jira_issue printing_merge_request_link_enabled releases_access_level"),
      ...fates("=", "remove_source_branch_after_merge repository_access_level repository_storage request_access_enabled"),
      ...fates(
        "=",
        "requirements_access_level resolve_outdated_diff_discussions restrict_user_defined_variables shared_runners_enabled",
      ),
      ...fates("=", "security_and_compliance_access_level snippets_access_level squash_commit_template squash_option"),
      ...fates(
        "=",
        "suggestion_commit_message template_name template_project_id topics resource_group_default_process_mode use_custom_template wiki_access_level",
      ),
      visibility_level: "> visibility",
      tags: "> topics",
      pipelines_enabled: "> builds_access_level",
      container_registry_enabled: "> container_registry_access_level",
      issues_enabled: "> issues_access_level",
      merge_requests_enabled: "> merge_requests_access_level",
      snippets_enabled: "> snippets_access_level",
      wiki_enabled: "> wiki_access_level",
      public_builds: "> public_jobs",
      ...fates("!", "avatar push_rules import_url_username import_url_password forked_from_project_id build_coverage_regex"),
      pre_receive_secret_detection_enabled: "> secret_push_protection_enabled",
    },
  },
  {
    type: "gitlab_project_pull_mirror",
    ...project,
    at: inWeb,
    attributes: {
      ...fates("-", "id mirror_id last_error last_successful_update_at last_update_at last_update_started_at update_status"),
      ...fates(
        "=",
        "mirror_branch_regex mirror_overwrites_diverged_branches mirror_trigger_builds only_mirror_protected_branches",
      ),
      url: "> import_url",
      enabled: "> mirror",
      ...fates("!", "auth_user auth_password"),
    },
  },
  {
    type: "gitlab_project_level_mr_approvals",
    kind: "approval_settings",
    path: "acme/web",
    at: { project_id: 11 },
    attributes: {
      id: "-",
      ...fates("=", "disable_overriding_approvers_per_merge_request merge_requests_author_approval require_password_to_approve"),
      ...fates("=", "merge_requests_disable_committers_approval reset_approvals_on_push"),
      selective_code_owner_removals: "=",
    },
  },
  {
    type: "gitlab_project_approval_rule",
    kind: "approval_rule",
    path: "acme/web",
    key: "Security",
    at: { project: "acme/web", name: "Security" },
    attributes: {
      ...fates("-", "id disable_importing_default_any_approver_rule_on_create"),
      ...fates("=", "approvals_required rule_type report_type applies_to_all_protected_branches"),
      user_ids: "> users",
      group_ids: "> groups",
      protected_branch_ids: "> protected_branches",
    },
  },
  ...["project_integration", "integration", "service"].flatMap((prefix): ProviderResource[] => [
    integration(`gitlab_${prefix}_custom_issue_tracker`, "custom-issue-tracker", "issues_url project_url"),
    integration(
      `gitlab_${prefix}_emails_on_push`,
      "emails-on-push",
      "recipients branches_to_be_notified disable_diffs push_events send_from_committer_email tag_push_events",
    ),
    integration(`gitlab_${prefix}_external_wiki`, "external-wiki", "external_wiki_url"),
    integration(`gitlab_${prefix}_github`, "github", "token repository_url static_context"),
    integration(
      `gitlab_${prefix}_datadog`,
      "datadog",
      "api_key api_url archive_trace_events datadog_ci_visibility datadog_env datadog_service datadog_site datadog_tags",
      "use_inherited_settings",
    ),
  ]),
];

function integration(type: string, slug: string, known: string, lost?: string): ProviderResource {
  const attributes = { ...integrationParts, ...fates("=", known), ...(lost === undefined ? {} : fates("!", lost)) };
  return { type, kind: "integration", path: "acme/web", key: slug, at: inWeb, attributes };
}
