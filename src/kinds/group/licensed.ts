import { entries, flag, integer, level, oneOf, record, reference, setOf, text } from "../../core/fields.js";

const premium = { shown: "read", tier: "premium" } as const;
const newer = { ...premium, since: "16.0" } as const;
const newerUpdate = { ...newer, on: "update" } as const;
/** The platform takes these and never returns them. */
const unseen = { tier: "premium", since: "16.0", unreadable: true } as const;
const unseenUpdate = { ...unseen, on: "update" } as const;
const unlicensed = "without the licence for it the server ignores this setting";

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
    },
  ),
  shared_runners_minutes_limit: integer("Minutes a month on shared runners; null is the default, 0 no limit.", {
    ...premium,
    nullable: true,
    min: 0,
    greatest: [0],
  }),
  extra_shared_runners_minutes_limit: integer("Minutes on shared runners beyond the monthly ones.", {
    ...premium,
    nullable: true,
    min: 0,
  }),
  wiki_access_level: oneOf("Who may use the group's wiki.", ["disabled", "private", "enabled"], {
    ...newer,
    ordered: true,
    default: "enabled",
  }),
  prevent_forking_outside_group: flag("Projects cannot be forked to outside of the group.", {
    ...premium,
    on: "update",
    default: false,
    dropped: unlicensed,
  }),
  service_access_tokens_expiration_enforced: flag("Tokens of service accounts must end.", { ...newerUpdate, default: true }),
  only_allow_merge_if_pipeline_succeeds: flag("Merge requests are merged only after a successful pipeline.", {
    ...newerUpdate,
    default: false,
  }),
  allow_merge_on_skipped_pipeline: flag("A skipped pipeline counts as successful.", { ...newerUpdate, default: false }),
  only_allow_merge_if_all_discussions_are_resolved: flag("Merge requests are merged only with all threads resolved.", {
    ...newerUpdate,
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
  experiment_features_enabled: flag("Experimental features are on.", { ...newer, default: false }),
  model_prompt_cache_enabled: flag("Models may cache prompts.", unseen),
  foundational_agents_statuses: entries(
    "Ready-made agents that are on or off.",
    { reference: text("The agent's reference."), enabled: flag("The agent is on.", { required: true }) },
    ["reference"],
    unseen,
  ),
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
    },
    unseen,
  ),
  duo_core_features_enabled: flag("The basic AI features are on.", newerUpdate),
  duo_features_enabled: flag("AI features may be used in the group.", {
    ...newerUpdate,
    lockedBy: [{ kind: "group", field: "lock_duo_features_enabled", is: true }],
    default: true,
    defaultFrom: ["parent"],
  }),
  lock_duo_features_enabled: flag("Subgroups cannot change whether AI features may be used.", { ...newerUpdate, default: false }),
  auto_duo_code_review_enabled: flag("Merge requests are reviewed by AI.", {
    ...newerUpdate,
    default: false,
    defaultFrom: ["parent"],
  }),
  enabled_foundational_flows: setOf("Ready-made AI flows that are on.", text("The flow's reference."), unseenUpdate),
  duo_template_project_id: reference("Project that holds the AI templates.", "project", "id", {
    ...unseenUpdate,
    nullable: true,
  }),
  duo_namespace_access_rules: entries(
    "AI features by the group that gives access to them.",
    {
      through_namespace: record("The group that gives access.", {
        group: reference("Full path of the group.", "group", "id", { read: "full_path", write: "id" }),
      }),
      features: setOf("Features that its members may use.", text("A feature."), { required: true }),
    },
    ["through_namespace"],
    { ...newerUpdate, default: [] },
  ),
};
