import type { Json } from "../json.js";

/** What an integration has beside the types of its parameters, which the API description gives. */
export interface IntegrationShape {
  readonly title: string;
  /** Parameters that are never shown. */
  readonly secrets: readonly string[];
  /** Parameters that are shown under `properties`, with their values when nothing was sent. */
  readonly properties: Readonly<Record<string, Json>>;
  /** What real servers call them, where another integration has one of the same name that they call as it is. */
  readonly vendor?: Readonly<Record<string, string>>;
  /** Parameters that are taken, have no effect and are not shown. */
  readonly ignored?: readonly string[];
  /** Parameters that must be addresses. */
  readonly addresses?: readonly string[];
  /** Kept as text, so that real servers before 16.0 show them as text. */
  readonly textual?: readonly string[];
}

const tracker = {
  secrets: [],
  properties: { new_issue_url: null, issues_url: null, project_url: null },
  addresses: ["new_issue_url", "issues_url", "project_url"],
} as const;
const chat = {
  secrets: ["webhook"],
  properties: { notify_only_broken_pipelines: true, branches_to_be_notified: "default" },
  addresses: ["webhook"],
} as const;

/** Shapes by slug (document 2, Project integrations; slugs, secrets and presets from the reference of real servers, integrations). */
export const SHAPES: Readonly<Record<string, IntegrationShape>> = {
  asana: { title: "Asana", secrets: ["api_key"], properties: { restrict_to_branch: null } },
  assembla: { title: "Assembla", secrets: ["token"], properties: { subdomain: null } },
  bamboo: {
    title: "Atlassian Bamboo",
    secrets: ["password"],
    properties: { buildserver_url: null, enable_ssl_verification: true, build_key: null, username: null },
    addresses: ["buildserver_url"],
  },
  "custom-issue-tracker": { title: "Custom issue tracker", ...tracker },
  bugzilla: { title: "Bugzilla", ...tracker },
  ewm: { title: "EWM", ...tracker },
  buildkite: {
    title: "Buildkite",
    secrets: ["token"],
    properties: { project_url: null },
    ignored: ["enable_ssl_verification"],
    addresses: ["project_url"],
  },
  campfire: { title: "Campfire", secrets: ["token"], properties: { subdomain: null, room: null } },
  datadog: {
    title: "Datadog",
    secrets: ["api_key"],
    properties: {
      api_url: null,
      monitoring_env: null,
      monitoring_service: null,
      monitoring_site: "datadoghq.com",
      monitoring_tags: null,
      archive_trace_events: null,
    },
    addresses: ["api_url"],
  },
  "unify-circuit": { title: "Unify Circuit", ...chat },
  pumble: { title: "Pumble", ...chat },
  "webex-teams": { title: "Webex Teams", ...chat },
  discord: { title: "Discord Notifications", secrets: ["webhook"], properties: {}, addresses: ["webhook"] },
  "drone-ci": {
    title: "Drone",
    secrets: ["token"],
    properties: { ciserver_url: null, enable_ssl_verification: true },
    addresses: ["ciserver_url"],
  },
  "emails-on-push": {
    title: "Emails on push",
    secrets: [],
    properties: { recipients: null, disable_diffs: null, send_from_committer_email: null, branches_to_be_notified: "all" },
    textual: ["disable_diffs", "send_from_committer_email"],
  },
  confluence: {
    title: "Confluence Workspace",
    secrets: [],
    properties: { workspace_url: null },
    vendor: { workspace_url: "confluence_url" },
    addresses: ["workspace_url"],
  },
  "external-wiki": {
    title: "External wiki",
    secrets: [],
    properties: { external_wiki_url: null },
    addresses: ["external_wiki_url"],
  },
  flowdock: { title: "Flowdock", secrets: ["token"], properties: {} },
  github: {
    title: "GitHub",
    secrets: ["token"],
    properties: { repository_url: null, static_context: true },
    addresses: ["repository_url"],
  },
};

/** Toggles of a list entry (document 2) with their values when nothing was sent. */
export const TOGGLES: Readonly<Record<string, boolean>> = {
  commit_events: true,
  push_events: true,
  issues_events: true,
  confidential_issues_events: true,
  merge_requests_events: true,
  tag_push_events: true,
  note_events: true,
  confidential_note_events: true,
  pipeline_events: true,
  wiki_page_events: true,
  job_events: false,
  comment_on_event_enabled: true,
};

/** Slugs that are not on every instance: github is PREMIUM (document 2), flowdock left real servers in 15.7. */
export const EXTENTS: Readonly<Record<string, { readonly tier?: string; readonly until?: string }>> = {
  github: { tier: "premium" },
  flowdock: { until: "15.7" },
};
