import type { Diagnostic } from "../core/errors.js";
import { defineKind } from "../core/kind.js";
import { basic } from "./group/basic.js";
import { licensed } from "./group/licensed.js";
import { collection } from "./parts/routes.js";
import { shares } from "./parts/shares.js";

/** Groups (document 3, Group; what may be written and how from the reference of real servers). */
export const group = defineKind({
  name: "group",
  title: "Group",
  description: "A namespace that holds projects and subgroups.",
  source: "document 3, Groups",
  oddities: {
    "The reply to a change has fewer attributes than the reply to a read. trueup compares the values that it wrote with a read.":
      null,
    "No subgroup or project can have a more open visibility than its group.": "GitLab doc/user/public_access.md",
    "trueup opens groups and projects from the top down. trueup restricts them from the bottom up.":
      "GitLab doc/user/public_access.md",
    "The server may only schedule a delete. The server then deletes the group days later.": "GitLab doc/api/groups.md",
    "Newer servers rename a group whose deletion is scheduled. They append -deletion_scheduled- and the ID of the group to path and name, and the old path becomes free.":
      "GitLab app/services/groups/mark_for_deletion_service.rb",
    "On older servers, the path of a group whose deletion is scheduled stays taken until the group is deleted. The same is true for a group with container images.":
      "GitLab app/services/groups/mark_for_deletion_service.rb",
    "Several attributes apply only to top-level groups. In a subgroup, the server accepts and ignores these attributes.": null,
    "The server cannot change a share with a group. trueup deletes the share and creates it again.": null,
    "While trueup replaces a share, users and groups with access only through the share disappear from approval rules and protections. In the same run, apply restores these entries. After apply --plan, run apply again.":
      null,
    "The server accepts and ignores attributes that its licence does not include. Replies do not contain these attributes.": null,
    "After the rename of a group, the API answers 404 at the old path. Only projects are still found at their old path.":
      "GitLab lib/gitlab/resource_lookup.rb",
  },
  weakens: {
    more: [
      "visibility",
      "shared_with_groups",
      "shared_with_groups.access_level",
      "project_creation_level",
      "subgroup_creation_level",
      "two_factor_grace_period",
      "wiki_access_level",
      "allow_merge_on_skipped_pipeline",
      "ldap_access",
      "default_branch_protection_defaults.allowed_to_push",
      "default_branch_protection_defaults.allowed_to_merge",
      "default_branch_protection_defaults.allow_force_push",
      "default_branch_protection_defaults.developer_can_initial_push",
    ],
    less: [
      "share_with_group_lock",
      "require_two_factor_authentication",
      "step_up_auth_required_oauth_provider",
      "membership_lock",
      "prevent_forking_outside_group",
      "prevent_sharing_groups_outside_hierarchy",
      "service_access_tokens_expiration_enforced",
      "only_allow_merge_if_pipeline_succeeds",
      "only_allow_merge_if_all_discussions_are_resolved",
      "auto_ban_user_on_excessive_projects_download",
      "default_branch_protection_defaults.code_owner_approval_required",
      "default_branch_protection_defaults.allowed_to_push.access_level",
      "default_branch_protection_defaults.allowed_to_merge.access_level",
    ],
    allowed: ["ip_restriction_ranges", "allowed_email_domains_list"],
  },
  parents: {
    instance: {
      file: "groups",
      role: { create: "maintainer", update: "owner", delete: "owner" },
      routes: collection("/groups", "{group}"),
    },
  },
  tree: {
    parent: "group",
    fullPath: "full_path",
    parentParameter: "parent_id",
    pathParameter: "path",
    uniqueName: "name",
    within: "GET /groups/{group}/descendant_groups",
    withinQuery: { order_by: "id", sort: "asc" },
    beside: "GET /groups/{group}/subgroups",
    besideQuery: { order_by: "id", sort: "asc" },
    all: "GET /groups",
    allQuery: { order_by: "id", sort: "asc" },
    topQuery: { top_level_only: true },
    ownQuery: {},
    shortQuery: { with_projects: false },
    standing: {
      read: "GET /groups/{group}/members/all/{user}",
      level: "access_level",
      custom: "member_role",
      shares: "shared_with_groups",
    },
    restore: "POST /groups/{group}/restore",
    transfer: { route: "POST /groups/{group}/transfer", parameter: "group_id" },
    scheduled: "marked_for_deletion_on",
    defaultVisibility: { kind: "application_settings", field: "default_group_visibility" },
  },
  holdsData: true,
  planted: {},
  chained: true,
  fields: {
    ...basic,
    ...licensed,
    shared_with_groups: shares("Groups whose members may use this group.", "/groups/{group}", { shown: "read" }),
  },
  further: async () => (await import("./group/further.js")).further,
  check: (spec): Diagnostic[] => {
    const lone = ["ldap_cn", "ldap_access"].filter((name) => spec[name] !== undefined);
    if (lone.length !== 1) return [];
    return [
      {
        attribute: lone[0] ?? "ldap_cn",
        about: ["ldap_cn", "ldap_access"],
        message: "an LDAP link has a name and an access level",
        allowed: "ldap_cn and ldap_access together",
        rule: "group.ldap",
      },
    ];
  },
  example: {
    name: "Platform",
    description: "Runs what the others build",
    visibility: "internal",
    project_creation_level: "maintainer",
    shared_with_groups: [{ group: "acme/release", access_level: "developer", expires_at: "2030-01-31" }],
  },
  exampleKey: "acme/platform",
});
