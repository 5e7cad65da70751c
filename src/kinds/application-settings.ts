import type { Diagnostic } from "../core/errors.js";
import type { Value, Spec } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { durationSeconds } from "../core/types/duration.js";
import { accounts } from "./application-settings/accounts.js";
import { limits } from "./application-settings/limits.js";
import { network } from "./application-settings/network.js";
import { projects } from "./application-settings/projects.js";
import { realServers } from "./application-settings/real-servers.js";
import { search } from "./application-settings/search.js";

/** Settings of the instance (document 2, Application settings; document 1, Limits; forms and bounds from the reference of real servers). */
export const applicationSettings = defineKind({
  name: "application_settings",
  title: "Application settings",
  description: "The settings of the whole instance.",
  source: "document 2, Application settings",
  oddities: {
    "trueup applies this resource before all other resources.": null,
    "After a change, other processes of the server may use the old values for up to a minute.":
      "GitLab app/models/concerns/cacheable_attributes.rb",
    "The server accepts and ignores settings that its licence does not include. After a write, trueup reads the settings again and reports the settings that the server did not store.":
      null,
    "The server refuses a default visibility that is also a restricted visibility level. trueup sends both settings in one call.":
      "GitLab app/models/application_setting.rb",
  },
  weakens: {
    more: [
      "signup_enabled",
      "default_group_visibility",
      "default_project_visibility",
      "default_snippet_visibility",
      "default_project_creation",
      "allow_local_requests_from_web_hooks_and_services",
      "allow_local_requests_from_system_hooks",
      "outbound_local_requests_whitelist",
      "session_expire_delay",
      "user_oauth_applications",
      "two_factor_grace_period",
      "password_authentication_enabled_for_git",
      "allow_runner_registration_token",
      "anonymous_searches_allowed",
      "group_owners_can_manage_default_branch_protection",
      "allow_possible_spam",
      "package_registry_allow_anyone_to_pull_option",
      "remember_me_enabled",
      "nuget_skip_metadata_url_validation",
      "can_create_group",
      "allow_project_creation_for_guest_and_below",
      "default_branch_protection_defaults.allowed_to_push",
      "default_branch_protection_defaults.allowed_to_merge",
      "default_branch_protection_defaults.allow_force_push",
      "default_branch_protection_defaults.developer_can_initial_push",
    ],
    less: [
      "require_admin_approval_after_user_signup",
      "require_two_factor_authentication",
      "require_admin_two_factor_authentication",
      "admin_mode",
      "default_branch_protection",
      "restricted_visibility_levels",
      "dns_rebinding_protection_enabled",
      "domain_denylist_enabled",
      "domain_denylist",
      "email_restrictions_enabled",
      "disable_feed_token",
      "spamfilter_enabled",
      "external_authorization_service_enabled",
      "delayed_project_deletion",
      "delayed_group_deletion",
      "deletion_adjourned_period",
      "prevent_merge_requests_author_approval",
      "prevent_merge_requests_committers_approval",
      "disable_overriding_approvers_per_merge_request",
      "disable_personal_access_tokens",
      "disable_password_authentication_for_users_with_sso_identities",
      "secret_push_protection_available",
      "enforce_ci_inbound_job_token_scope_enabled",
      "require_personal_access_token_expiry",
      "service_access_tokens_expiration_enforced",
      "force_pages_access_control",
      "pages_domain_verification_enabled",
      "minimum_password_length",
      "password_lowercase_required",
      "password_number_required",
      "password_symbol_required",
      "password_uppercase_required",
      "recaptcha_enabled",
      "login_recaptcha_protection_enabled",
      "protected_ci_variables",
      "notify_on_unknown_sign_in",
      "lock_memberships_to_ldap",
      "lock_memberships_to_saml",
      "deny_all_requests_except_allowed",
      "enforce_granular_tokens",
      "throttle_authenticated_api_enabled",
      "throttle_unauthenticated_api_enabled",
      "throttle_unauthenticated_web_enabled",
      "throttle_authenticated_web_enabled",
      "throttle_protected_paths_enabled",
      "user_default_external",
      "global_search_block_anonymous_searches_enabled",
      "observability_backend_ssl_verification_enabled",
      "terraform_state_encryption_enabled",
      "default_branch_protection_defaults.code_owner_approval_required",
      "default_branch_protection_defaults.allowed_to_push.access_level",
      "default_branch_protection_defaults.allowed_to_merge.access_level",
    ],
    allowed: ["domain_allowlist"],
  },
  parents: {
    instance: {
      file: "application_settings",
      routes: { read: "GET /application/settings", update: "PUT /application/settings" },
    },
  },
  administrators: "read",
  slots: true,
  order: (changes, nearby) => changes.flatMap((earlier) => nearby(earlier).map((later) => ({ later, earlier }))),
  planted: {},
  chained: true,
  fields: { ...accounts, ...projects, ...network, ...search, ...limits, ...realServers },
  further: async () => (await import("./application-settings/further.js")).further,
  // Switched off, it takes away the group that may see the bar.
  ignored: { performance_bar_enabled: "action" },
  implied: ({ deletion_adjourned_period: period }) =>
    period === 0 ? { delayed_group_deletion: false, delayed_project_deletion: false } : {},
  check: (spec) => [...companions(spec), ...deletion(spec), ...durations(spec), ...bounds(spec)],
  example: {
    default_branch_protection: 2,
    default_project_visibility: "private",
    domain_denylist_enabled: true,
    domain_denylist: ["example.org"],
    archive_builds_in_human_readable: "90 days",
  },
});

