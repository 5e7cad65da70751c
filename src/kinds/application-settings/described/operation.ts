import { described } from "../../parts/described.js";

/** What pages and e-mails look like and hold. */
const look = described({
  asciidoc_max_includes: ["Files that one AsciiDoc document may include, 64 at most.", 32],
  default_dark_syntax_highlighting_theme: ["Number of the colours of code on dark pages for who has chosen none.", 2],
  default_preferred_language: ["Language of pages for who has chosen none, such as en or pt_BR.", "en"],
  default_syntax_highlighting_theme: ["Number of the colours of code for who has chosen none.", 1],
  description_and_note_max_size: "Bytes that a description or comment may have.",
  floc_enabled: ["Pages take part in interest groups for advertising.", false],
  help_page_documentation_base_url: "Address that links to the documentation begin with.",
  help_page_hide_commercial_content: ["The help page hides what the vendor offers.", false],
  help_page_support_url: "Address for support on the help page.",
  help_page_text: "Text on the help page, in Markdown.",
  hide_third_party_offers: ["Pages hide offers of other vendors.", false],
  html_emails_enabled: ["E-mails are sent as HTML too.", true],
  math_rendering_limits_enabled: ["Formulas in Markdown are limited in number and size.", true],
  security_txt_content: "Text at /.well-known/security.txt; empty is none.",
  time_tracking_limit_to_hours: ["Tracked time is shown in hours, not in days and weeks.", false],
  whats_new_variant: ["New features that users hear about: all_tiers, current_tier, or disabled.", "all_tiers"],
  wiki_asciidoc_allow_uri_includes: ["Wiki pages in AsciiDoc may include other addresses.", false],
});

const maintenance = described(
  {
    maintenance_mode: ["The server is read-only for all but administrators.", false],
    maintenance_mode_message: "What pages say while the server is read-only.",
  },
  { tier: "premium" },
);

/** Jobs, databases and logs of the server itself. */
const background = described({
  gitlab_dedicated_instance: ["The vendor runs this server for one customer.", false],
  gitlab_environment_toolkit_instance: ["The server was set up with the vendor's toolkit for environments.", false],
  logging_field_dual_emit_target: "Version of log fields that is written beside the present one; empty is none.",
  logging_field_schema_version: "Version of the names of log fields; it can only be raised.",
  reindexing_minimum_index_size: ["Bytes from which on an index of the database is rebuilt.", 1_073_741_824],
  reindexing_minimum_relative_bloat_size: ["Part of an index of the database that is wasted from which on it is rebuilt.", 0.2],
  resource_usage_limits: "Limits of what background jobs may use, as an object of rules.",
  sidekiq_job_limiter_compression_threshold_bytes: ["Bytes from which on background jobs are compressed.", 100_000],
  sidekiq_job_limiter_limit_bytes: ["Bytes from which on background jobs are refused; 0 is no limit.", 0],
  sidekiq_job_limiter_mode: ["Handling of large background jobs: track only logs them, compress compresses them.", "compress"],
  sidekiq_timezone_override: "Time zone of the schedule of background jobs; empty is the server's own.",
});

