import { accessLevel } from "../../access.js";
import type { BranchAccess, Project, User } from "../../records.js";
import { covers } from "../../sections/projects/protection.js";
import type { Store } from "../../store.js";
import { protectedTagsOf } from "../configuration/protected-tag-records.js";
import type { ProtectedTag } from "../configuration/protected-tag-records.js";

/** The rules that protect tags of a name. */
function rulesFor(store: Store, project: Project, name: string): ProtectedTag[] {
  return protectedTagsOf(store, project.id).filter((rule) => covers(rule.name, name));
}

/** True when a rule protects tags of the name. */
export function isTagProtected(store: Store, project: Project, name: string): boolean {
  return rulesFor(store, project, name).length > 0;
}

/** True when the user, who may push, may make a tag of the name: one of the rules that protect it lets the user through, or none does protect it. */
export function mayCreateTag(store: Store, user: User, project: Project, name: string): boolean {
  const rules = rulesFor(store, project, name);
  const entries = rules.flatMap((rule) => rule.create_access_levels);
  return rules.length === 0 || entries.some((entry) => admits(store, user, project, entry));
}

function admits(store: Store, user: User, project: Project, entry: BranchAccess): boolean {
  if (entry.user_id !== null) return user.is_admin || entry.user_id === user.id;
  if (entry.access_level === 0) return false;
  return user.is_admin || accessLevel(store, user, project) >= entry.access_level;
}
