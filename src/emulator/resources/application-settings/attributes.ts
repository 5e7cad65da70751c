import type { Context } from "../../core/context.js";
import type { Attributes, Json } from "../../core/records.js";

/** What a value has to look like beside its type: it decides how it is checked and stored. */
export type Form = "url" | "email" | "host" | "list" | "duration" | "addresses";

/** What is true of a setting beside its type, names, tier and bounds, which the API description has. */
export interface Setting {
  /** Value of a new instance. */
  readonly preset: Json;
  /** True when null unsets it; a preset of null and every list may be unset. */
  readonly nullable?: true;
  readonly form?: Form;
  /** Real servers never show it. */
  readonly hidden?: true;
}

const on: Setting = { preset: true };

const off: Setting = { preset: false };

const unset: Setting = { preset: null };

const url: Setting = { preset: null, form: "url" };

const list: Setting = { preset: [], form: "list" };

const count = (preset: number): Setting => ({ preset });

const text = (preset: string): Setting => ({ preset });

/** The 125 settings of document 2, in its order and by its names. Values of a new instance and forms: the documents, else the reference of real servers. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  admin_mode: off,
  abuse_notification_email: { preset: null, form: "email" },
  after_sign_out_path: url,
  after_sign_up_text: unset,
  spamfilter_api_key: unset,
  spamfilter_enabled: off,
  allow_group_owners_to_manage_ldap: on,
  allow_local_requests_from_system_hooks: on,
  allow_local_requests_from_web_hooks_and_services: off,
  archive_builds_in_human_readable: { preset: null, form: "duration" },
  asset_proxy_enabled: off,
  asset_proxy_secret_key: { preset: null, hidden: true },
  asset_proxy_url: url,
  asset_proxy_allowlist: list,
  authorized_keys_enabled: on,
  auto_devops_domain: { preset: null, form: "host" },
  auto_devops_enabled: on,
  automatic_purchased_storage_allocation: off,
  check_namespace_plan: off,
  commit_email_hostname: text("users.noreply.localhost"),
  container_expiration_policies_enable_historic_entries: off,
  container_registry_cleanup_tags_service_max_list_size: count(200),
  container_registry_delete_tags_service_timeout: count(250),
  container_registry_expiration_policies_caching: on,
  container_registry_expiration_policies_worker_capacity: count(4),
  container_registry_token_expire_delay: count(5),
  package_registry_cleanup_policies_worker_capacity: count(2),
  deactivate_dormant_users: off,
  deactivate_dormant_users_period: count(90),
  default_artifacts_expire_in: { preset: "30 days", form: "duration" },
  default_branch_name: unset,
  default_branch_protection: count(2),
  default_ci_config_path: unset,
  default_group_visibility: text("private"),
  default_project_creation: count(2),
  default_project_visibility: text("private"),
  default_projects_limit: count(100_000),
  default_snippet_visibility: text("private"),
  delayed_project_deletion: off,
  delayed_group_deletion: on,
  delete_inactive_projects: off,
  deletion_adjourned_period: count(7),
  diff_max_patch_bytes: count(204_800),
  diff_max_files: count(1000),
  diff_max_lines: count(50_000),
  disable_feed_token: off,
  disabled_oauth_sign_in_sources: list,
  dns_rebinding_protection_enabled: on,
  domain_denylist_enabled: off,
  domain_denylist: list,
  domain_allowlist: list,
  dsa_key_restriction: count(0),
  ecdsa_key_restriction: count(0),
  ecdsa_sk_key_restriction: count(0),
  ed25519_key_restriction: count(0),
  ed25519_sk_key_restriction: count(0),
  cluster_service_access_key_id: unset,
  cluster_service_account_id: unset,
  cluster_service_secret_access_key: { preset: null, hidden: true },
  cluster_service_integration_enabled: off,
  searchengine_url: { preset: "http://localhost:9200", form: "addresses" },
  searchengine_username: unset,
  searchengine_password: unset,
  searchengine_indexing: off,
  searchengine_search: off,
  searchengine_limit_indexing: off,
  searchengine_cloud_hosted: off,
  searchengine_namespace_ids: list,
  searchengine_project_ids: list,
  searchengine_indexed_field_length_limit: count(0),
  searchengine_indexed_file_size_limit_kb: count(1024),
  searchengine_max_bulk_concurrency: count(10),
  searchengine_max_bulk_size_mb: count(10),
  searchengine_cloud_region: { preset: "us-east-1", nullable: true },
  searchengine_cloud_access_key: unset,
  searchengine_cloud_secret_access_key: unset,
  email_additional_text: unset,
  email_author_in_body: off,
  enabled_git_access_protocol: unset,
  enforce_namespace_storage_limit: off,
  enforce_terms: off,
  signup_enabled: on,
  password_authentication_enabled_for_web: on,
  avatarservice_enabled: on,
  sign_in_text: unset,
  home_page_url: url,
  restricted_visibility_levels: list,
  max_attachment_size: count(10),
  max_export_size: count(0),
  max_import_size: count(0),
  session_expire_delay: count(10_080),
  user_oauth_applications: on,
  outbound_local_requests_whitelist: list,
  repository_storages: { preset: ["default"], form: "list" },
  repository_storages_weighted: { preset: { default: 100 } },
  terminal_max_session_time: count(0),
  polling_interval_multiplier: count(1),
  first_day_of_week: count(0),
  terms: unset,
  performance_bar_allowed_group_id: unset,
  user_show_add_ssh_key_message: on,
  local_markdown_version: count(0),
  npm_package_requests_forwarding: on,
  pypi_package_requests_forwarding: on,
  snippet_size_limit: count(52_428_800),
  issues_create_limit: count(300),
  raw_blob_request_limit: count(300),
  wiki_page_max_content_bytes: count(52_428_800),
  require_admin_approval_after_user_signup: on,
  personal_access_token_prefix: { preset: "glpat-", nullable: true },
  rate_limiting_response_text: unset,
  keep_latest_artifact: on,
  external_pipeline_validation_service_timeout: unset,
  external_pipeline_validation_service_token: unset,
  external_pipeline_validation_service_url: url,
  external_authorization_service_enabled: off,
  external_authorization_service_url: url,
  external_authorization_service_default_label: unset,
  external_authorization_service_timeout: count(0.5),
  file_template_project_id: unset,
  geo_node_allowed_ips: text("0.0.0.0/0, ::/0"),
  geo_status_timeout: count(10),
};

/** Deprecated names and what they write (document 1, Versioning). */
export const ALIASES: Readonly<Record<string, string>> = {
  admin_notification_email: "abuse_notification_email",
  asset_proxy_whitelist: "asset_proxy_allowlist",
  allow_local_requests_from_hooks_and_services: "allow_local_requests_from_web_hooks_and_services",
};

