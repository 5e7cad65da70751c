import { flag, integer, level, oneOf, record, reference, setOf, text } from "../../core/fields.js";
import { accessRules, agentStatuses } from "../parts/ai.js";

const premium = { shown: "read", tier: "premium" } as const;
const premiumUpdate = { ...premium, on: "update" } as const;
/** The platform takes these and never returns them. */
const unseen = { tier: "premium", unreadable: true } as const;
const unseenUpdate = { ...unseen, on: "update" } as const;
const unlicensed = "without the licence for it the server ignores this setting";

const managers = ["developer", "maintainer", "owner"] as const;
const executors = ["guest", "planner", "reporter", ...managers] as const;
const availability = ["never_on", "default_off", "default_on"] as const;

/** Attributes that only licensed instances have. */
export const licensed = {
  membership_lock: flag("Members can be added to projects only through the group.", { ...premium, default: false }),
  ldap_cn: text("Common name of the LDAP group that is linked.", { tier: "premium", requires: ["ldap_access"] }),
  ldap_access: level(
    "Access level that members of the LDAP group get.",
    ["guest", "reporter", "developer", "maintainer", "owner"],
    {
      tier: "premium",
      requires: ["ldap_cn"],
      inVendor: { values: ["minimal", "guest", "planner", "reporter", "developer", "maintainer", "owner"] },
    },
  ),
  shared_runners_minutes_limit: integer("Minutes a month on shared runners; null is the default, 0 no limit.", {
    role: "administrator",
    ...premium,
    nullable: true,
    min: 0,
    greatest: [0],
  }),
  extra_shared_runners_minutes_limit: integer("Minutes on shared runners beyond the monthly ones.", {
    role: "administrator",
    ...premium,
    nullable: true,
    min: 0,
  }),
  wiki_access_level: oneOf("Who may use the group's wiki.", ["disabled", "private", "enabled"], {
    ...premium,
    ordered: true,
    default: "enabled",
  }),
  prevent_forking_outside_group: flag("Projects cannot be forked to outside of the group.", {
    ...premium,
    on: "update",
    default: false,
    dropped: unlicensed,
  }),
  service_access_tokens_expiration_enforced: flag("Tokens of service accounts must end.", { ...premiumUpdate, default: true }),
  only_allow_merge_if_pipeline_succeeds: flag("Merge requests are merged only after a successful pipeline.", {
    ...premiumUpdate,
    default: false,
  }),
  allow_merge_on_skipped_pipeline: flag("A skipped pipeline counts as successful.", { ...premiumUpdate, default: false }),
  only_allow_merge_if_all_discussions_are_resolved: flag("Merge requests are merged only with all threads resolved.", {
    ...premiumUpdate,
    default: false,
  }),
  duo_availability: oneOf("Whether AI features are on.", availability, { ...unseen, ordered: true }),
  duo_remote_flows_availability: flag("AI flows may run on the server.", unseen),
  duo_foundational_flows_availability: flag("Ready-made AI flows are on.", unseen),
  duo_custom_agents_availability: flag("Agents of one's own are on.", unseen),
  duo_custom_flows_availability: flag("Flows of one's own are on.", unseen),
  duo_external_agents_availability: flag("External agents are on.", unseen),
  tool_approval_for_session_availability: oneOf("Whether tools may be approved for a whole session.", availability, {
    ...unseen,
    ordered: true,
  }),
  amazon_q_auto_review_enabled: flag("Merge requests are reviewed by the external AI service.", unseen),
  experiment_features_enabled: flag("Experimental features are on.", { ...premium, default: false }),
  model_prompt_cache_enabled: flag("Models may cache prompts.", unseen),
  foundational_agents_statuses: agentStatuses(unseen),
  ai_settings_attributes: record(
    "Settings of AI features in detail.",
    {
      duo_agent_platform_enabled: flag("The agent platform is on."),
      duo_workflow_mcp_enabled: flag("Agents may use the Model Context Protocol."),
      ai_usage_data_collection_enabled: flag("Data on the use of AI features is collected."),
      foundational_agents_default_enabled: flag("New ready-made agents are on."),
      prompt_injection_protection_level: oneOf(
        "What happens when a prompt looks forged.",
        ["no_checks", "log_only", "interrupt"],
        { ordered: true },
      ),
      ai_catalog_restricted_to_group_hierarchy: flag("The AI catalog offers only items of the group's hierarchy."),
      include_recommended_allowed: flag("Recommended commands may be run without asking."),
      allow_all_unix_sockets: flag("Agents may use all Unix sockets."),
      allow_project_extension: flag("Projects may allow agents more than the group does."),
      minimum_access_level_execute: level("Role from which on people may start agents.", executors),
      minimum_access_level_execute_async: level("Role from which on people may start agents in the background.", managers),
      minimum_access_level_manage: level("Role from which on people may manage agents and flows.", managers),
      minimum_access_level_enable_on_projects: level("Role from which on people may switch agents on for projects.", managers),
    },
    unseen,
  ),
  duo_core_features_enabled: flag("The basic AI features are on.", premiumUpdate),
  duo_features_enabled: flag("AI features may be used in the group.", {
    ...premiumUpdate,
    lockedBy: [{ kind: "group", field: "lock_duo_features_enabled", is: true }],
    default: true,
    defaultFrom: ["parent"],
  }),
  lock_duo_features_enabled: flag("Subgroups cannot change whether AI features may be used.", {
    ...premiumUpdate,
    default: false,
  }),
  auto_duo_code_review_enabled: flag("Merge requests are reviewed by AI.", {
    ...premiumUpdate,
    default: false,
    defaultFrom: ["parent"],
  }),
  enabled_foundational_flows: setOf("Ready-made AI flows that are on.", text("The flow's reference."), unseenUpdate),
  duo_template_project_id: reference("Project that holds the AI templates.", "project", "id", {
    ...unseenUpdate,
    nullable: true,
  }),
  duo_namespace_access_rules: accessRules({ ...premiumUpdate, default: [] }),
};
