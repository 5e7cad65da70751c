import { all, aside, type Family, type Rules } from "../rules.js";
import { ofGroup, ofProject } from "./parents.js";

/** Who is meant, in the words of both. */
const who: Rules = {
  ...all(["id", "access_level_description"], aside),
  user_id: { to: "user" },
  group_id: { to: "group" },
  group_inheritance_type: { to: "group_inheritance_type", as: "unless-default" },
};
const deployers = {
  to: "deploy_access_levels",
  as: { each: { ...who, required_approvals: { lost: "approvals stand in approval_rules" } } },
} as const;
const rules: Rules = {
  deploy_access_levels: deployers,
  deploy_access_levels_attribute: deployers,
  approval_rules: { to: "approval_rules", as: { each: who } },
};

/** Protected environments of groups and projects. */
export const protectedEnvironments: readonly Family[] = [
  ofGroup(["gitlab_group_protected_environment"], "protected_environment", { by: "environment" }, rules),
  ofProject(["gitlab_project_protected_environment"], "protected_environment", { by: "environment" }, rules),
];
