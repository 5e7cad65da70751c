import { isProject } from "../../core/access.js";
import type { Group, GroupOrProject, Json, Project } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { sharedRunners } from "./attributes.js";

/** All groups below a group, at any depth, each after the one that it lies in. */
export function groupsBelow(store: Store, id: number): Group[] {
  return store.groups.where("parent", id).flatMap((group) => [group, ...groupsBelow(store, group.id)]);
}

/** The projects in a group and in all groups below it; of a project that alone. */
export function projectsIn(store: Store, holder: GroupOrProject): Project[] {
  if (isProject(holder)) return [holder];
  return [holder, ...groupsBelow(store, holder.id)].flatMap(({ id }) => store.projects.where("namespace", id));
}

/** How much each setting of shared runners leaves to what lies below. */
const runnersLeft: Readonly<Record<string, number>> = { enabled: 2, disabled_and_overridable: 1, disabled_and_unoverridable: 0 };

/** The sharing lock and disabled shared runners are forced on everything below (the reference, ordering, section 2). */
export function reachDown(store: Store, id: number, sent: Readonly<Record<string, Json>>): void {
  const forced: Record<string, Json> = {};
  const runners = sent["shared_runners_setting"];
  if (sent["share_with_group_lock"] === true) forced["share_with_group_lock"] = true;
  if (typeof runners === "string" && runners !== "enabled") forced["shared_runners_setting"] = runners;
  if (Object.keys(forced).length === 0) return;
  for (const group of groupsBelow(store, id)) store.groups.update(group.id, { attributes: { ...group.attributes, ...forced } });
  if (forced["shared_runners_setting"] === undefined) return;
  const group = store.groups.get(id);
  for (const project of group === undefined ? [] : projectsIn(store, group))
    store.projects.update(project.id, { attributes: { ...project.attributes, shared_runners_enabled: false } });
}

/** A group that was moved allows its shared runners no more than the group that it now lies in, as real servers do it. */
export function restrainRunners(store: Store, id: number, parent: Group): void {
  const group = store.groups.get(id);
  const allowed = sharedRunners(parent);
  if (group === undefined || (runnersLeft[sharedRunners(group)] ?? 0) <= (runnersLeft[allowed] ?? 0)) return;
  const forced = { shared_runners_setting: allowed };
  store.groups.update(id, { attributes: { ...group.attributes, ...forced } });
  reachDown(store, id, forced);
}
