import type { Diagnostic } from "../core/errors.js";
import { flag, oneOf, reference, text } from "../core/fields.js";
import type { Spec } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { publicAddress } from "./parts/public-address.js";
import { collection } from "./parts/routes.js";

const item = "/projects/{project}/environments/{environment}" as const;

/** Where a project is deployed to (the reference of real servers, environments). */
export const environment = defineKind({
  name: "environment",
  title: "Environment",
  description: "A place that a project is deployed to.",
  source: "the reference of real servers, environments",
  oddities: {
    "Pipelines create and change environments. trueup never deletes an environment only because it is undeclared.":
      "GitLab doc/ci/environments/_index.md",
    "An environment cannot be renamed.": "GitLab doc/api/environments.md",
    "An environment must be stopped before its deletion. trueup waits for the job that stops the environment, unless force is set.":
      "GitLab doc/api/environments.md",
    "If no tier is set, the server guesses the tier from the name of the environment.": "GitLab app/models/environment.rb",
  },
  dialect: "vendor",
  parents: {
    project: {
      file: "environments",
      role: "developer",
      routes: collection("/projects/{project}/environments", "{environment}"),
    },
  },
  key: { description: "The environment's name.", write: "name", read: "name", max: 255, fixed: true },
  chained: true,
  fields: {
    external_url: text("Address at which it can be seen.", { nullable: true, max: 255, ...publicAddress }),
    tier: oneOf("What it is for.", ["production", "staging", "testing", "development", "other"]),
    description: text("What people should know of it.", { nullable: true }),
    auto_stop_setting: oneOf("Whether it stops by itself always, or only with an action for it.", ["always", "with_action"], {
      default: "always",
    }),
    agent: reference("Agent of the project that connects its cluster.", "cluster_agent", "id", {
      nullable: true,
      cased: true,
      read: "cluster_agent",
      write: "cluster_agent_id",
    }),
    kubernetes_namespace: text("Namespace in the cluster; it takes an agent.", { nullable: true }),
    flux_resource_path: text("Resource in the cluster that brings it about; it takes a namespace.", { nullable: true }),
    force: flag("Where it is absent: its deletion does not wait for the job that stops it.", { on: "delete", unreadable: true }),
  },
  ignored: { slug: "gone" },
  check: (spec) => loose(spec, (value) => value === null),
  guard: ({ action, spec }) => (action === "create" ? loose(spec, (value) => (value ?? null) === null) : []),
  marks: ["state"],
  before: ({ action, marks }) =>
    action === "delete" && marks["state"] !== "stopped" ? { route: `POST ${item}/stop` } : undefined,
  keptUndeclared: { state: { not: "" } },
  example: { external_url: "https://www.example.com", tier: "production" },
  exampleKey: "production",
});

/** What is said of a part that nothing holds: a namespace takes an agent, and a resource a namespace. */
function loose(spec: Spec, isUnset: (value: unknown) => boolean): Diagnostic[] {
  const pairs = [
    ["kubernetes_namespace", "agent"],
    ["flux_resource_path", "kubernetes_namespace"],
  ] as const;
  return pairs
    .filter(([part, holder]) => (spec[part] ?? null) !== null && isUnset(spec[holder]))
    .map(([attribute, holder]) => ({
      attribute,
      about: [holder],
      message: `it says nothing without ${holder}`,
      allowed: `${attribute} with ${holder}, or neither`,
      rule: "environment.loose",
    }));
}