/** What document 2 says a setting requires: asked of the files, so that a plan never depends on what happens to be live. */
const required: Readonly<Record<string, string>> = {
  spamfilter_enabled: "spamfilter_api_key",
  asset_proxy_enabled: "asset_proxy_url",
  domain_denylist_enabled: "domain_denylist",
  enforce_terms: "terms",
};

function companions(spec: Spec): Diagnostic[] {
  return Object.entries(required)
    .filter(([setting, companion]) => spec[setting] === true && isBlank(spec[companion]))
    .map(([setting, companion]) => ({
      attribute: setting,
      about: [companion],
      message: `${setting} needs ${companion}`,
      allowed: `write ${companion} beside it, or ${setting}: false`,
      rule: "settings.requires",
    }));
}

function isBlank(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function deletion(spec: Spec): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const delayed = ["delayed_group_deletion", "delayed_project_deletion"].filter((name) => spec[name] === true);
  if (spec["deletion_adjourned_period"] === 0) {
    for (const attribute of delayed) {
      diagnostics.push({
        attribute,
        about: ["deletion_adjourned_period"],
        message: `a deletion_adjourned_period of 0 switches ${attribute} off`,
        allowed: `a deletion_adjourned_period of 1 to 90, or ${attribute}: false`,
        rule: "settings.deletion-period",
      });
    }
  } else if (spec["delayed_project_deletion"] === true && spec["delayed_group_deletion"] === false) {
    diagnostics.push({
      attribute: "delayed_project_deletion",
      about: ["delayed_group_deletion"],
      message: "delayed_project_deletion is only possible with delayed_group_deletion",
      allowed: "delayed_group_deletion: true, or delayed_project_deletion: false",
      rule: "settings.delayed-deletion",
    });
  }
  return diagnostics;
}

const day = 86_400;

function durations(spec: Spec): Diagnostic[] {
  const archive = spec["archive_builds_in_human_readable"];
  if (typeof archive !== "string" || archive.trim() === "") return [];
  const seconds = durationSeconds(archive);
  if (seconds !== undefined && seconds >= day) return [];
  return [
    {
      attribute: "archive_builds_in_human_readable",
      message: seconds === undefined ? `"${archive}" is no length of time` : `"${archive}" is less than a day`,
      allowed: "at least 1 day, such as 15 days, 1 month or 2 years; null for never",
      rule: "settings.archive-builds",
    },
  ];
}

const keyTypes = ["rsa", "dsa", "ecdsa", "ecdsa_sk", "ed25519", "ed25519_sk"].map((type) => `${type}_key_restriction`);

function bounds(spec: Spec): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (keyTypes.every((name) => spec[name] === -1)) {
    diagnostics.push({
      attribute: "ed25519_key_restriction",
      about: keyTypes,
      message: "all types of SSH keys are switched off",
      allowed: "at least one key restriction other than -1",
      rule: "settings.key-restrictions",
    });
  }
  const period = spec["deactivate_dormant_users_period"];
  if (spec["deactivate_dormant_users"] === true && typeof period === "number" && period < 90) {
    diagnostics.push({
      attribute: "deactivate_dormant_users_period",
      about: ["deactivate_dormant_users"],
      message: "users may only be deactivated after 90 days",
      allowed: "90 or more",
      rule: "settings.dormant-users",
    });
  }
  const outbound = spec["outbound_local_requests_whitelist"];
  if (Array.isArray(outbound) && outbound.length > 1000) {
    diagnostics.push({
      attribute: "outbound_local_requests_whitelist",
      message: `${outbound.length} entries are too many`,
      allowed: "1000 entries at most",
      rule: "settings.outbound-list",
    });
  }
  return diagnostics;
}
