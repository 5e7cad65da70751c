import { all, aside, branchDefaults, type Family, picture } from "../rules.js";
import { pushRules } from "./lost.js";

/** Groups. */
export const groups: Family = {
  types: ["gitlab_group"],
  kind: "group",
  place: { as: "tree", full: "full_path", parent: "parent_id", canBeTop: true },
  rules: {
    ...all(["id", "path", "full_path", "full_name", "parent_id", "web_url", "runners_token", "timeouts"], aside),
    ...all(["avatar_hash", "avatar_url", "permanently_remove_on_delete"], aside),
    avatar: picture,
    visibility_level: { to: "visibility" },
    ip_restriction_ranges: { to: "ip_restriction_ranges", as: "commas" },
    allowed_email_domains_list: { to: "allowed_email_domains_list", as: "commas" },
    default_branch_protection_defaults: branchDefaults,
    push_rules: pushRules,
  },
};

/** The project of a group whose files are its templates. */
export const groupTemplates: Family = {
  types: ["gitlab_group_project_file_template"],
  kind: "group",
  place: { as: "in", of: ["group_id"], thing: "group" },
  rules: all(["id", "group_id"], aside),
};
