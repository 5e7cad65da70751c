import { LEVEL, accessLevel, groupChain, isCurrent, isProject } from "../../core/access.js";
import type { GroupOrProject, Project, User } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { type Row, defineTable } from "../../core/table.js";
import { deployKeysOf } from "../deploy-keys/records.js";
import { directMember } from "../members/records.js";

/** What the lists of a protected branch say who may do. */
export const BRANCH_ACTIONS = ["push", "merge", "unprotect"] as const;

export type BranchAction = (typeof BRANCH_ACTIONS)[number];

/**
 * Who may do something to a protected branch or tag: a user, else members of a group, else a deploy key, else everybody from a level on. Beside one of
 * these the level is 40.
 */
export type BranchAccess = Row & {
  readonly access_level: number;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly deploy_key_id?: number | null;
};

/** A number is a level alone, as data files hold it from before entries had ids of their own; `accessOf` reads both. */
export type StoredAccess = readonly (BranchAccess | number)[];

export type ProtectedBranch = Row & {
  /** The project whose branches it is for; null where it is for those of all projects of a top-level group. */
  readonly project_id: number | null;
  readonly group_id?: number;
  readonly name: string;
  readonly push_access_levels: StoredAccess;
  readonly merge_access_levels: StoredAccess;
  readonly unprotect_access_levels: StoredAccess;
  readonly allow_force_push: boolean;
  readonly code_owner_approval_required: boolean;
  readonly updated_at?: string;
};

export const protectedBranchTable = defineTable<ProtectedBranch, "project" | "group">("protected_branches", {
  project: (branch) => branch.project_id,
  group: (branch) => branch.group_id ?? null,
});

/** A protected branch, which has no id before it is stored. */
export type BranchRule = Omit<ProtectedBranch, "id"> & { readonly id?: number };

/** Who may do something to a protected branch. A level from before entries had ids has the id of its branch, as it was shown then. */
export function accessOf(rule: BranchRule, action: BranchAction): readonly BranchAccess[] {
  return rule[`${action}_access_levels`].map((entry) =>
    typeof entry === "number" ? { id: rule.id ?? 0, access_level: entry, user_id: null, group_id: null } : entry,
  );
}

/** The protected branches of a project or group itself. */
export function ownRules(store: Store, holder: GroupOrProject): ProtectedBranch[] {
  return store.of(protectedBranchTable).where(isProject(holder) ? "project" : "group", holder.id);
}

/** The protected branches that a project has from its top-level group. */
export function inheritedRules(store: Store, project: Project): ProtectedBranch[] {
  const top = groupChain(store, project.namespace_id).at(-1);
  return top === undefined ? [] : store.of(protectedBranchTable).where("group", top);
}

/** All protected branches of a project, inherited ones included, by id. */
export function rulesOver(store: Store, project: Project): ProtectedBranch[] {
  return [...ownRules(store, project), ...inheritedRules(store, project)].toSorted((a, b) => a.id - b.id);
}

/** True while an entry may name whom it names: members of the project, groups that it is shared with for Developers or more, and its deploy keys that may push. */
export function isEntitled(store: Store, project: Project, entry: Omit<BranchAccess, "id">): boolean {
  const { user_id, group_id, deploy_key_id = null } = entry;
  const mayPush = (): boolean =>
    deployKeysOf(store, project.id).some(({ key, enabled }) => key.id === deploy_key_id && enabled.can_push);
  if (deploy_key_id !== null && !mayPush()) return false;
  const user = user_id === null ? undefined : store.users.get(user_id);
  if (user_id !== null && (user === undefined || accessLevel(store, user, project) === LEVEL.none)) return false;
  if (group_id === null) return true;
  const shares = store.projectShares.where("project", project.id).filter(isCurrent);
  return shares.some((share) => share.group_id === group_id && share.group_access >= LEVEL.developer);
}

/**
 * True when an entry lets a user of a project through: the user that it names, a direct member of the group that it names with the Developer role or
 * above, or whoever has its level in the project; a deploy key lets no user through. Administrators are the caller's to let through.
 */
export function admits(store: Store, entry: BranchAccess, user: User, project: Project): boolean {
  if (!isEntitled(store, project, entry)) return false;
  if ((entry.deploy_key_id ?? null) !== null) return false;
  if (entry.user_id !== null) return entry.user_id === user.id;
  if (entry.group_id !== null) {
    const group = store.groups.get(entry.group_id);
    const member = group === undefined ? undefined : directMember(store, group, user.id);
    return member !== undefined && member.access_level >= LEVEL.developer;
  }
  return entry.access_level !== LEVEL.none && accessLevel(store, user, project) >= entry.access_level;
}
