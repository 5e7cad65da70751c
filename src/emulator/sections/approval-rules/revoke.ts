import { isProject } from "../../access.js";
import type { Context } from "../../context.js";
import type { Group, Project } from "../../records.js";
import { groupsBelow } from "../groups/lists.js";
import { membersOf } from "./people.js";

/** Drops from the approval rules of a project, or of all projects below a group, users who are there no more (the reference of real servers, kinds, share with a group). */
export function revokeApprovers(context: Context, holder: Group | Project): void {
  const { store, instance } = context;
  if (instance.dialect === "neutral") return;
  const projects = isProject(holder)
    ? [holder]
    : [holder, ...groupsBelow(store, holder.id)].flatMap((group) => store.projects.where("namespace", group.id));
  for (const project of projects)
    for (const { id, user_ids: before } of store.approvalRules.where("project", project.id)) {
      const user_ids = membersOf(context, project, before);
      if (user_ids.length < before.length) store.approvalRules.update(id, { user_ids });
    }
}
