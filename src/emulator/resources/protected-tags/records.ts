import { LEVEL, accessLevel } from "../../core/access.js";
import { type EntryHome, homeKeyOf } from "../../core/collection/spec.js";
import { covers } from "../../core/path-pattern.js";
import type { Project, User } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { type BranchAccess, admits } from "../protected-branches/access.js";

/** Who may create tags of a name, or of all names that a wildcard covers. */
export type ProtectedTag = {
  readonly id: number;
  readonly home: EntryHome;
  readonly name: string;
  readonly create_access_levels: readonly BranchAccess[];
};

export const protectedTagTable = defineTable<ProtectedTag, "home">("protected_tags", {
  home: (tag) => homeKeyOf(tag.home),
});

/** The protected tags of a project. */
export function protectedTagsOf(store: Store, projectId: number): ProtectedTag[] {
  return store.of(protectedTagTable).where("home", homeKeyOf({ kind: "project", id: projectId }));
}

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
