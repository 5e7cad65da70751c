import { LEVEL, accessLevel } from "../../access.js";
import type { PlatformState } from "../../context.js";
import { instanceSetting } from "../../instance-settings.js";
import { isAtLeast } from "../../instance.js";
import { isObject } from "../../json.js";
import type { Json } from "../../json.js";
import type { BranchAccess, Group, Project, User } from "../../records.js";
import type { Store } from "../../store.js";
import { covers } from "../../wildcards.js";
import { detailsOf, protectionOf } from "../default-branch-protection.js";
import type { DefaultProtection } from "../default-branch-protection.js";
import { branchProtection } from "../groups/attributes.js";
import { accessOf, admits, rulesOver } from "../protected-branches/access.js";
import type { BranchAction } from "../protected-branches/access.js";
import { accessFrom } from "../protected-branches/entries.js";

/** How the default branch of a project in a namespace is to be protected: as its group says, else the instance; undefined for not at all. */
export function defaultProtection({ store, instance }: PlatformState, namespaceId: number): DefaultProtection | undefined {
  const group = store.groups.get(namespaceId);
  const level = branchProtection(store, group);
  if (instance.dialect === "vendor" && isAtLeast(instance.version, DETAILED_SINCE)) {
    const details = isObject(group?.attributes[DETAILS]) ? group.attributes[DETAILS] : instanceDetails(store, group, level);
    return protectionOf(details);
  }
  if (level === 0) return undefined;
  const [push, merge] = [level === 1, level === 1 || level === 3].map((isOpen) => (isOpen ? LEVEL.developer : LEVEL.maintainer));
  const isBegunByDevelopers = level !== 2 && level !== 3;
  return { push: push ?? LEVEL.maintainer, merge: merge ?? LEVEL.maintainer, allow_force_push: false, isBegunByDevelopers };
}

const DETAILS = "default_branch_protection_defaults";
/** From this release on the details count, and no longer the level. */
const DETAILED_SINCE = "17.0";

/** A group that has a level of its own has the details of that. */
function instanceDetails(store: Store, group: Group | undefined, level: number): Json {
  const ofInstance = instanceSetting(store, DETAILS);
  const hasOwn = typeof group?.attributes["default_branch_protection"] === "number";
  return hasOwn || !isObject(ofInstance) ? detailsOf(level) : ofInstance;
}

/** Protects a branch so, unless it is protected already. */
export function protectDefaultBranch(store: Store, projectId: number, name: string, protection: DefaultProtection): void {
  const isThere = store.protectedBranches.where("project", projectId).some((row) => row.name === name);
  if (isThere) return;
  store.protectedBranches.insert({
    project_id: projectId,
    name,
    push_access_levels: accessFrom(store, protection.push),
    merge_access_levels: accessFrom(store, protection.merge),
    unprotect_access_levels: accessFrom(store, LEVEL.maintainer),
    allow_force_push: protection.allow_force_push,
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
