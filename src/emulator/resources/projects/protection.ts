import { LEVEL, accessLevel } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import { isAtLeast } from "../../core/instance.js";
import { covers } from "../../core/path-pattern.js";
import { type Attributes, type Group, type Json, type Project, type User, isObject } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { branchProtection } from "../groups/attributes.js";
import {
  type BranchAccess,
  type BranchAction,
  accessOf,
  admits,
  ownRules,
  protectedBranchTable,
  rulesOver,
} from "../protected-branches/access.js";
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
  return hasOwn || !isObject(ofInstance) ? (PROTECTIONS[level] ?? null) : ofInstance;
}

/** Protects a branch so, unless it is protected already. */
export function addProtection(
  store: Store,
  project: Project,
  name: string,
  { push, merge, allow_force_push = false }: Protection,
): void {
  if (ownRules(store, project).some((rule) => rule.name === name)) return;
  store.of(protectedBranchTable).insert({
    project_id: project.id,
    name,
    push_access_levels: accessFrom(store, push),
    merge_access_levels: accessFrom(store, merge),
    unprotect_access_levels: accessFrom(store, LEVEL.maintainer),
    allow_force_push,
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

const [developers, maintainers] = [[{ access_level: 30 }], [{ access_level: 40 }]];

/** What the numbers of default_branch_protection mean on real servers. */
const PROTECTIONS: readonly Json[] = [
  { allowed_to_push: developers, allow_force_push: true, allowed_to_merge: developers },
  { allowed_to_push: developers, allow_force_push: false, allowed_to_merge: developers },
  { allowed_to_push: maintainers, allow_force_push: false, allowed_to_merge: maintainers },
  { allowed_to_push: maintainers, allow_force_push: true, allowed_to_merge: developers },
  { allowed_to_push: maintainers, allow_force_push: true, allowed_to_merge: developers, developer_can_initial_push: true },
];

/** How a branch is protected: the levels that its entries let through. */
interface Protection {
  readonly push: number;
  readonly merge: number;
  readonly allow_force_push?: boolean;
}

/** How a default branch is, and whether Developers may begin it. */
interface DefaultProtection extends Protection {
  readonly isBegunByDevelopers: boolean;
}

/** What the details of a protection come to; undefined where they protect nothing. */
function protectionOf(details: Json): DefaultProtection | undefined {
  if (!isObject(details) || text(details) === text(PROTECTIONS[0] ?? null)) return undefined;
  const push = strictest(details["allowed_to_push"]);
  return {
    push,
    merge: strictest(details["allowed_to_merge"]),
    allow_force_push: details["allow_force_push"] === true,
    isBegunByDevelopers: push === LEVEL.developer || details["developer_can_initial_push"] === true,
  };
}

/** Of several levels nobody counts before Developers, and these before Maintainers, as real servers read them. */
function strictest(entries: Json | undefined): number {
  const levels = Array.isArray(entries) ? entries.map((entry: Json) => (isObject(entry) ? entry["access_level"] : null)) : [];
  return [LEVEL.none, LEVEL.developer].find((level) => levels.includes(level)) ?? LEVEL.maintainer;
}

/** The two names of how default branches are protected: whichever is sent, both change. */
export function withBothProtections({ knowledge, params }: Context, values: Attributes): Attributes {
  const [level, defaults] = [values["default_branch_protection"], values["default_branch_protection_defaults"]];
  if (knowledge?.keys.has("default_branch_protection_defaults") !== true) return values;
  if (typeof level === "number" && !params.has("default_branch_protection_defaults")) {
    return { ...values, default_branch_protection_defaults: PROTECTIONS[level] ?? null };
  }
  const meant = isObject(defaults) ? PROTECTIONS.findIndex((protection) => text(protection) === text(defaults)) : -1;
  return meant < 0 ? values : { ...values, default_branch_protection: meant };
}

/** The same for the same members, in whatever order they come. */
function text(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** How default branches are protected in detail, while nobody said it so. */
export function detailedProtection(values: Attributes): Attributes {
  const level = values["default_branch_protection"];
  return typeof level === "number" ? { default_branch_protection_defaults: PROTECTIONS[level] ?? null } : {};
}
