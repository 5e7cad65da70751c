import { LEVEL, accessLevel } from "../../access.js";
import type { Project, ProtectedBranch, User } from "../../records.js";
import type { Store } from "../../store.js";

/** Protects a branch as a default branch protection says: 1 partial, 2 full, 3 against pushes, 4 full after the first push. 0 is none. */
export function protectDefaultBranch(store: Store, projectId: number, name: string, protection: number): void {
  const isThere = store.protectedBranches.where("project", projectId).some((row) => row.name === name);
  if (protection === 0 || isThere) return;
  store.protectedBranches.insert({
    project_id: projectId,
    name,
    push_access_levels: [protection === 1 ? LEVEL.developer : LEVEL.maintainer],
    merge_access_levels: [protection === 1 || protection === 3 ? LEVEL.developer : LEVEL.maintainer],
    unprotect_access_levels: [LEVEL.maintainer],
    allow_force_push: false,
    code_owner_approval_required: false,
  });
}

/** True when a protected branch or wildcard covers the name. */
export function isProtected(store: Store, projectId: number, name: string): boolean {
  return store.protectedBranches.where("project", projectId).some((row) => covers(row.name, name));
}

/** True when the user may push or merge to the branch; without protection Developers may. Administrators may always. */
export function mayUpdateBranch(store: Store, user: User, project: Project, name: string): boolean {
  return mayReach(store, user, project, name, (row) => [...row.push_access_levels, ...row.merge_access_levels]);
}

/** As `mayUpdateBranch`, for pushes alone. */
export function mayPushTo(store: Store, user: User, project: Project, name: string): boolean {
  return mayReach(store, user, project, name, (row) => row.push_access_levels);
}

function mayReach(
  store: Store,
  user: User,
  project: Project,
  name: string,
  levelsOf: (row: ProtectedBranch) => readonly number[],
): boolean {
  if (user.is_admin) return true;
  const level = accessLevel(store, user, project);
  const rows = store.protectedBranches.where("project", project.id).filter((row) => covers(row.name, name));
  if (rows.length === 0) return level >= LEVEL.developer;
  return rows.flatMap(levelsOf).some((needed) => needed !== LEVEL.none && level >= needed);
}

/**
 * True when the name of a protected branch, or a wildcard, is that of a branch. A star stands for any text. Every part between stars is taken at its
 * first place, so that many stars cost no more than few.
 */
export function covers(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let place = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return place + last.length <= name.length;
}
