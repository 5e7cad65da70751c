import { oneOf } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Groups of jobs that run one after the other (the reference of real servers, resource groups). */
export const resourceGroup = defineKind({
  name: "resource_group",
  title: "Resource group",
  description: "Jobs of a project that never run side by side.",
  source: "the reference of real servers, resource groups",
  oddities: {
    "No call creates a resource group: its first job creates the group. Until then, the plan contains a warning and trueup changes nothing.":
      "GitLab doc/api/resource_groups.md",
  },
  dialect: "vendor",
  parents: {
    project: {
      file: "resource_groups",
      role: "developer",
      routes: {
        list: "GET /projects/{project}/resource_groups",
        read: "GET /projects/{project}/resource_groups/{key}",
        update: "PUT /projects/{project}/resource_groups/{key}",
      },
    },
  },
  key: { description: "The group's key, as jobs name it.", read: "key", max: 255 },
  fields: {
    process_mode: oneOf(
      "Which of the waiting jobs is next.",
      ["unordered", "oldest_first", "newest_first", "newest_ready_first"],
      {
        default: "unordered",
      },
    ),
  },
  example: { process_mode: "oldest_first" },
  exampleKey: "production",
});
