import { LEVEL, addRedirect, checkUnmodified, forgetRedirects, projectFor } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { type Json, type Project, sourceKey } from "../../core/records.js";
import { type Reply, noRoute } from "../../core/replies.js";
import { forgetRepository } from "../../core/repository.js";
import { removeUpload } from "../../core/uploads.js";
import { approvalRuleTable } from "../approval-rules/records.js";
import { approvalSettingsTable } from "../approval-settings/records.js";
import { forgetCustomAttributes } from "../custom-attributes/records.js";
import { integrationTable } from "../integrations/records.js";
import { forgetPackages } from "../packages/removal.js";
import { forgetDelivery } from "../pipelines/lookup.js";
import { protectedBranchTable } from "../protected-branches/access.js";
import { forgetReleases } from "../releases/writes.js";
import { forgetWorkOfProject } from "../work-items/removal.js";
import { type Removal, delayOfDeletion, leave, restored, showsLeaving, today } from "./move.js";
import { measuresTable, starTable } from "./statistics.js";

/** DELETE /projects/:id: 202. Marked and archived first where that is licensed and set, else gone when the background work is done. */
export function deleteProject(context: Context): Reply {
  const { store } = context;
  const project = projectFor(context, LEVEL.owner);
  checkUnmodified(context, project.last_activity_at);
  const days = store.groups.get(project.namespace_id) === undefined ? 0 : delayOfDeletion(context, "project");
  const mark = (): Project => store.projects.update(project.id, { marked_for_deletion_on: today(), archived: true });
  return leave(context, project, days, mark, rename);
}

/** POST /projects/:id/restore takes the mark off, on every tier since releases mark on every tier; the project is no longer archived. */
export function restoreProject(context: Context): Project {
  if (!showsLeaving(context)) throw noRoute();
  const project = projectFor(context, LEVEL.owner);
  const unmark = (): Project => context.store.projects.update(project.id, { marked_for_deletion_on: null, archived: false });
  return restored(context, project, unmark, rename);
}

function rename({ store }: PlatformState, project: Project, path: string, name: string): Project {
  const full = project.path_with_namespace;
  addRedirect(store, full, "project", project.id);
  return store.projects.update(project.id, { path, name, path_with_namespace: full.slice(0, -project.path.length) + path });
}

/** Background work: removes the project, unless it was restored meanwhile. */
export function removeProject(world: PlatformState, input: Json): void {
  const { id, marked } = input as Removal;
  const project = world.store.projects.get(id);
  if (project !== undefined && project.marked_for_deletion_on === marked) eraseProject(world, project);
}

/** Takes a project away with all that hangs on it. */
export function eraseProject({ store, instance }: PlatformState, project: Project): void {
  const { id } = project;
  for (const member of store.members.where("source", sourceKey({ kind: "project", id }))) store.members.delete(member.id);
  const tables = [
    store.projectShares,
    store.of(protectedBranchTable),
    store.of(approvalSettingsTable),
    store.of(approvalRuleTable),
    store.of(integrationTable),
    store.of(measuresTable),
    store.of(starTable),
  ];
  for (const table of tables) for (const row of table.where("project", id)) table.delete(row.id);
  forgetDelivery(store, id);
  forgetRepository(store, id);
  forgetPackages(store, id);
  forgetCustomAttributes(store, { kind: "project", id });
  forgetReleases(store, id);
  forgetWorkOfProject({ store, instance }, id);
  removeUpload({ store, instance }, project.avatar);
  store.forget({ kind: "project", id });
  forgetRedirects(store, "project", id);
  store.projects.delete(id);
}
