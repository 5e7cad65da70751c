import { all, aside, type Family, type Rules } from "../rules.js";

/** Who is meant, in the words of both. */
const who: Rules = {
  ...all(["id", "access_level_description"], aside),
  user_id: { to: "user" },
  group_id: { to: "group" },
  group_inheritance_type: { lost: "trueup does not know it: only direct members of the group are meant" },
};

/** Protected environments of groups; those of projects have no counterpart. */
export const protectedEnvironments: Family = {
  types: ["gitlab_group_protected_environment"],
  kind: "protected_environment",
  place: { as: "in", of: ["group"], thing: "group", key: { by: "environment" } },
  rules: {
    ...all(["id", "group", "environment"], aside),
    deploy_access_levels: {
      to: "deploy_access_levels",
      as: { each: { ...who, required_approvals: { lost: "approvals stand in approval_rules" } } },
    },
    approval_rules: { to: "approval_rules", as: { each: who } },
  },
};
