import {
  LEVEL,
  addRedirect,
  canSee,
  findGroup,
  findProject,
  groupChain,
  groupNamed,
  requireLevel,
  requireUser,
} from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import type { Group } from "../../core/records.js";
import { badRequest, forbidden, notFound } from "../../core/replies.js";
import { inheritAnew } from "../integrations/inheritance.js";
import { isTaken } from "../namespaces/records.js";
import { moveProject } from "../projects/move.js";
import { revokeEntries } from "../protected-environments/access.js";
import { groupsBelow, restrainRunners } from "./reach.js";
import { MOST_ANCESTORS, isMoreOpen, mayCreateSubgroups, pathBelow } from "./rules.js";

/** Gives a group another path or parent; all below follow, ids stay, and reads by the old paths still answer. */
export function relocate(world: PlatformState, id: number, parent: Group | undefined, path: string): void {
  const { store } = world;
  const group = store.groups.get(id);
  if (group === undefined) return;
  const full_path = pathBelow(parent, path);
  if (full_path !== group.full_path) addRedirect(store, group.full_path, "group", id);
  const moved = store.groups.update(id, { path, full_path, parent_id: parent?.id ?? null });
  for (const project of store.projects.where("namespace", id)) {
    addRedirect(store, project.path_with_namespace, "project", project.id);
    store.projects.update(project.id, { path_with_namespace: `${full_path}/${project.path}` });
  }
  for (const child of store.groups.where("parent", id)) relocate(world, child.id, moved, child.path);
}

/** POST /groups/:id/transfer: under another group, or to the top without `group_id`. Throws 400 with the reason when it cannot be done. */
export function transferGroup(context: Context): Group {
  const { store, params } = context;
  const group = findGroup(context);
  const user = requireLevel(context, group, LEVEL.owner);
  const id = params.number("group_id");
  const target = id === undefined ? undefined : groupNamed(store, String(id));
  if (id !== undefined && (target === undefined || !canSee(store, user, target))) throw notFound("Group");
  const reason = refusal(context, group, target);
  if (reason !== undefined) throw badRequest(`Transfer failed: ${reason}`);
  if (target !== undefined && !mayCreateSubgroups(store, user, target))
    throw badRequest("Transfer failed: You don't have enough permissions.");
  const oldTop = store.groups.get(groupChain(store, group.id).at(-1) ?? group.id);
  relocate(context, group.id, target, group.path);
  inheritAnew(store, store.groups.get(group.id) ?? group);
  for (const root of [oldTop, store.groups.get(group.id)]) if (root !== undefined) revokeEntries(context, root);
  if (target !== undefined) {
    lowerVisibility(context, group.id, target);
    restrainRunners(store, group.id, target);
  }
  return store.groups.get(group.id) ?? group;
}

function refusal({ store }: Context, group: Group, target: Group | undefined): string | undefined {
  if (target === undefined && group.parent_id === null) return "Group is already a root group.";
  if (target !== undefined && target.id === group.parent_id) return "Group is already associated to the parent group.";
  const chain = target === undefined ? [] : groupChain(store, target.id);
  if (chain.includes(group.id)) return "Group cannot be transferred to one of its own subgroups.";
  const height = Math.max(0, ...groupsBelow(store, group.id).map((row) => groupChain(store, row.id).indexOf(group.id)));
  if (chain.length + height > MOST_ANCESTORS) return "Group has too deep level of nesting.";
  const siblings = store.groups.where("parent", target?.id ?? "none");
  const isSameName = siblings.some((other) => other.id !== group.id && other.name.toLowerCase() === group.name.toLowerCase());
  if (isSameName || isTaken(store, pathBelow(target, group.path), { kind: "group", id: group.id }))
    return "The parent group already has a subgroup or a project with the same path.";
  return undefined;
}

/** Nothing may be more open than the group that it now lies in. */
function lowerVisibility(world: PlatformState, id: number, ceiling: Group): void {
  const { store } = world;
  const { visibility } = ceiling;
  for (const group of [id, ...groupsBelow(store, id).map((descendant) => descendant.id)]) {
    const row = store.groups.get(group);
    if (row !== undefined && isMoreOpen(row.visibility, visibility)) store.groups.update(group, { visibility });
    for (const project of store.projects.where("namespace", group))
      if (isMoreOpen(project.visibility, visibility)) store.projects.update(project.id, { visibility });
  }
}

/** POST /groups/:id/projects/:project_id: administrators move a project into a group. */
export function moveProjectIntoGroup(context: Context): Group {
  if (!requireUser(context).is_admin) throw forbidden();
  const group = findGroup(context);
  const project = findProject(context, "project_id");
  moveProject(context, project, { kind: "group", group });
  return group;
}
