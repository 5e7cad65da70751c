import { oneOf, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

const item = "/projects/{project}/environments/{environment}" as const;

/** Where a project is deployed to (the reference of real servers, environments). */
export const environment = defineKind({
  name: "environment",
  title: "Environment",
  description: "A place that a project is deployed to.",
  source: "the reference of real servers, environments",
  oddities: [
    "Pipelines make and change environments: one that nobody declares is never deleted for that alone.",
    "It cannot be renamed, and must be stopped before it is deleted.",
    "Its tier is guessed from its name where nobody says it.",
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: {
      file: "environments",
      routes: {
        ...collection("/projects/{project}/environments", "{environment}"),
        beforeDelete: { route: `POST ${item}/stop`, unless: { state: "stopped" } },
      },
    },
  },
  key: { description: "The environment's name.", write: "name", read: "name", max: 255 },
  chained: true,
  fields: {
    external_url: text("Address at which it can be seen.", { nullable: true, max: 255 }),
    tier: oneOf("What it is for.", ["production", "staging", "testing", "development", "other"]),
    description: text("What people should know of it.", { nullable: true }),
    auto_stop_setting: oneOf("Whether it stops by itself always, or only with an action for it.", ["always", "with_action"], {
      default: "always",
    }),
    kubernetes_namespace: text("Namespace in the cluster.", { nullable: true }),
    flux_resource_path: text("Resource in the cluster that brings it about.", { nullable: true }),
  },
  ignored: { slug: "gone", cluster_agent_id: "other-kind" },
  keptUndeclared: { state: { not: "" } },
  example: { external_url: "https://www.example.com", tier: "production" },
  exampleKey: "production",
});
