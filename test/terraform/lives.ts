import type { JsonObject } from "../../src/core/json.js";
import type { States } from "./working-directory.js";

/** A call of the API that somebody makes by hand. What stands in braces is taken from the state of the resource. */
export interface ByHand {
  readonly method: "PUT" | "POST" | "DELETE";
  readonly path: string;
  readonly json?: JsonObject;
}

/** A resource from its making to its end. Attributes that a step does not name stay as they were. */
export interface Life {
  readonly type: string;
  readonly name: string;
  readonly made: JsonObject;
  /** Changed in place. */
  readonly changed: JsonObject;
  /** Called otherwise, in place. */
  readonly renamed?: JsonObject;
  /** Another thing in its place. */
  readonly replaced?: JsonObject;
  /** Something that Terraform did not do; the next plan undoes it. */
  readonly drift: ByHand;
  /** How an import may name it, after it was renamed and replaced: by address, by path, by id. */
  readonly ids: (states: States) => readonly [string, string, string];
  /** Where it is read, and what is there once it is destroyed: nothing, or for what is always there, what was there before. */
  readonly live: string;
  readonly staysBehind?: true;
}

const group = "${trueup_group.tools.full_path}";
const project = "${trueup_project.site.full_path}";
const [tools, site] = ["acme/one/gear", "acme/one/gear/page"];
const projectId = (states: States): string => text(states["trueup_project.site"]?.["id"]);
const groupId = (states: States): string => text(states["trueup_group.tools"]?.["id"]);

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** One of each, so made that most refer to another. */
export const lives: readonly Life[] = [
  {
    type: "trueup_application_settings",
    name: "instance",
    made: { default_projects_limit: 40, after_sign_up_text: "Grüße, 木漏れ日, $${name} and %%{if}" },
    changed: { default_projects_limit: 60 },
    drift: { method: "PUT", path: "/application/settings", json: { default_projects_limit: 7 } },
    ids: () => ["application_settings", "application_settings", "application_settings"],
    live: "/application/settings",
    staysBehind: true,
  },
  {
    type: "trueup_appearance",
    name: "instance",
    made: { title: "Acme", header_message: "Maintenance on Sunday" },
    changed: { title: "Acme & Sons" },
    drift: { method: "PUT", path: "/application/appearance", json: { title: "Somebody else's" } },
    ids: () => ["appearance", "appearance", "appearance"],
    live: "/application/appearance",
    staysBehind: true,
  },
  {
    type: "trueup_topic",
    name: "gardening",
    made: { name: "gardening", title: "Gardening" },
    changed: { title: "Gardens" },
    renamed: { name: "horticulture" },
    drift: { method: "PUT", path: "/topics/{id}", json: { title: "Weeds" } },
    ids: (states) => ["topic:horticulture", "horticulture", text(states["trueup_topic.gardening"]?.["id"])],
    live: "/topics/{id}",
  },
  {
    type: "trueup_group",
    name: "tools",
    made: { full_path: "acme/tools", name: "Tools", description: "What we work with", visibility: "public" },
    changed: { description: "What everybody works with" },
    renamed: { full_path: tools },
    drift: { method: "PUT", path: "/groups/{id}", json: { description: "Odds and ends" } },
    ids: (states) => [`group:${tools}`, tools, groupId(states)],
    live: "/groups/{id}",
  },
  {
    type: "trueup_protected_environment",
    name: "staging",
    made: { group, name: "staging", deploy_access_levels: [{ access_level: "maintainer" }], required_approval_count: 1 },
    changed: { required_approval_count: 2, deploy_access_levels: [{ access_level: "maintainer" }, { user: "alice" }] },
    replaced: { name: "testing" },
    drift: { method: "DELETE", path: "/groups/{group}/protected_environments/{name}" },
    ids: (states) => [`protected_environment:${tools}:testing`, `${tools}:testing`, `${groupId(states)}:testing`],
    live: "/groups/{group}/protected_environments/{name}",
  },
  {
    type: "trueup_project",
    name: "site",
    made: {
      full_path: `${group}/site`,
      name: "Site",
      topics: ["${trueup_topic.gardening.name}"],
      initialize_with_readme: true,
      visibility: "internal",
    },
    changed: { description: "What everybody sees", topics: ["${trueup_topic.gardening.name}", "rust"] },
    renamed: { full_path: `${group}/page` },
    drift: { method: "PUT", path: "/projects/{id}", json: { description: "Nothing to see" } },
    ids: (states) => [`project:${site}`, site, projectId(states)],
    live: "/projects/{id}",
  },
  {
    type: "trueup_approval_settings",
    name: "site",
    made: { project, reset_approvals_on_push: false, merge_requests_disable_committers_approval: true },
    changed: { reset_approvals_on_push: true },
    drift: { method: "POST", path: "/projects/{project}/approvals", json: { reset_approvals_on_push: false } },
    ids: (states) => [`approval_settings:${site}`, site, projectId(states)],
    live: "/projects/{project}/approvals",
    staysBehind: true,
  },
  {
    type: "trueup_approval_rule",
    name: "security",
    made: { project, name: "Security", approvals_required: 1, users: ["alice"] },
    changed: { approvals_required: 2, users: ["alice", "bob"] },
    renamed: { name: "Safety" },
    drift: { method: "PUT", path: "/projects/{project}/approval_rules/{id}", json: { name: "Safety", approvals_required: 3 } },
    ids: (states) => {
      const id = text(states["trueup_approval_rule.security"]?.["id"]);
      return [`approval_rule:${site}:Safety`, `${site}:Safety`, `${projectId(states)}:${id}`];
    },
    live: "/projects/{project}/approval_rules/{id}",
  },
  {
    type: "trueup_integration",
    name: "wiki",
    made: { project, external_wiki: { external_wiki_url: "https://wiki.example.com/first" } },
    changed: { external_wiki: { external_wiki_url: "https://wiki.example.com/second" } },
    replaced: { external_wiki: null, emails_on_push: { recipients: "team@example.com" } },
    drift: {
      method: "PUT",
      path: "/projects/{project}/integrations/external-wiki",
      json: { external_wiki_url: "https://wiki.example.com/other" },
    },
    ids: (states) => [`integration:${site}:emails-on-push`, `${site}:emails_on_push`, `${projectId(states)}:emails-on-push`],
    live: "/projects/{project}/integrations/emails-on-push",
  },
];

/** A step of all lives: each resource as it is by then. */
export type Step = "made" | "changed" | "renamed" | "replaced";

const steps: readonly Step[] = ["made", "changed", "renamed", "replaced"];

/** Configuration of a resource at a step. */
export function argumentsAt(life: Life, step: Step): JsonObject {
  const until = steps.slice(0, steps.indexOf(step) + 1);
  const all: JsonObject = Object.assign({}, ...until.map((one) => life[one] ?? {}));
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Configuration of all resources at a step, as `*.tf.json` says it. */
export function configurationAt(step: Step): { readonly resource: JsonObject } {
  const resource: Record<string, JsonObject> = {};
  for (const life of lives) {
    resource[life.type] = { ...resource[life.type], [life.name]: argumentsAt(life, step) };
  }
  return { resource };
}

export function addressOf({ type, name }: Life): string {
  return `${type}.${name}`;
}

/** A path of the API with what a state says in its braces. */
export function pathOf(template: string, state: JsonObject | undefined): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(state?.[name])));
}
