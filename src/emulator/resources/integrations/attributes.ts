import type { PlatformState } from "../../core/context.js";
import { slugsOf } from "../../core/facts/known-integrations.js";
import type { ServedParameters } from "../../core/facts/served.js";
import type { Attributes, Json } from "../../core/records.js";
import { HttpError } from "../../core/replies.js";
import { onlyReal } from "../../core/seed.js";

/** What an integration has beside the types of its parameters, which the API description gives. */
interface IntegrationShape {
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

/** Titles of integrations that facts of releases alone know; of others to come the words of their slugs. */
const TITLES: Readonly<Record<string, string>> = {
  "apple-app-store": "Apple App Store Connect",
  clickup: "ClickUp",
  "diffblue-cover": "Diffblue Cover",
  "git-guardian": "GitGuardian",
  "gitlab-slack-application": "GitLab for Slack app",
  "google-cloud-platform-artifact-registry": "Google Artifact Management",
  "google-cloud-platform-workload-identity-federation": "Google Cloud IAM",
  "google-play": "Google Play",
  "hangouts-chat": "Google Chat",
  harbor: "Harbor",
  irker: "irker (IRC gateway)",
  jenkins: "Jenkins",
  jira: "Jira issues",
  "jira-cloud-app": "GitLab for Jira Cloud app",
  linear: "Linear",
  matrix: "Matrix notifications",
  mattermost: "Mattermost notifications",
  "mattermost-slash-commands": "Mattermost slash commands",
  "microsoft-teams": "Microsoft Teams notifications",
  packagist: "Packagist",
  phorge: "Phorge",
  "pipelines-email": "Pipeline status emails",
  pivotaltracker: "Pivotal Tracker",
  pushover: "Pushover",
  redmine: "Redmine",
  slack: "Slack notifications",
  "slack-slash-commands": "Slack slash commands",
  "squash-tm": "Squash TM",
  teamcity: "JetBrains TeamCity",
  telegram: "Telegram",
  youtrack: "YouTrack",
  zentao: "ZenTao",
};

/** What is installed where the other side is: it can be changed here, and not made. */
const MADE_ELSEWHERE = new Set(["gitlab-slack-application", "jira-cloud-app"]);

/** Whether a group's settings are used is no parameter of an integration. */
const INHERITANCE = "use_inherited_settings";

/** Throws, naming the place, for an integration of a seed that the instance cannot have. */
export function checkSeededSlug({ instance, facts }: PlatformState, place: string, slug: string): void {
  if (SHAPES[slug] !== undefined || (facts !== undefined && slugsOf(facts).includes(slug))) return;
  const why =
    instance.dialect === "neutral" && TITLES[slug] !== undefined ? onlyReal : `release ${instance.version} does not have`;
  throw new Error(`the seed: ${place} is the integration ${slug}, which ${why}`);
}

/** The shape of an integration: the documents', else what facts of the release say. Throws where neither has it. */
export function shapeOf(world: PlatformState, slug: string): IntegrationShape {
  const shape = SHAPES[slug];
  if (shape !== undefined) return shape;
  const parameters = Object.entries(parametersOf(world, slug));
  if (parameters.length === 0 && TITLES[slug] === undefined) throw new Error(`there is no integration ${slug}`);
  const words = slug.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    title: TITLES[slug] ?? words.join(" "),
    secrets: parameters.filter(([, { required, type }]) => required === true && type === "string").map(([name]) => name),
    properties: {},
  };
}

/** Throws 422 for an integration that cannot be made here and is not there. */
export function refuseMaking(world: PlatformState, slug: string): void {
  if (!MADE_ELSEWHERE.has(slug)) return;
  throw new HttpError(422, { message: `You cannot create the ${shapeOf(world, slug).title} integration from the API` });
}

/** What of a request is kept. */
export function keptOf(sent: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== INHERITANCE));
}

/** Written switches that the release shows beside the integration's own ones. */
export function furtherToggles({ facts }: PlatformState, attributes: Attributes): Record<string, Json> {
  const keys = facts?.operation("GET /projects/{id}/integrations")?.reply ?? {};
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => Object.hasOwn(keys, name) && !Object.hasOwn(TOGGLES, name)),
  );
}

/** Written parameters that facts of the release alone know, without its secrets. */
export function furtherProperties(world: PlatformState, slug: string, attributes: Attributes): Record<string, Json> {
  const known = parametersOf(world, slug);
  const keys = world.facts?.operation("GET /projects/{id}/integrations/{slug}")?.reply ?? {};
  const { secrets, properties, ignored = [] } = SHAPES[slug] ?? { secrets: [], properties: {} };
  const isShown = (name: string): boolean =>
    Object.hasOwn(known, name) &&
    known[name]?.secret !== true &&
    !Object.hasOwn(keys, name) &&
    !Object.hasOwn(properties, name) &&
    ![...secrets, ...ignored, INHERITANCE, ...Object.keys(TOGGLES)].includes(name);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isShown(name)));
}

function parametersOf({ facts }: PlatformState, slug: string): ServedParameters {
  return facts?.operation(`PUT /projects/{id}/integrations/${slug}`)?.params ?? {};
}
