import type { Diagnostic } from "../core/diagnostic.js";
import { defineKind } from "../core/kind.js";
import { shapes } from "./integration/shapes.js";

/** Integrations of a project with external tools (document 2, Project integrations; replies and inheritance from the reference of real servers). */
export const integration = defineKind({
  name: "integration",
  title: "Integration",
  description: "Connects a project to an external tool.",
  source: "document 2, Project integrations",
  oddities: [
    "A change replaces all: parameters that a call needs are sent each time, secrets too.",
    "Secrets are never shown, so that another value than the declared one cannot be seen.",
    "A new project may begin with integrations that the instance or a group gives it.",
    "A delete switches it off and empties its parameters.",
    "Flags may be shown as text.",
  ],
  as: "map",
  parents: {
    project: {
      file: "integrations",
      routes: {
        list: "GET /projects/{project}/integrations",
        read: "GET /projects/{project}/integrations/{key}",
        update: "PUT /projects/{project}/integrations/{key}",
        delete: "DELETE /projects/{project}/integrations/{key}",
      },
    },
  },
  slots: true,
  listed: "short",
  key: { description: "The integration's slug.", read: "slug", values: Object.keys(shapes) },
  readUnder: "properties",
  fields: {},
  shapes,
  further: async () => (await import("./integration/further.js")).further,
  // Whether it is inherited is shown, and setting any other parameter ends it.
  ignored: { use_inherited_settings: "action" },
  absent: { active: false },
  inherent: { inherited: true },
  check: (spec): Diagnostic[] => {
    const site = spec["monitoring_site"];
    if ((site !== null && site !== "") || spec["api_url"]) return [];
    return [
      {
        attribute: "monitoring_site",
        message: "without a site, the monitoring service needs api_url",
        allowed: "monitoring_site or api_url",
        rule: "integration.monitoring",
      },
    ];
  },
  example: { recipients: "team@example.com", branches_to_be_notified: "protected" },
  exampleKey: "emails-on-push",
});
