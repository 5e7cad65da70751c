import type { Diagnostic } from "../core/errors.js";
import { entries, type Field, type FieldOptions, flag, level } from "../core/fields.js";
import { isObject, type Spec } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { atLeast as pusher, deployKey, group as groupAmong, oneRole, soleLevel, user } from "./parts/protected-ref.js";
import { patched } from "./parts/routes.js";

const unprotectors = ["developer", "maintainer", "admin"] as const;
const lists = ["allowed_to_push", "allowed_to_merge", "allowed_to_unprotect"] as const;

const group = groupAmong("invited");
const unprotector = level("Role from which on people may.", unprotectors);
const [pushers, mergers, changers] = [
  "Users, groups and roles that may push. Without it, a new protection lets maintainers push.",
  "Users, groups and roles that may merge. Without it, a new protection lets maintainers merge.",
  "Users, groups and roles that may change the protection or remove it.",
] as const;

/** Lists whose entries have ids. New rules are for maintainers, those of new projects as group or instance say: only who may unprotect has a default that exports leave out. */
const maintainers = [{ access_level: "maintainer" }] as const;
const list = { tier: "premium", entryIds: true, carried: "replaced" } as const;
const byMaintainers = { ...list, default: maintainers } as const;
const unprotect = { ...byMaintainers, read: "unprotect_access_levels" } as const;

/** Settings that let developers do everything protect no first branch (the reference of real servers, groups: no protection). */
const developers = [{ access_level: "developer" }];
const open = { allowed_to_push: developers, allowed_to_merge: developers } as const;

/** A rule of a group knows roles alone. */
const roles = <O extends FieldOptions>(description: string, access_level: Field<string | number>, options: O) =>
  entries(description, { access_level }, ["access_level"], options);

