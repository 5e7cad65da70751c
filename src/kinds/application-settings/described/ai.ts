import { described } from "../../parts/described.js";

const locked = (what: string) => `Groups and projects cannot change ${what}.`;
const available = (what: string) => `Groups and projects may have ${what}.`;

/** AI features. */
const premium = described(
  {
    auto_duo_code_review_enabled: "AI reviews new merge requests by itself.",
    built_in_project_templates_enabled: "New projects can start from built-in templates.",
    lock_built_in_project_templates_enabled: ["Groups cannot change whether projects can start from built-in templates.", false],
    disabled_direct_code_suggestions: ["Editors ask this server for code suggestions, not the AI service itself.", false],
    duo_agent_platform_enabled: "The platform for AI agents is on.",
    duo_availability: "Whether AI features are on: default_on, default_off, or never_on.",
    duo_chat_expiration_column: [
      "Time that the age of a chat is counted from: created_at or last_updated_at.",
      "last_updated_at",
    ],
    duo_chat_expiration_days: ["Days after which chats with AI are deleted.", 30],
    duo_cli_enabled: "AI features may be used from the command line.",
    duo_custom_agents_availability: available("agents of one's own"),
    duo_custom_agents_enabled: ["Groups may make AI agents of their own.", true],
    lock_duo_custom_agents_enabled: [locked("whether there are AI agents of one's own"), false],
    duo_custom_flows_availability: available("AI flows of one's own"),
    duo_custom_flows_enabled: ["Groups may make AI flows of their own.", true],
    lock_duo_custom_flows_enabled: [locked("whether there are AI flows of one's own"), false],
    duo_external_agents_availability: available("AI agents of other vendors"),
    duo_external_agents_enabled: ["AI agents of other vendors may be used.", true],
    lock_duo_external_agents_enabled: [locked("whether AI agents of other vendors may be used"), false],
    duo_features_enabled: "AI features are on.",
    lock_duo_features_enabled: locked("whether AI features are on"),
    duo_foundational_flows_availability: available("ready-made AI flows"),
    duo_foundational_flows_enabled: "Ready-made AI flows are on.",
    duo_remote_flows_availability: available("AI flows that run on the server"),
    duo_remote_flows_enabled: "AI flows may run on the server.",
    lock_duo_remote_flows_enabled: locked("whether AI flows may run on the server"),
    duo_workflow_oauth_application_id: "Number of the OAuth application through which AI flows reach this server.",
    duo_workflows_default_image_registry: "Registry that the images of ready-made AI flows come from; empty is the vendor's.",
    enabled_expanded_logging: "Logs of AI features hold what was asked and answered.",
    foundational_agents_default_enabled: "Ready-made AI agents are on unless said otherwise.",
    instance_level_ai_beta_features_enabled: ["AI features that are still in test are on.", false],
    model_prompt_cache_enabled: ["AI services may keep prompts for a short time to answer faster.", true],
    lock_model_prompt_cache_enabled: [locked("whether AI services may keep prompts"), false],
    tool_approval_for_session_availability:
      "Whether users may approve an AI tool for a whole session: default_on, default_off, or never_on where groups cannot change it.",
    tool_approval_for_session_enabled: "Users may approve an AI tool for a whole session.",
  },
  { tier: "premium" },
);

const every = described({
  enable_language_server_restrictions: ["Language servers older than minimum_language_server_version are refused.", false],
  minimum_language_server_version: "Oldest release of the language server that may be used.",
  mcp_server_enabled: "AI clients may reach this server by the Model Context Protocol.",
  display_gitlab_credits_user_data: "The page of used credits shows them user by user.",
  usage_billing: "Settings of billing by use, as an object of names and values.",
});

/** What is known of plain settings of AI features. */
export const describedAi = { ...premium, ...every };
