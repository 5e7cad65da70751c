import { described } from "../../parts/described.js";

/** Pipelines, jobs and their files. */
const jobs = described({
  ci_delete_pipelines_in_seconds_limit_human_readable: [
    "Longest time after which projects may have old pipelines deleted, such as 1 year.",
    "1 year",
  ],
  ci_job_live_trace_enabled: ["Logs of running jobs go to object storage piece by piece.", false],
  ci_job_telemetry_sampling_rate: "Part of the jobs whose telemetry is collected, from 0 to 1.",
  ci_job_trace_update_interval: "Seconds after which runners send the next part of a job's log.",
  ci_job_trace_update_interval_when_being_watched:
    "Seconds after which runners send the next part of a job's log while somebody looks at it.",
  ci_max_caches_per_job: "Number of caches that a job may have.",
  ci_max_includes: ["Number of files that a CI configuration may include.", 150],
  ci_max_total_yaml_size_bytes: "Bytes that a CI configuration with all that it includes may take.",
  ci_partitions_in_seconds_limit: "Seconds after which the tables of pipelines get a new partition, from 1 month to 6.",
  ci_partitions_in_seconds_limit_human_readable:
    "Time after which the tables of pipelines get a new partition, from 1 month to 6 months.",
  ci_telemetry_otel_endpoint: "Address of the OpenTelemetry collector that gets telemetry of jobs.",
  enable_artifact_external_redirect_warning_page: ["A page warns before artifacts are shown that people wrote.", true],
  enforce_ci_inbound_job_token_scope_enabled: "Projects cannot switch off the list of who may reach them with a job token.",
  git_push_pipeline_limit: ["Branches and tags of one push that start pipelines; 0 is no limit.", 4],
  max_artifacts_content_include_size: ["Bytes of an artifact that a child pipeline may include as its configuration.", 5_242_880],
  max_artifacts_size: ["Largest archive of artifacts of a job, in MB.", 100],
  max_yaml_depth: ["How deep CI configurations may include each other.", 100],
  max_yaml_size_bytes: ["Largest single CI configuration file, in bytes.", 2_097_152],
  protected_ci_variables: ["New CI/CD variables are protected.", true],
  suggest_pipeline_enabled: ["Projects without a pipeline get a suggestion to add one.", true],
  show_migrate_from_jenkins_banner: ["A banner offers help with moving from Jenkins.", true],
  terraform_state_encryption_enabled: ["Files of Terraform state are encrypted.", true],
  max_terraform_state_size_bytes: ["Largest file of Terraform state, in bytes; 0 is no limit.", 0],
});

/** Runners. */
const runners = {
  ...described({
    allow_runner_registration_token: ["Runners may be registered with a registration token.", true],
    group_runner_token_expiration_interval: "Seconds until the token of a new group runner ends; empty is never.",
    project_runner_token_expiration_interval: "Seconds until the token of a new project runner ends; empty is never.",
    runner_token_expiration_interval: "Seconds until the token of a new instance runner ends; empty is never.",
    shared_runners_enabled: ["New projects use instance runners.", true],
    shared_runners_text: "Text beside the instance runners in the settings of projects, in Markdown.",
    update_runner_versions_enabled: ["The server looks up which releases of the runner there are.", true],
    valid_runner_registrars: "Members who may register runners: of a project, of a group, both or none.",
  }),
  ...described(
    { shared_runners_minutes: "Compute minutes a month that a group may use on instance runners; 0 is no limit." },
    { tier: "premium" },
  ),
};

/** Packages and registries. */
const packages = {
  ...described({
    helm_max_packages_count: ["Number of Helm charts that one channel lists.", 1000],
    nuget_skip_metadata_url_validation: ["Addresses in NuGet packages are not checked.", false],
    package_registry_allow_anyone_to_pull_option: ["Projects may let anybody read their package registry.", true],
  }),
  ...described(
    {
      maven_package_requests_forwarding: ["Maven packages that are not found here are looked up at Maven Central.", true],
    },
    { tier: "premium" },
  ),
  ...described(
    { package_metadata_purl_types: "Numbers of the package types whose licences and advisories are synchronized." },
    { tier: "ultimate" },
  ),
};

/** Pages. */
const pages = described({
  force_pages_access_control: ["Pages sites are for people who are signed in, even where a project lets everybody in.", false],
  max_pages_custom_domains_per_project: ["Custom domains that the Pages of one project may have; 0 is no limit.", 0],
  max_pages_size: ["Largest Pages site, in MB; 0 is no limit.", 100],
  pages_domain_verification_enabled: ["Custom domains of Pages count only after their owner has proved to have them.", true],
  pages_extra_deployments_default_expiry_seconds: ["Seconds until a parallel Pages deployment ends; 0 is never.", 86_400],
  pages_unique_domain_default_enabled: ["New Pages sites get a domain of their own.", true],
});

/** What is known of plain settings of pipelines, runners, packages and Pages. */
export const describedPipelines = { ...jobs, ...runners, ...packages, ...pages };
