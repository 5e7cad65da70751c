import type { PlatformState } from "../context.js";
import { HttpError } from "../errors.js";
import { slugsOf } from "../facts/known-integrations.js";
import type { ServedParameters } from "../facts/served.js";
import type { Json } from "../json.js";
import type { Attributes } from "../records.js";
import { onlyReal } from "../seed-attributes.js";
import { SHAPES, TOGGLES } from "./integrations-table.js";
import type { IntegrationShape } from "./integrations-table.js";

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
