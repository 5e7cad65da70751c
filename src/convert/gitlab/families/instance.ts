import { all, aside, branchDefaults, type Family, picture } from "../rules.js";

/** Settings of the instance: most go by their own name, or by the vendor's name of ours. */
export const applicationSettings: Family = {
  types: ["gitlab_application_settings"],
  kind: "application_settings",
  place: { as: "one" },
  rules: {
    ...all(["id", "gitlab_dedicated_instance", "gitlab_environment_toolkit_instance"], aside),
    performance_bar_allowed_group_path: { to: "performance_bar_allowed_group_id" },
    default_branch_protection_defaults: branchDefaults,
    elasticsearch_url: { to: "elasticsearch_url", as: "commas" },
  },
};

/** What the instance looks like. */
export const appearance: Family = {
  types: ["gitlab_application_appearance"],
  kind: "appearance",
  place: { as: "one" },
  rules: all(["id", "keep_settings_on_destroy"], aside),
};

/** Topics. */
export const topics: Family = {
  types: ["gitlab_topic"],
  kind: "topic",
  place: { as: "named", by: "name" },
  rules: { ...all(["id", "name", "avatar_hash", "avatar_url", "soft_destroy"], aside), avatar: picture },
};
