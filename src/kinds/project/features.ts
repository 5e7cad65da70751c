import { alias, flag, oneOf } from "../../core/fields.js";

const levels = ["disabled", "private", "enabled"] as const;
const openLevels = [...levels, "public"] as const;

/** Who may use a feature: nobody, members, or everybody who sees the project. */
function access(feature: string) {
  return oneOf(`Who may use ${feature}.`, levels, { default: "enabled", ordered: true });
}

/** The old switches only know on and off; what they read back depends on who asks. */
const fromSwitch = [
  [true, "enabled"],
  [false, "disabled"],
] as const;

function oldSwitch(replacement: string) {
  return alias(replacement, flag(""), fromSwitch);
}

/** Attributes that switch the features of a project (document 3, Project, Access levels). */
export const features = {
  issues_access_level: access("issues"),
  repository_access_level: access("the repository"),
  merge_requests_access_level: access("merge requests"),
  forking_access_level: access("forks"),
  wiki_access_level: access("the wiki"),
  builds_access_level: access("pipelines and jobs"),
  snippets_access_level: access("snippets"),
  package_registry_access_level: oneOf("Who may use the package registry.", openLevels, { ordered: true, default: "enabled" }),
  pages_access_level: oneOf("Who may see the project's pages.", openLevels, {
    ordered: true,
    default: "private",
    defaultFrom: [{ kind: "project", field: "visibility", values: { public: "enabled" } }],
  }),
  analytics_access_level: access("analytics"),
  container_registry_access_level: access("the container registry"),
  security_and_compliance_access_level: oneOf("Who may use security and compliance.", levels, {
    ordered: true,
    default: "private",
  }),
  releases_access_level: access("releases"),
  environments_access_level: access("environments"),
  feature_flags_access_level: access("feature flags"),
  infrastructure_access_level: access("infrastructure"),
  monitor_access_level: access("monitoring"),
  model_experiments_access_level: oneOf("Who may use model experiments.", levels, { ordered: true, default: "enabled" }),
  model_registry_access_level: oneOf("Who may use the model registry.", levels, { ordered: true, default: "enabled" }),
  requirements_access_level: oneOf("Who may use requirements.", levels, { ordered: true, default: "enabled", tier: "ultimate" }),
  operations_access_level: oneOf("Access to operations; newer servers have a level for each part.", levels, {
    ordered: true,
    default: "enabled",
  }),
  service_desk_enabled: flag("Issues can be opened by e-mail.", { default: true }),
  issues_enabled: oldSwitch("issues_access_level"),
  merge_requests_enabled: oldSwitch("merge_requests_access_level"),
  wiki_enabled: oldSwitch("wiki_access_level"),
  jobs_enabled: oldSwitch("builds_access_level"),
  snippets_enabled: oldSwitch("snippets_access_level"),
  container_registry_enabled: oldSwitch("container_registry_access_level"),
};
