import type { Diagnostic } from "../core/diagnostic.js";
import { type Fields, flag } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { shapes } from "./integration/shapes.js";
import { slots } from "./parts/routes.js";

/** What all have. */
const fields: Fields = {
  use_inherited_settings: flag("The integration uses the settings of the nearest group above, whatever else is declared here.", {
    default: false,
    read: "inherited",
    dialect: "vendor",
  }),
};

/** Integrations of a project, or of all that lies below a group, with external tools (document 2, Project integrations; replies and inheritance from the reference of real servers). */
export const integration = defineKind({
  name: "integration",
  title: "Integration",
  description: "Connects a project, or all projects below a group, to an external tool.",
  source: "document 2, Project integrations; the reference of real servers, integrations of groups",
  oddities: [
    {
      says: "A change updates only what is sent. trueup still sends each time the parameters that a call needs, secrets too, which does no harm.",
      source: "GitLab lib/api/integrations.rb",
    },
    {
      says: "Secrets are never shown, so that another value than the declared one cannot be seen.",
      source: "GitLab app/models/concerns/integrations/base/integration.rb",
    },
    {
      says: "A new project may begin with integrations that the instance or a group gives it.",
      source: "GitLab doc/user/project/integrations/_index.md",
    },
    {
      says: "What a group has reaches what lies below it a moment later.",
      source: "GitLab app/workers/propagate_integration_worker.rb",
    },
    "What a project or subgroup has from above is not its own: no export declares it, and it is never deleted for not being declared.",
    {
      says: "Any change of what is inherited makes it the thing's own; use_inherited_settings gives it back.",
      source: "GitLab doc/api/project_integrations.md",
    },
    { says: "A delete at a group takes it from all that inherit it.", source: "GitLab doc/user/project/integrations/_index.md" },
    { says: "A delete switches it off and empties its parameters.", source: "GitLab lib/api/integrations.rb" },
    "Flags may be shown as text.",
  ],
  as: "map",
  usualParent: "project",
  parents: {
    project: {
      file: "integrations",
      routes: slots("/projects/{project}/integrations"),
    },
    group: { file: "integrations", routes: slots("/groups/{group}/integrations"), dialect: "vendor" },
  },
  slots: true,
  listed: "short",
  key: { description: "The integration's slug.", read: "slug", values: Object.keys(shapes) },
  readUnder: "properties",
  fields,
  shapes,
  further: async () => (await import("./integration/further.js")).further,
  absent: { active: false },
  inherent: { inherited: true },
  inherits: "use_inherited_settings",
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
