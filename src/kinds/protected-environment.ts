import type { Diagnostic } from "../core/errors.js";
import { entries, integer, level, oneOf, reference } from "../core/fields.js";
import type { Spec } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** Who is meant: a role, a user or a group (document 2, Group-level protected environments; who may be named from the reference of real servers; subgroups from doc/api/group_protected_environments.md). */
const who = (user: string, minimum: number, group: string) => ({
  access_level: level("Role from which on people are meant.", ["developer", "maintainer", "admin"], {
    inVendor: { values: ["reporter", "developer", "maintainer", "admin"] },
  }),
  user: reference(user, "user", "id", { read: "user_id", write: "user_id", eligible: { among: "members", minimum } }),
  group: reference(group, "group", "id", { read: "group_id", write: "group_id", eligible: { among: "relatives" } }),
  group_inheritance_type: oneOf("Of a group that is meant: 0 its direct members, 1 also those that it inherits.", [0, 1], {
    default: 0,
    dialect: "vendor",
  }),
});
const ofGroup = who(
  "User that is meant, a Maintainer of the group or above.",
  40,
  "Group that is meant: a subgroup; this group, or one that it is shared with, is not documented and may be dropped.",
);
const ofProject = who(
  "User that is meant, a Developer of the project or above.",
  30,
  "Group that is meant: the project is shared with it.",
);

/** The lists of who may deploy and who must approve. */
const lists = (whose: typeof ofGroup) => ({
  deploy_access_levels: entries("Who may deploy.", whose, ["access_level", "user", "group"], {
    required: true,
    carried: "replaced",
    entryIds: true,
  }),
  approval_rules: entries(
    "Who must approve a deployment.",
    { ...whose, required_approvals: integer("Approvals needed from these.", { default: 1, min: 1 }) },
    ["access_level", "user", "group"],
    { default: [], carried: "replaced", entryIds: true },
  ),
});

/** Deployment tiers of a group, and environments of a project, that only some may deploy to (document 2, Group-level protected environments). */
export const protectedEnvironment = defineKind({
  name: "protected_environment",
  title: "Protected environment",
  description: "A deployment tier of a group, or an environment of a project, that only some may deploy to.",
  source: "document 2, Group-level protected environments; the reference of real servers, protected environments",
  oddities: {
    "trueup identifies a protection in a group by its tier, and in a project by the name of the environment. The tier or the name cannot be changed.":
      "GitLab doc/api/group_protected_environments.md",
    "In a group, users must be maintainers of the group or of a group above. According to the documentation, groups must be subgroups of the group.":
      "GitLab doc/api/group_protected_environments.md",
    "trueup has no proof that the server accepts the group itself, or groups that the group is shared with. The plan accepts these groups, and apply compares the entries that the server stored.":
      "GitLab doc/api/group_protected_environments.md",
    "In a group, the plan refuses users who are not maintainers, and groups without any relation to the group. The server would silently ignore these users and groups.":
      "GitLab doc/api/group_protected_environments.md",
    "In a project, users must be developers, and the project must be shared with the groups.":
      "GitLab doc/ci/environments/protected_environments.md",
    "The environment does not have to exist.": null,
    "If a user loses access to the group or project, the server removes the user from the lists.": null,
    "The server returns an access level next to the entry of a user or group.": "GitLab doc/api/group_protected_environments.md",
  },
  weakens: {
    itself: "less",
    more: ["deploy_access_levels"],
    less: [
      "deploy_access_levels.access_level",
      "approval_rules",
      "approval_rules.access_level",
      "approval_rules.required_approvals",
      "required_approval_count",
    ],
  },
  mistaken: { role: "access_level" },
  parents: {
    group: {
      file: "protected_environments",
      role: "maintainer",
      routes: {
        ...collection("/groups/{group}/protected_environments", "{key}"),
        updateSince: "15.4",
      },
      key: { description: "The deployment tier.", values: ["production", "staging", "testing", "development", "other"] },
    },
    project: {
      file: "protected_environments",
      routes: collection("/projects/{project}/protected_environments", "{key}"),
      key: { description: "The environment's name; it need not be there.", max: 255 },
      fields: lists(ofProject),
      dialect: "vendor",
    },
  },
  key: { description: "The deployment tier, or the environment's name.", write: "name", read: "name" },
  tier: "premium",
  fields: {
    ...lists(ofGroup),
    required_approval_count: integer("Approvals that every deployment needs.", {
      default: 0,
      min: 0,
      max: 5,
      carried: "replaced",
    }),
  },
  check: (spec, _parent, on) => [...nobodyDeploys(spec), ...(on === "project" ? approvedTwice(spec) : [])],
  example: {
    deploy_access_levels: [{ access_level: "maintainer" }, { user: "alice" }],
    approval_rules: [{ user: "alice", required_approvals: 1 }],
  },
  exampleKey: "production",
});

function nobodyDeploys(spec: Spec): Diagnostic[] {
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
}

/** Rules of who must approve take the place of a number of approvals. */
function approvedTwice(spec: Spec): Diagnostic[] {
  const { required_approval_count: count, approval_rules: rules } = spec;
  if (typeof count !== "number" || count === 0 || !Array.isArray(rules) || rules.length === 0) return [];
  return [
    {
      attribute: "required_approval_count",
      about: ["approval_rules"],
      message: "it counts for nothing beside approval_rules",
      allowed: "required_approval_count or approval_rules; each rule has its own required_approvals",
      rule: "protected-environment.approvals",
    },
  ];
}
