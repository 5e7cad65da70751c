import type { Diagnostic } from "../core/diagnostic.js";
import { entries, integer, level, oneOf, reference } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Who is meant: a role, a user or a group (document 2, Group-level protected environments; who may be named from the reference of real servers). */
const who = {
  access_level: level("Role of the group that is meant.", ["developer", "maintainer", "admin"], {
    inVendor: { values: ["reporter", "developer", "maintainer", "admin"] },
  }),
  user: reference("User that is meant, a Maintainer of the group or above.", "user", "id", {
    read: "user_id",
    write: "user_id",
    eligible: { among: "members", minimum: 40 },
  }),
  group: reference("Group that is meant: this one, one below it, or one that it is shared with.", "group", "id", {
    read: "group_id",
    write: "group_id",
    eligible: { among: "relatives" },
  }),
  group_inheritance_type: oneOf("Of a group that is meant: 0 its direct members, 1 also those that it inherits.", [0, 1], {
    default: 0,
    dialect: "vendor",
  }),
};
const identity = ["access_level", "user", "group"] as const;

/** Deployment tiers of a group that only some may deploy to (document 2, Group-level protected environments). */
export const protectedEnvironment = defineKind({
  name: "protected_environment",
  title: "Protected environment",
  description: "A deployment tier of a group that only some may deploy to.",
  source: "document 2, Group-level protected environments",
  oddities: [
    "It is told apart by its tier and cannot be renamed.",
    "Users must be maintainers of the group or of one above, and groups must be the group, lie below it or be shared with it: others are dropped without a word.",
    "Who loses access to the group disappears from the lists by himself.",
    "An entry of a user or group is shown with an access level beside it.",
  ],
  as: "map",
  parents: {
    group: {
      file: "protected_environments",
      routes: {
        list: "GET /groups/{group}/protected_environments",
        read: "GET /groups/{group}/protected_environments/{key}",
        create: "POST /groups/{group}/protected_environments",
        update: "PUT /groups/{group}/protected_environments/{key}",
        updateSince: "15.4",
        delete: "DELETE /groups/{group}/protected_environments/{key}",
      },
    },
  },
  key: {
    description: "The deployment tier.",
    write: "name",
    read: "name",
    values: ["production", "staging", "testing", "development", "other"],
  },
  tier: "premium",
  fields: {
    deploy_access_levels: entries("Who may deploy.", who, identity, { required: true, carried: "replaced", entryIds: true }),
    required_approval_count: integer("Approvals that every deployment needs.", {
      default: 0,
      min: 0,
      max: 5,
      carried: "replaced",
    }),
    approval_rules: entries(
      "Who must approve a deployment.",
      { ...who, required_approvals: integer("Approvals needed from these.", { default: 1, min: 1 }) },
      identity,
      { default: [], carried: "replaced", entryIds: true },
    ),
  },
  check: (spec): Diagnostic[] => {
    const levels = spec["deploy_access_levels"];
    if (!Array.isArray(levels) || levels.length > 0) return [];
    return [
      {
        attribute: "deploy_access_levels",
        message: "nobody may deploy",
        allowed: "at least one entry with access_level, user or group",
        rule: "protected-environment.nobody",
      },
    ];
  },
  example: {
    deploy_access_levels: [{ access_level: "maintainer" }, { group: "acme/platform/release" }],
    required_approval_count: 2,
    approval_rules: [{ user: "alice", required_approvals: 1 }],
  },
  exampleKey: "production",
});
