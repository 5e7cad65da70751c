import type { Context } from "../context.js";
import type { Json } from "../json.js";
import { findGroup } from "../lookup.js";
import type { Group } from "../records.js";
import { created, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { servedUpload } from "../uploads.js";
import { presentGroup, presentGroupDetails } from "./groups/entity.js";
import { groupsBelow, listGroups } from "./groups/lists.js";
import { moveProjectIntoGroup, transferGroup } from "./groups/move.js";
import { deleteGroup, removeGroup, restoreGroup } from "./groups/removal.js";
import { groupSeed } from "./groups/seed.js";
import { shareGroup, unshareGroup } from "./groups/shares.js";
import { createGroup, updateGroup } from "./groups/writes.js";

/** Groups (document 3, Groups; what the documents leave out from the reference of real servers, section B). */
export const groups: Resource = {
  operations: {
    "GET /groups": (context) => listGroups(context, context.store.groups.all(), (group) => [group.name, group.path]),
    "GET /groups/{id}/subgroups": (context) => {
      const parent = findGroup(context);
      return listGroups(context, context.store.groups.where("parent", parent.id), shortTexts(context));
    },
    "GET /groups/{id}/descendant_groups": (context) => {
      const parent = findGroup(context);
      return listGroups(context, groupsBelow(context.store, parent.id), shortTexts(context));
    },
    "GET /groups/{id}": (context) => {
      const group = findGroup(context);
      const isWhole = context.params.flag("with_projects") !== false;
      if (isWhole) return ok(presentGroupDetails(context, group));
      return ok(context.instance.dialect === "vendor" ? withoutProjects(context, group) : presentGroup(context, group));
    },
    "GET /groups/{id}/avatar": (context) => servedUpload(context, findGroup(context).avatar),
    "POST /groups": (context) => created(presentGroupDetails(context, createGroup(context))),
    "PUT /groups/{id}": (context) => ok(presentGroupDetails(context, updateGroup(context))),
    "DELETE /groups/{id}": deleteGroup,
    "POST /groups/{id}/restore": (context) => created(presentGroupDetails(context, restoreGroup(context))),
    "POST /groups/{id}/transfer": (context) => created(presentGroupDetails(context, transferGroup(context))),
    "POST /groups/{id}/projects/{project_id}": (context) => created(presentGroupDetails(context, moveProjectIntoGroup(context))),
    "POST /groups/{id}/share": (context) => created(presentGroupDetails(context, shareGroup(context))),
    "DELETE /groups/{id}/share/{group_id}": unshareGroup,
  },
  work: { removeGroup },
  seeds: [groupSeed],
};

/** Real servers leave out the projects and nothing else. */
function withoutProjects(context: Context, group: Group): Record<string, Json> {
  const { projects: _own, shared_projects: _shared, ...rest } = presentGroupDetails(context, group);
  return rest;
}

/** Below a group, the search matches short paths only (document 3); real servers search the name too. */
function shortTexts({ instance }: Context): (group: Group) => readonly string[] {
  return instance.dialect === "vendor" ? (group) => [group.name, group.path] : (group) => [group.path];
}
