import type { Group, Project } from "../../records.js";
import type { Store } from "../../store.js";
import { groupsBelow } from "../groups/lists.js";

/** The projects of a group and of all groups below it. */
export function projectsBelow(store: Store, group: Group): Project[] {
  return [group, ...groupsBelow(store, group.id)].flatMap(({ id }) => store.projects.where("namespace", id));
}
