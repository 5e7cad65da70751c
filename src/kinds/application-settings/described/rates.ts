import type { Json } from "../../../core/json.js";
import type { Refinements } from "../../../core/kind-data.js";
import { described } from "../../parts/described.js";

/** One limit of requests: whose, of what, and what real servers begin with (seconds, requests). */
interface Throttle {
  readonly of: string;
  readonly by: string;
  readonly initial?: readonly [seconds: Json, requests: Json];
}

const user = "a signed-in user";
const visitor = "one address that is not signed in";

const throttles: Readonly<Record<string, Throttle>> = {
  authenticated_api: { of: "API requests", by: user, initial: [3600, 7200] },
  authenticated_web: { of: "requests for pages", by: user, initial: [3600, 7200] },
  authenticated_git_http: { of: "Git requests over HTTP", by: user, initial: [3600, 3600] },
  authenticated_git_lfs: { of: "requests for Git LFS", by: user, initial: [60, 1000] },
  authenticated_packages_api: { of: "requests to the package registry", by: user, initial: [15, 1000] },
  authenticated_files_api: { of: "requests for files of repositories", by: user, initial: [15, 500] },
  authenticated_deprecated_api: { of: "requests to deprecated routes of the API", by: user, initial: [3600, 3600] },
  authenticated_mcp: { of: "requests to the MCP server", by: user, initial: [60, 600] },
  authenticated_dependency_proxy: { of: "requests to the dependency proxy", by: user, initial: [15, 1000] },
  unauthenticated_api: { of: "API requests", by: visitor, initial: [3600, 3600] },
  unauthenticated_web: { of: "requests for pages", by: visitor },
  unauthenticated_git_http: { of: "Git requests over HTTP", by: visitor, initial: [3600, 3600] },
  unauthenticated_packages_api: { of: "requests to the package registry", by: visitor, initial: [15, 800] },
  unauthenticated_files_api: { of: "requests for files of repositories", by: visitor, initial: [15, 125] },
  unauthenticated_deprecated_api: { of: "requests to deprecated routes of the API", by: visitor, initial: [3600, 1800] },
  protected_paths: { of: "requests for protected paths", by: "one address" },
};

/** The switch, the time and the number of one limit. */
function throttle([name, { of, by, initial }]: readonly [string, Throttle]): [string, Refinements[string]][] {
  const initially = (value: Json | undefined) => (value === undefined ? {} : { default: value });
  return [
    [`throttle_${name}_enabled`, { description: `The rate of ${of} of ${by} is limited.`, default: false }],
    [
      `throttle_${name}_period_in_seconds`,
      { description: `Seconds over which ${of} of ${by} are counted.`, ...initially(initial?.[0]) },
    ],
    [
      `throttle_${name}_requests_per_period`,
      { description: `Number of ${of} that ${by} may make in that time.`, ...initially(initial?.[1]) },
    ],
  ];
}

const throttled: Refinements = Object.fromEntries(Object.entries(throttles).flatMap(throttle));

/** The old pair of what are two limits by now. */
const oldNames: Refinements = Object.fromEntries(
  ["enabled", "period_in_seconds", "requests_per_period"].map((part) => [
    `throttle_unauthenticated_${part}`,
    {
      description: "The limit of requests for pages by one address that is not signed in, under its former name.",
      deprecated: { replacement: `throttle_unauthenticated_web_${part}` },
    },
  ]),
);

const notifications = described({
  throttle_incident_management_notification_enabled: ["The rate of e-mails about alerts is limited.", false],
  throttle_incident_management_notification_per_period: [
    "Number of e-mails about alerts that a project may send in that time.",
    3600,
  ],
  throttle_incident_management_notification_period_in_seconds: ["Seconds over which e-mails about alerts are counted.", 3600],
});

const perMinute = (what: string) => `${what} a minute; 0 is no limit.`;

