import { LEVEL, checkUnmodified, forgetRedirects, groupFor } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { type Group, type Json, sourceKey } from "../../core/records.js";
import { type Reply, noRoute } from "../../core/replies.js";
import { removeUpload } from "../../core/uploads.js";
import { approvalRuleTable } from "../approval-rules/records.js";
import { forgetCustomAttributes } from "../custom-attributes/records.js";
import { integrationTable } from "../integrations/records.js";
import { type Removal, delayOfDeletion, leave, restored, showsLeaving, today } from "../projects/move.js";
import { eraseProject } from "../projects/removal.js";
import { protectedBranchTable } from "../protected-branches/access.js";
import { revokeBranchAccess } from "../protected-branches/seed.js";
import { protectedEnvironmentTable } from "../protected-environments/records.js";
import { forgetWorkOfGroup } from "../work-items/removal.js";
import { relocate } from "./move.js";

/** DELETE /groups/:id: 202. Marked first where that is licensed and set, else gone when the background work is done. */
export function deleteGroup(context: Context): Reply {
  const { store } = context;
  const group = groupFor(context, LEVEL.owner);
  const changed = group.attributes["updated_at"];
  checkUnmodified(context, typeof changed === "string" ? changed : group.created_at);
  const mark = (): Group => store.groups.update(group.id, { marked_for_deletion_on: today() });
  return leave(context, group, delayOfDeletion(context, "group"), mark, rename);
}

/** POST /groups/:id/restore takes the mark off, on every tier since releases mark on every tier. */
export function restoreGroup(context: Context): Group {
  if (!showsLeaving(context)) throw noRoute();
  const group = groupFor(context, LEVEL.owner);
  return restored(context, group, () => context.store.groups.update(group.id, { marked_for_deletion_on: null }), rename);
}

function rename(world: PlatformState, group: Group, path: string, name: string): Group {
  const { store } = world;
  const renamed = store.groups.update(group.id, { name });
  relocate(world, group.id, group.parent_id === null ? undefined : store.groups.get(group.parent_id), path);
  return store.groups.get(group.id) ?? renamed;
}

/** Background work: removes the group, unless it was restored meanwhile. */
export function removeGroup(world: PlatformState, input: Json): void {
  const { id, marked } = input as Removal;
  const group = world.store.groups.get(id);
  if (group !== undefined && group.marked_for_deletion_on === marked) eraseGroup(world, group);
}

/** Takes a group away with all that it holds and all that names it. */
function eraseGroup(world: PlatformState, group: Group): void {
  const { store } = world;
  const { id } = group;
  for (const child of store.groups.where("parent", id)) eraseGroup(world, child);
  for (const project of store.projects.where("namespace", id)) eraseProject(world, project);
  for (const member of store.members.where("source", sourceKey({ kind: "group", id }))) store.members.delete(member.id);
  for (const share of [...store.groupShares.where("group", id), ...store.groupShares.where("shared_with", id)])
    store.groupShares.delete(share.id);
  for (const { id: share, project_id } of store.projectShares.where("group", id)) {
    store.projectShares.delete(share);
    const project = store.projects.get(project_id);
    if (project !== undefined) revokeBranchAccess(store, project);
  }
  for (const table of [store.of(protectedBranchTable), store.of(integrationTable), store.of(protectedEnvironmentTable)])
    for (const row of table.where("group", id)) table.delete(row.id);
  dropMentions(world, id);
  forgetWorkOfGroup(world, id);
  removeUpload(world, group.avatar);
  forgetRedirects(store, "group", id);
  forgetCustomAttributes(store, { kind: "group", id });
  store.forget({ kind: "group", id });
  store.groups.delete(id);
}

/** Entries that name a group go with it (the reference of real servers, ordering, section 2). */
function dropMentions({ store }: PlatformState, id: number): void {
  for (const rule of store.of(approvalRuleTable).all())
    if (rule.group_ids.includes(id))
      store.of(approvalRuleTable).update(rule.id, { group_ids: rule.group_ids.filter((candidate) => candidate !== id) });
  for (const environment of store.of(protectedEnvironmentTable).all()) {
    const deploy_access_levels = environment.deploy_access_levels.filter((entry) => entry.group_id !== id);
    const approval_rules = environment.approval_rules.filter((entry) => entry.group_id !== id);
    const before = environment.deploy_access_levels.length + environment.approval_rules.length;
    if (deploy_access_levels.length + approval_rules.length < before)
      store.of(protectedEnvironmentTable).update(environment.id, { deploy_access_levels, approval_rules });
  }
}
