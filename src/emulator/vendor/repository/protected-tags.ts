import { LEVEL, accessLevel } from "../../access.js";
import type { Project, User } from "../../records.js";
import { admits } from "../../sections/protected-branches/access.js";
import type { Store } from "../../store.js";
import { covers } from "../../wildcards.js";
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

/** True when the user, who may push, may make a tag of the name: no rule protects it, or one of those that do lets the user through. */
export function mayCreateTag(store: Store, user: User, project: Project, name: string): boolean {
  const rules = rulesFor(store, project, name);
  const entries = rules.flatMap((rule) => rule.create_access_levels);
  if (rules.length === 0) return true;
  if (user.is_admin) return entries.some(({ access_level }) => access_level !== LEVEL.none);
  return entries.some((entry) => admits(store, entry, user, project));
}

/** True when the user may take a tag away: a protected one takes a Maintainer, whom a rule lets through. */
export function mayRemoveTag(store: Store, user: User, project: Project, name: string): boolean {
  if (!isTagProtected(store, project, name)) return true;
  const isMaintainer = user.is_admin || accessLevel(store, user, project) >= LEVEL.maintainer;
  return isMaintainer && mayCreateTag(store, user, project, name);
}