/** Limits of single routes and actions. */
const routes = described({
  ai_action_api_rate_limit: ["Requests for AI actions that a user may make in eight hours; 0 is no limit.", 160],
  code_suggestions_api_rate_limit: [perMinute("Requests for code suggestions that a user may make"), 60],
  ci_lint_limit_per_user: perMinute("CI configurations that a user may have checked"),
  create_organization_api_limit: [perMinute("Organizations that a user may create"), 10],
  downstream_pipeline_trigger_limit_per_project_user_sha: [
    perMinute("Downstream pipelines that may start for one project, user and commit"),
    0,
  ],
  gitlab_shell_operation_limit: [perMinute("Git operations that a user may do"), 600],
  group_api_limit: [perMinute("Requests for one group that a user may make"), 400],
  group_archive_unarchive_api_limit: [perMinute("Groups that a user may archive or bring back"), 60],
  group_download_export_limit: [perMinute("Exports of groups that a user may download"), 1],
  group_export_limit: [perMinute("Exports of groups that a user may start"), 6],
  group_import_limit: [perMinute("Imports of groups that a user may start"), 6],
  group_invited_groups_api_limit: [perMinute("Requests for the groups invited to a group that a user may make"), 60],
  group_projects_api_limit: [perMinute("Requests for the projects of a group that a user may make"), 600],
  group_shared_groups_api_limit: [perMinute("Requests for the groups that a group is shared with that a user may make"), 60],
  groups_api_limit: [perMinute("Requests for the list of groups that a user may make"), 200],
  job_play_limit_per_user_project: perMinute("Manual jobs that a user may start in one project"),
  job_retry_limit_per_user_project: perMinute("Jobs that a user may retry in one project"),
  members_delete_limit: [perMinute("Members that a user may remove from one project or group"), 60],
  notes_create_limit: [perMinute("Comments that a user may write"), 300],
  pipeline_cancel_limit_per_user_project: perMinute("Pipelines that a user may cancel in one project"),
  pipeline_delete_limit_per_user_project: perMinute("Pipelines that a user may delete in one project"),
  pipeline_limit_per_project_user_sha: [perMinute("Pipelines that may be made for one project, user and commit"), 0],
  pipeline_limit_per_user: [perMinute("Pipelines that a user may make"), 0],
  pipeline_retry_limit_per_user_project: perMinute("Pipelines that a user may retry in one project"),
  project_api_limit: [perMinute("Requests for one project that a user may make"), 400],
  project_download_export_limit: [perMinute("Exports of projects that a user may download"), 1],
  project_export_limit: [perMinute("Exports of projects that a user may start"), 6],
  project_import_limit: [perMinute("Imports of projects that a user may start"), 6],
  project_invited_groups_api_limit: [perMinute("Requests for the groups invited to a project that a user may make"), 60],
  project_jobs_api_rate_limit: [perMinute("Requests for the jobs of a project that a user may make"), 600],
  project_members_api_limit: [perMinute("Requests for the members of a project that a user may make"), 200],
  projects_api_limit: ["Requests for the list of projects that a user may make in ten minutes; 0 is no limit.", 2000],
  projects_api_rate_limit_unauthenticated: [
    "Requests for the list of projects that one address may make in ten minutes without signing in; 0 is no limit.",
    400,
  ],
  raw_blob_request_limit_unauthenticated: perMinute("Requests for one raw file without signing in"),
  runner_jobs_endpoints_api_limit: [perMinute("Requests of one job to the routes of runners"), 200],
  runner_jobs_patch_trace_api_limit: perMinute("Parts of job logs that one runner may send"),
  runner_jobs_request_api_limit: [perMinute("Requests for jobs that one runner may make"), 2000],
  search_rate_limit: [perMinute("Searches that a user may make"), 30],
  search_rate_limit_unauthenticated: [perMinute("Searches that one address may make without signing in"), 10],
  user_contributed_projects_api_limit: [perMinute("Requests for the projects that a user contributed to that one may make"), 100],
  user_projects_api_limit: [perMinute("Requests for the projects of a user that one may make"), 300],
  user_starred_projects_api_limit: [perMinute("Requests for the projects that a user starred that one may make"), 100],
  users_api_limit_followers: [perMinute("Requests for the followers of a user that one may make"), 100],
  users_api_limit_following: [perMinute("Requests for whom a user follows that one may make"), 100],
  users_api_limit_gpg_key: [perMinute("Requests for one GPG key of a user that one may make"), 120],
  users_api_limit_gpg_keys: [perMinute("Requests for the GPG keys of a user that one may make"), 120],
  users_api_limit_ssh_key: [perMinute("Requests for one SSH key of a user that one may make"), 120],
  users_api_limit_ssh_keys: [perMinute("Requests for the SSH keys of a user that one may make"), 120],
  users_api_limit_status: [perMinute("Requests for the status of a user that one may make"), 240],
  web_hook_event_resend_limit: perMinute("Events of webhooks that a user may send again"),
  web_hook_test_limit: perMinute("Tests of webhooks that a user may start"),
});

const licensed = {
  ...described(
    {
      dependency_scanning_sbom_scan_api_download_limit:
        "Downloads of dependency scan results an hour that one project may make; 0 is no limit.",
      dependency_scanning_sbom_scan_api_upload_limit:
        "Uploads of component lists for dependency scans an hour that one project may make; 0 is no limit.",
      auto_ban_user_on_excessive_projects_download: ["Users who download too many projects are banned.", false],
      max_number_of_repository_downloads: [
        "Different projects that a user may download in the time of max_number_of_repository_downloads_within_time_period; 0 is no limit.",
        0,
      ],
      max_number_of_repository_downloads_within_time_period: ["Seconds over which downloads of projects are counted.", 0],
    },
    { tier: "ultimate" },
  ),
  ...described(
    { virtual_registries_endpoints_api_limit: perMinute("Requests to virtual registries of one address") },
    { tier: "premium" },
  ),
};

/** What is known of plain settings of rates. */
export const describedRates = { ...throttled, ...oldNames, ...notifications, ...routes, ...licensed };
