import { all, aside, type Family, type Rules } from "../rules.js";
import { ofGroup, ofInstance, ofProject } from "./parents.js";

const variables: readonly Family[] = [
  ofProject(["gitlab_project_variable"], "variable", { by: "key", scope: "environment_scope" }),
  ofGroup(["gitlab_group_variable"], "variable", { by: "key", scope: "environment_scope" }),
  ofInstance(["gitlab_instance_variable"], "variable", "key"),
];

const labelRules: Rules = all(["label_id", "color_hex"], aside);
const badgeRules: Rules = all(["rendered_link_url", "rendered_image_url"], aside);
const hookRules: Rules = {
  ...all(["hook_id", "created_at"], aside),
  custom_headers: { to: "custom_headers", as: { pairs: ["key", "value"] } },
};

const shown: readonly Family[] = [
  ofProject(["gitlab_label", "gitlab_project_label"], "label", "name", labelRules),
  ofGroup(["gitlab_group_label"], "label", "name", labelRules),
  ofProject(["gitlab_project_badge"], "badge", "name", badgeRules),
  ofGroup(["gitlab_group_badge"], "badge", "name", badgeRules),
  ofProject(["gitlab_project_custom_attribute"], "custom_attribute", "key"),
  ofGroup(["gitlab_group_custom_attribute"], "custom_attribute", "key"),
];

const hooks: readonly Family[] = [
  ofProject(["gitlab_project_hook"], "hook", "url", hookRules),
  ofGroup(["gitlab_group_hook"], "hook", "url", hookRules),
  ofInstance(["gitlab_system_hook"], "hook", "url", hookRules),
];

const schedules: readonly Family[] = [
  ofProject(["gitlab_pipeline_schedule"], "pipeline_schedule", "description", {
    ...all(["pipeline_schedule_id", "owner", "take_ownership"], aside),
    inputs: { to: "inputs", as: { pairs: ["name", "value"] } },
  }),
  {
    ...ofProject(
      ["gitlab_pipeline_schedule_variable"],
      "pipeline_schedule",
      { by: "pipeline_schedule_id", named: "pipeline_schedule" },
      {
        ...all(["key"], aside),
        value: { to: "variables", as: { entryNamedBy: "key" } },
        variable_type: { lost: "variables of schedules are no files" },
      },
    ),
    adds: true,
  },
];

const deployments: readonly Family[] = [
  ofProject(["gitlab_project_environment"], "environment", "name", {
    ...all(["slug", "state", "created_at", "updated_at", "stop_before_destroy"], aside),
    cluster_agent_id: { to: "agent" },
  }),
  ofProject(["gitlab_project_freeze_period"], "freeze_period", "freeze_start"),
  ofProject(["gitlab_project_resource_group"], "resource_group", "key"),
];

const rules: readonly Family[] = [
  ofProject(["gitlab_project_external_status_check"], "external_status_check", "name", {
    protected_branch_ids: { to: "protected_branches" },
    hmac: aside,
  }),
  ofProject(
    ["gitlab_project_package_protection", "gitlab_project_package_protection_rule"],
    "package_protection_rule",
    "package_name_pattern",
    { protection_rule_id: aside },
  ),
  ofProject(["gitlab_project_container_repository_protection"], "container_protection_rule", "repository_path_pattern", {
    protection_rule_id: aside,
  }),
  ofProject(["gitlab_project_container_tag_protection"], "container_tag_protection_rule", "tag_name_pattern", {
    protection_rule_id: aside,
  }),
];

const parameterNames = { group_id: "groupId", user_ids: "userIds" } as const;

const released: readonly Family[] = [
  ofProject(["gitlab_project_feature_flag"], "feature_flag", "name", {
    created_at: aside,
    strategies: {
      to: "strategies",
      as: {
        each: {
          parameters: { to: "parameters", as: { renamed: parameterNames } },
          scopes: { to: "scopes", as: { valuesOf: "environment_scope" } },
          user_list_id: { to: "user_list" },
        },
      },
    },
  }),
  ofProject(["gitlab_pages_domain"], "pages_domain", "domain", {
    ...all(["url", "verification_code", "verified", "certificate_data"], aside),
    key: { to: "certificate_key" },
  }),
];

/** What goes by its own names, or nearly so. */
export const plain: readonly Family[] = [...variables, ...shown, ...hooks, ...schedules, ...deployments, ...rules, ...released];
