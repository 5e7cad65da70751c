import { LEVEL, accessLevel } from "../../access.js";
import type { BranchAccess, Project, User } from "../../records.js";
import type { Store } from "../../store.js";
import { accessOf, admits, rulesOver } from "../protected-branches/access.js";
import type { BranchAction } from "../protected-branches/access.js";
import { accessFrom } from "../protected-branches/entries.js";

/** Protects a branch as a default branch protection says: 1 partial, 2 full, 3 against pushes, 4 full after the first push. 0 is none. */
export function protectDefaultBranch(store: Store, projectId: number, name: string, protection: number): void {
  const isThere = store.protectedBranches.where("project", projectId).some((row) => row.name === name);
  if (protection === 0 || isThere) return;
  store.protectedBranches.insert({
    project_id: projectId,
    name,
    push_access_levels: accessFrom(store, protection === 1 ? LEVEL.developer : LEVEL.maintainer),
    merge_access_levels: accessFrom(store, protection === 1 || protection === 3 ? LEVEL.developer : LEVEL.maintainer),
    unprotect_access_levels: accessFrom(store, LEVEL.maintainer),
    allow_force_push: false,
    code_owner_approval_required: false,
    updated_at: new Date().toISOString(),
  });
}

/** True when a protected branch or wildcard of the project, or of its top-level group, covers the name. */
export function isProtected(store: Store, projectId: number, name: string): boolean {
  const project = store.projects.get(projectId);
  return project !== undefined && rulesOver(store, project).some((rule) => covers(rule.name, name));
}

/** True when the user may push or merge to the branch; without protection Developers may. Administrators may wherever somebody may. */
export function mayUpdateBranch(store: Store, user: User, project: Project, name: string): boolean {
  return mayReach(store, user, project, name, ["push", "merge"]);
}

/** As `mayUpdateBranch`, for pushes alone. */
export function mayPushTo(store: Store, user: User, project: Project, name: string): boolean {
  return mayReach(store, user, project, name, ["push"]);
}

/** Of several rules that cover a branch the loosest counts. A push takes a Developer, whoever the rules let through. */
function mayReach(store: Store, user: User, project: Project, name: string, actions: readonly BranchAction[]): boolean {
  const isDeveloper = user.is_admin || accessLevel(store, user, project) >= LEVEL.developer;
  const rules = rulesOver(store, project).filter((rule) => covers(rule.name, name));
  if (rules.length === 0) return isDeveloper;
  if (user.is_admin) return rules.some((rule) => actions.some((action) => accessOf(rule, action).some(isForSomebody)));
  return actions.some((action) => {
    if (action === "push" && !isDeveloper) return false;
    return rules.some((rule) => accessOf(rule, action).some((entry) => admits(store, entry, user, project)));
  });
}

const isForSomebody = ({ access_level }: BranchAccess): boolean => access_level !== LEVEL.none;

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
