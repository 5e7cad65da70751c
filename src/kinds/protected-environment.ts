import type { Diagnostic } from "../core/diagnostic.js";
import { entries, integer, level, reference } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Who is meant: a role, a user or a group (document 2, Group-level protected environments; who may be named from the reference of real servers). */
const who = {
  access_level: level("Role of the group that is meant.", ["developer", "maintainer", "admin"]),
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
};
const identity = ["access_level", "user", "group"] as const;

/** Deployment tiers of a group that only some may deploy to (document 2, Group-level protected environments). */
export const protectedEnvironment = defineKind({
  name: "protected_environment",
  title: "Protected environment",
  description: "A deployment tier of a group that only some may deploy to.",
  source: "document 2, Group-level protected environments",
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