/** Measurements and reports. */
const reports = {
  ...described({
    error_tracking_api_url: "Address of the built-in error tracking.",
    error_tracking_enabled: "Built-in error tracking is on.",
    gitlab_product_usage_data_enabled: "The vendor gets data on how features are used.",
    grafana_enabled: ["The administrators' pages link to Grafana.", false],
    grafana_url: ["Address of Grafana.", "/-/grafana"],
    include_optional_metrics_in_service_ping: "The weekly report to the vendor holds optional figures too.",
    metrics_method_call_threshold: ["Milliseconds from which on a call of a method is measured.", 10],
    observability_backend_ssl_verification_enabled: "The certificate of the observability service is checked.",
    prometheus_metrics_enabled: "Prometheus may read figures of this server.",
    sentry_clientside_dsn: "Address at Sentry that errors in browsers are reported to.",
    sentry_clientside_traces_sample_rate: "Part of the requests of browsers that Sentry traces, from 0 to 1.",
    sentry_dsn: "Address at Sentry that errors of the server are reported to.",
    sentry_enabled: ["Errors are reported to Sentry.", false],
    sentry_environment: "Environment that Sentry shows for this server's errors.",
    snowplow_app_id: "Id of this server at the Snowplow collector.",
    snowplow_collector_hostname: "Host name of the Snowplow collector.",
    snowplow_cookie_domain: "Domain of Snowplow's cookies.",
    snowplow_database_collector_hostname: "Host name of the Snowplow collector for events of the database.",
    snowplow_enabled: ["Events are sent to a Snowplow collector.", false],
    usage_ping_enabled: "A weekly report goes to the vendor.",
    usage_ping_features_enabled: ["Features that come with the weekly report are on.", false],
    usage_ping_generation_enabled: ["The weekly report is made, also where it is not sent.", true],
    use_clickhouse_for_analytics: ["Analytics read from ClickHouse.", false],
    version_check_enabled: ["The server asks the vendor whether there is a newer release.", true],
  }),
  ...described(
    { fetch_observability_alerts_from_cloud: "Alerts are fetched from the vendor's observability service." },
    { tier: "premium" },
  ),
  ...described(
    {
      cube_api_base_url: "Address of the Cube server that analytics of products are read from.",
      cube_api_key: "Key for the Cube server.",
      product_analytics_configurator_connection_string:
        "Address of the service that sets up analytics of products, with user and password.",
      product_analytics_data_collector_host: "Address of the collector for analytics of products.",
      product_analytics_enabled: "Analytics of products are on.",
    },
    { tier: "ultimate" },
  ),
};

/** Security scans, policies and secrets. */
const security = {
  ...described(
    { dependency_management_settings: "How updates of dependencies run: an object of names and values." },
    { tier: "ultimate" },
  ),
  ...described(
    {
      dependency_firewall_policies_per_configuration_limit:
        "Dependency firewall policies that one security policy project may have.",
      group_secrets_limit: ["Secrets that one group may have in the secrets manager; 0 is no limit.", 500],
      pipeline_execution_policies_per_configuration_limit: [
        "Pipeline execution policies that one security policy project may have.",
        5,
      ],
      project_secrets_limit: ["Secrets that one project may have in the secrets manager; 0 is no limit.", 100],
      scan_execution_policies_action_limit: ["Actions that one scan execution policy may have; 0 is no limit.", 0],
      scan_execution_policies_per_configuration_limit: "Scan execution policies that one security policy project may have.",
      scan_execution_policies_schedule_limit: ["Schedules that one scan execution policy may have; 0 is no limit.", 0],
      secret_detection_revocation_token_types_url: "Address that tells which types of leaked tokens can be revoked.",
      secret_detection_service_auth_token: "Token for the secret detection service.",
      secret_detection_service_url: "Address of the secret detection service.",
      secret_detection_token_revocation_enabled: "Leaked tokens are revoked.",
      secret_detection_token_revocation_token: "Token for the service that revokes leaked tokens.",
      secret_detection_token_revocation_url: "Address of the service that revokes leaked tokens.",
      secret_push_protection_available: "Projects may have pushes checked for secrets.",
      security_approval_policies_limit: ["Approval policies that one security policy project may have, 5 to 20.", 5],
      security_mr_report_cache_lifetime_minutes: "Minutes that security reports of merge requests are kept ready, 10 to 60.",
      security_policy_global_group_approvers_enabled: ["Security policies may name approvers of any group.", true],
      security_scan_stale_after_days: "Days after which the results of a security scan count as out of date, 7 to 90.",
      vulnerability_management_policies_per_configuration_limit:
        "Vulnerability management policies that one security policy project may have.",
    },
    { tier: "ultimate" },
  ),
  ...described({ enforce_pipl_compliance: "Users in mainland China are held to the rules for personal data there." }),
};

/** What is known of plain settings of pages, the server's own work, reports and security. */
export const describedOperation = { ...look, ...maintenance, ...background, ...reports, ...security };