/** Real settings that the documents do not have: a client that knows more than they do finds them here. */
export const NEWER: Readonly<Record<string, Setting>> = {
  rsa_key_restriction: count(0),
  max_pages_size: count(100),
  max_artifacts_size: count(100),
  shared_runners_enabled: on,
  user_default_external: off,
  version_check_enabled: on,
  mirror_available: on,
  project_export_enabled: on,
  html_emails_enabled: on,
  help_page_url: url,
  help_page_text: unset,
  search_rate_limit: count(30),
  inactive_projects_min_size_mb: count(0),
  inactive_projects_delete_after_months: count(2),
  whats_new_variant: text("all_tiers"),
  prevent_merge_requests_author_approval: off,
  prevent_merge_requests_committers_approval: off,
  disable_overriding_approvers_per_merge_request: off,
};

/** What document 2 says a setting requires. */
export const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  spamfilter_enabled: ["spamfilter_api_key"],
  asset_proxy_enabled: ["asset_proxy_url"],
  domain_denylist_enabled: ["domain_denylist"],
  enforce_terms: ["terms"],
};

/** What real servers require in the same request beside that (the reference of real servers, section G). */
export const VENDOR_COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  cluster_service_integration_enabled: [
    "cluster_service_account_id",
    "cluster_service_access_key_id",
    "cluster_service_secret_access_key",
  ],
};

/** What must have a value, sent now or earlier, while a setting is on (the reference of real servers, settings). */
export const KEPT_COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  ...COMPANIONS,
  ...VENDOR_COMPANIONS,
  asset_proxy_enabled: ["asset_proxy_url", "asset_proxy_secret_key"],
  searchengine_indexing: ["searchengine_url"],
  external_authorization_service_enabled: [
    "external_authorization_service_url",
    "external_authorization_service_default_label",
    "external_authorization_service_timeout",
  ],
};

const RAW = "_raw";

/** Lists whose texts are called otherwise. */
const RAW_OF: Readonly<Record<string, string>> = { outbound_local_requests_allowlist: "outbound_local_requests_whitelist" };

/** Stores a setting that facts of the release alone know, as it came; the text of a list is that list. */
export function storeFurther({ knowledge, params }: Context, name: string, value: Json, values: Record<string, Json>): void {
  if (knowledge === undefined) return;
  const list = name.endsWith(RAW) ? name.slice(0, -RAW.length) : undefined;
  if (list === undefined) values[name] = value;
  else if (!params.has(list)) values[RAW_OF[list] ?? list] = typeof value === "string" ? itemsOf(value) : [];
}

const itemsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((item) => item !== ""))];

/** The texts of lists that the release shows beside these. */
export function rawTexts({ knowledge }: Context, values: Attributes): Record<string, Json> {
  const names = [...(knowledge?.keys ?? [])].filter((name) => name.endsWith(RAW));
  return Object.fromEntries(
    names.flatMap((name) => {
      const list = name.slice(0, -RAW.length);
      const items = values[RAW_OF[list] ?? list];
      return Array.isArray(items) ? [[name, items.join("\n")]] : [];
    }),
  );
}

/** Values of a new instance that are otherwise on real servers than the documents say. */
export function realPresets({ knowledge }: Context): Attributes {
  const known = Object.entries(knowledge?.presets ?? {});
  return Object.fromEntries(known.filter(([name]) => Object.hasOwn(SETTINGS, name)));
}
