import type { PlatformState } from "../../core/context.js";
import { type Json, picked } from "../../core/records.js";
import { deployKeyTable } from "../deploy-keys/records.js";
import { type BranchAccess, type BranchAction, type ProtectedBranch, accessOf } from "./access.js";

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  0: "No one",
  30: "Developers + Maintainers",
  40: "Maintainers",
  60: "Administrators",
};

/** A protected branch of a project, also as approval rules show it (document 2, Approval rule); `inherited` tells that it comes from the group. */
export function presentProtectedBranch(world: PlatformState, rule: ProtectedBranch): Record<string, Json> {
  return { ...presentGroupProtectedBranch(world, rule), inherited: rule.project_id === null };
}

/** A protected branch as the group that has it shows it. */
export function presentGroupProtectedBranch(world: PlatformState, rule: ProtectedBranch): Record<string, Json> {
  return {
    ...picked(rule, "id", "name"),
    push_access_levels: presentAccess(world, rule, "push"),
    merge_access_levels: presentAccess(world, rule, "merge"),
    unprotect_access_levels: presentAccess(world, rule, "unprotect"),
    ...picked(rule, "allow_force_push", "code_owner_approval_required"),
  };
}

function presentAccess(world: PlatformState, rule: ProtectedBranch, action: BranchAction): Json {
  return accessOf(rule, action).map((entry) => presentEntry(world, entry, action === "push"));
}

/** An entry of a list; of those that a deploy key may be in, with the key. */
export function presentEntry(world: PlatformState, entry: BranchAccess, takesKeys: boolean): Record<string, Json> {
  return {
    ...picked(entry, "id", "access_level"),
    access_level_description: describeAccess(world, entry),
    ...(takesKeys ? { deploy_key_id: entry.deploy_key_id ?? null } : {}),
    ...picked(entry, "user_id", "group_id"),
  };
}

/** Whom an entry means, by name: of the user, of the group, of the deploy key, or of the level. */
function describeAccess({ store }: PlatformState, entry: BranchAccess): string {
  const { user_id, group_id, deploy_key_id = null, access_level } = entry;
  if (deploy_key_id !== null) return store.of(deployKeyTable).get(deploy_key_id)?.title ?? "Deploy key";
  if (user_id !== null) return store.users.get(user_id)?.name ?? "User";
  if (group_id !== null) return store.groups.get(group_id)?.name ?? "Group";
  return DESCRIPTIONS[access_level] ?? String(access_level);
}
