import type { Diagnostic } from "../core/diagnostic.js";
import { defineKind } from "../core/kind.js";
import { basic } from "./group/basic.js";
import { licensed } from "./group/licensed.js";
import { shares } from "./parts/shares.js";

/** Groups (document 3, Group; what may be written and how from the reference of real servers). */
export const group = defineKind({
  name: "group",
  title: "Group",
  description: "A namespace that holds projects and subgroups.",
  source: "document 3, Groups",
  oddities: [
    "A change is answered with fewer attributes than a read shows: what was written is compared with a read.",
    {
      says: "Nothing in a group can be more open than the group: opening goes from the top down, closing from the bottom up.",
      source: "GitLab doc/user/public_access.md",
    },
    { says: "A delete may only be scheduled, and the group is deleted days later.", source: "GitLab doc/api/groups.md" },
    {
      says: "Newer servers rename a group whose deletion is scheduled (-deletion_scheduled- and its number come behind path and name), and its path is free; in older ones, and where it has container images, the path is taken until the group is gone.",
      source: "GitLab app/services/groups/mark_for_deletion_service.rb",
    },
    "Several attributes belong to groups at the top alone: in a subgroup they are accepted and ignored.",
    "A share with a group cannot be changed: it is taken back and given again. Who is there by it alone vanishes from approval rules and protections in between; apply puts that back in the same run, apply --plan does not.",
    "What the licence does not have is accepted and dropped, and its attributes are missing in replies.",
    {
      says: "The API answers 404 at the old path of a renamed group; only projects are still found at theirs.",
      source: "GitLab lib/gitlab/resource_lookup.rb",
    },
  ],
  as: "tree",
  parents: {
    instance: {
      file: "groups",
      routes: {
        list: "GET /groups",
        read: "GET /groups/{group}",
        create: "POST /groups",
        update: "PUT /groups/{group}",
        delete: "DELETE /groups/{group}",
        restore: "POST /groups/{group}/restore",
        transfer: { route: "POST /groups/{group}/transfer", parameter: "group_id" },
      },
    },
  },
  parentParameter: "parent_id",
  tree: {
    parent: "group",
    fullPath: "full_path",
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