/** Branches that only some may push to and merge into (the reference of real servers, protected branches; document 2 shows them in approval rules). */
export const protectedBranch = defineKind({
  name: "protected_branch",
  title: "Protected branch",
  description: "A branch, or all whose names a wildcard covers, that only some may push to and merge into.",
  source: "document 2, Approval rule; the reference of real servers, protected branches",
  oddities: {
    "A change sends only the entries of a list that are added or removed. Other entries stay unchanged.":
      "GitLab doc/api/protected_branches.md",
    "The server accepts no_access next to other entries, and then gives access to the other entries. trueup refuses this combination.":
      "GitLab app/models/concerns/protected_ref.rb",
    "An empty list in a new protection means maintainers, not nobody.":
      "GitLab app/services/protected_refs/access_level_params.rb",
    "A reply may show a deploy key together with the access level of maintainers. Only the deploy key counts, not the level.":
      "GitLab doc/api/protected_branches.md",
    "Users and groups must have access to the project. Otherwise, the server refuses the call.":
      "GitLab ee/app/models/concerns/ee/protected_ref_access.rb",
    "Without a licence, one role can push and one role can merge. To change a role, trueup removes the protection and creates it again.":
      "GitLab doc/api/protected_branches.md",
    "If two wildcards match a branch, the less strict wildcard decides who can push.":
      "GitLab doc/user/project/repository/branches/protected.md",
    "The lists of projects also contain the protections of the group. Projects cannot change these protections.":
      "GitLab doc/user/project/repository/branches/protected.md",
    "Groups can protect branches only on self-managed servers.": "GitLab doc/api/group_protected_branches.md",
    "trueup does not know whether a server is hosted. If a server has no list for groups, trueup reports the protections of the group as unread and does not change them.":
      "GitLab doc/api/group_protected_branches.md",
  },
  weakens: {
    itself: "less",
    gives: true,
    more: ["allowed_to_push", "allowed_to_merge", "allowed_to_unprotect", "allow_force_push"],
    less: [
      "allowed_to_push.access_level",
      "allowed_to_merge.access_level",
      "allowed_to_unprotect.access_level",
      "code_owner_approval_required",
    ],
  },
  mistaken: { role: "access_level" },
  parents: {
    project: {
      file: "protected_branches",
      routes: { ...patched("/projects/{project}/protected_branches", "{key}"), updateSince: "15.6" },
    },
    group: {
      file: "protected_branches",
      routes: patched("/groups/{group}/protected_branches", "{key}"),
      key: { covers: "in-part" },
      fields: {
        allowed_to_push: roles(pushers, pusher, { ...byMaintainers, read: "push_access_levels" }),
        allowed_to_merge: roles(mergers, pusher, { ...byMaintainers, read: "merge_access_levels" }),
        allowed_to_unprotect: roles(changers, unprotector, unprotect),
      },
      tier: "premium",
      since: "17.6",
      topOnly: true,
    },
  },
  key: {
    description: "The branch's name, or a wildcard in which * stands for any text; letter case counts.",
    write: "name",
    read: "name",
    max: 255,
    kind: "branch",
    covers: true,
  },
  short: oneRole(["allowed_to_push", "allowed_to_merge"], pusher),
  fields: {
    allowed_to_push: entries(
      pushers,
      { access_level: pusher, user, group, deploy_key: deployKey },
      ["user", "group", "deploy_key", "access_level"],
      {
        ...list,
        read: "push_access_levels",
        ofNew: maintainers,
        unlicensed: { write: "push_access_level", encode: soleLevel },
      },
    ),
    allowed_to_merge: entries(mergers, { access_level: pusher, user, group }, ["user", "group", "access_level"], {
      ...list,
      read: "merge_access_levels",
      ofNew: maintainers,
      unlicensed: { write: "merge_access_level", encode: soleLevel },
    }),
    allowed_to_unprotect: entries(
      changers,
      { access_level: unprotector, user, group },
      ["user", "group", "access_level"],
      unprotect,
    ),
    allow_force_push: flag("Who may push may also overwrite history.", { default: false, carried: "replaced" }),
    code_owner_approval_required: flag("A push to files that CODEOWNERS names needs the approval of their owners.", {
      default: false,
      carried: "replaced",
      tier: "premium",
    }),
  },
  // A level alone: servers without a licence get it of the lists.
  ignored: {
    push_access_level: "read-elsewhere",
    merge_access_level: "read-elsewhere",
    unprotect_access_level: "read-elsewhere",
  },
  comesWithParent: {
    for: "branch_protection",
    named: "default_branch",
    settings: "application_settings",
    none: [
      { attribute: "default_branch_protection_defaults", is: { ...open, allow_force_push: true } },
      { attribute: "default_branch_protection", is: 0 },
    ],
  },
  absent: { inherited: true },
  guard: ({ action, spec }) => (action === "create" ? nobodySaid(spec) : []),
  check: (spec) => nobodyBeside(spec),
  example: {
    allowed_to_push: [{ access_level: "no_access" }],
    allowed_to_merge: [{ access_level: "maintainer" }, { access_level: "developer" }],
    allow_force_push: false,
  },
  exampleKey: "release/*",
});

/** The platform takes a new rule's empty list for one that was left out: maintainers may then. */
function nobodySaid(spec: Spec): Diagnostic[] {
  return lists
    .filter((attribute) => Array.isArray(spec[attribute]) && spec[attribute].length === 0)
    .map((attribute) => ({
      attribute,
      message: "an empty list lets maintainers in where the protection is new",
      allowed:
        attribute === "allowed_to_unprotect"
          ? "at least one entry"
          : "at least one entry; for nobody: [{ access_level: no_access }]",
      rule: "protected-branch.empty",
    }));
}

/** Nobody and somebody contradict each other; the platform takes both, and then the somebody counts. */
function nobodyBeside(spec: Spec): Diagnostic[] {
  const isNobody = (entry: unknown) => isObject(entry) && (entry["access_level"] === "no_access" || entry["access_level"] === 0);
  return lists
    .filter((name) => {
      const declared = spec[name];
      return Array.isArray(declared) && declared.length > 1 && declared.some(isNobody);
    })
    .map((attribute) => ({
      attribute,
      message: "no_access means nobody, and stands beside others",
      allowed: "no_access alone, or the others without it",
      rule: "protected-branch.nobody",
    }));
}
