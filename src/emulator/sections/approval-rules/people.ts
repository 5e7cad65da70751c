import { accessLevel, canSee, LEVEL } from "../../access.js";
import type { Context } from "../../context.js";
import type { Project } from "../../records.js";

/** Each id once, in the order in which they came. */
export const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Users who are in the project, each once; others are dropped without a word. */
export function membersOf({ store }: Context, project: Project, ids: readonly number[]): number[] {
  return unique(ids).filter((id) => {
    const user = store.users.get(id);
    return user !== undefined && accessLevel(store, user, project) >= LEVEL.guest;
  });
}

/** Groups that the caller may see, each once; others are dropped without a word. */
export function seenGroups({ store, user }: Context, ids: readonly number[]): number[] {
  return unique(ids).filter((id) => {
    const group = store.groups.get(id);
    return group !== undefined && canSee(store, user, group);
  });
}
