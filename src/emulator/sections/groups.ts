import type { Json } from "../json.js";
import { findGroup } from "../lookup.js";
import type { Group } from "../records.js";
import { created, ok } from "../replies.js";
import type { Context, Section } from "../section.js";
import { servedUpload } from "../uploads.js";
import { presentGroup, presentGroupDetails } from "./groups/entity.js";
import { groupsBelow, listGroups } from "./groups/lists.js";
import { moveProjectIntoGroup, transferGroup } from "./groups/move.js";
import { deleteGroup, removeGroup, restoreGroup } from "./groups/removal.js";
import { groupSeed } from "./groups/seed.js";
import { shareGroup, unshareGroup } from "./groups/shares.js";
import { createGroup, updateGroup } from "./groups/writes.js";

/** Groups (document 3, Groups; what the documents leave out from the reference of real servers, section B). */
export const groups: Section = {
  handlers: {
    listGroups: (context) => listGroups(context, context.store.groups.all(), (group) => [group.name, group.path]),
    listSubgroups: (context) => {
      const parent = findGroup(context);
      return listGroups(context, context.store.groups.where("parent", parent.id), shortTexts(context));
    },
    listDescendantGroups: (context) => {
      const parent = findGroup(context);
      return listGroups(context, groupsBelow(context.store, parent.id), shortTexts(context));
    },
    getGroup: (context) => {
      const group = findGroup(context);
      const isWhole = context.params.flag("with_projects") !== false;
      if (isWhole) return ok(presentGroupDetails(context, group));
      return ok(context.instance.dialect === "vendor" ? withoutProjects(context, group) : presentGroup(context, group));
    },
    getGroupAvatar: (context) => servedUpload(context, findGroup(context).avatar),
    createGroup: (context) => created(presentGroupDetails(context, createGroup(context))),
    updateGroup: (context) => ok(presentGroupDetails(context, updateGroup(context))),
    deleteGroup,
    restoreGroup: (context) => created(presentGroupDetails(context, restoreGroup(context))),
    transferGroup: (context) => created(presentGroupDetails(context, transferGroup(context))),
    moveProjectIntoGroup: (context) => created(presentGroupDetails(context, moveProjectIntoGroup(context))),
    shareGroup: (context) => created(presentGroupDetails(context, shareGroup(context))),
    unshareGroup,
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
