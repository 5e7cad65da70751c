import { fold } from "../core/address.js";
import type { ChangeInPlan } from "../core/behaviour.js";
import type { Diagnostic } from "../core/errors.js";
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
  oddities: {
    "A change updates only the parameters that trueup sends. trueup also sends the parameters that every call requires, including secrets. The repeated parameters do no harm.":
      "GitLab lib/api/integrations.rb",
    "The server never returns secrets. trueup cannot see whether a live secret differs from the declared secret.":
      "GitLab app/models/concerns/integrations/base/integration.rb",
    "A new project may get integrations from the instance or from a group.": "GitLab doc/user/project/integrations/_index.md",
    "An integration of a group reaches the subgroups and projects below a moment later.":
      "GitLab app/workers/propagate_integration_worker.rb",
    "An inherited integration does not belong to the project or subgroup itself, so no export declares the integration. If an inherited integration is undeclared, trueup does not delete the integration.":
      null,
    "After any change, an inherited integration is no longer inherited. Set use_inherited_settings to inherit the integration again.":
      "GitLab doc/api/project_integrations.md",
    "A delete at a group also removes the integration from all subgroups and projects that inherit the integration.":
      "GitLab doc/user/project/integrations/_index.md",
    "A delete disables the integration and clears its parameters.": "GitLab lib/api/integrations.rb",
    "The server may return flags as text.": null,
  },
  parents: {
    project: { file: "integrations", routes: slots("/projects/{project}/integrations") },
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
  inherent: { shown: { inherited: true }, flag: "use_inherited_settings" },
  order: (changes, nearby) =>
    changes
      .filter(({ write }) => write["use_inherited_settings"] === true)
      .flatMap((later) => {
        const isAbove = ({ kind, key, path }: ChangeInPlan) =>
          kind === later.kind && key === later.key && fold(path) !== fold(later.path);
        return nearby(later)
          .filter(isAbove)
          .map((earlier) => ({ later, earlier }));
      }),
  check: (spec): Diagnostic[] => {
    const site = spec["monitoring_site"];
    if ((site !== null && site !== "") || spec["api_url"]) return [];
    return [
      {
        attribute: "monitoring_site",
        about: ["api_url"],
        message: "without a site, the monitoring service needs api_url",
        allowed: "monitoring_site or api_url",
        rule: "integration.monitoring",
      },
    ];
  },
  example: { recipients: "team@example.com", branches_to_be_notified: "protected" },
  exampleKey: "emails-on-push",
});
