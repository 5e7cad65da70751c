import { accessLevel } from "../../access.js";
import { isObject } from "../../json.js";
import type { Json } from "../../json.js";
import type { Project, User } from "../../records.js";
import { defineEntries, homeKeyOf } from "../../row/spec.js";
import type { Entry } from "../../row/spec.js";
import { textOf } from "../../row/text.js";
import { covers } from "../../sections/projects/protection.js";
import type { Store } from "../../store.js";

const tagRules = defineEntries("/projects/{id}/protected_tags");

/** The rules that protect tags of a name. */
function rulesFor(store: Store, project: Project, name: string): Entry[] {
  const all = store.of(tagRules).where("home", homeKeyOf({ kind: "project", id: project.id }));
  return all.filter((rule) => covers(textOf(rule["name"]), name));
}

/** True when a rule protects tags of the name. */
export function isTagProtected(store: Store, project: Project, name: string): boolean {
  return rulesFor(store, project, name).length > 0;
}

/** True when the user, who may push, may make a tag of the name: one of the rules that protect it lets the user through, or none does protect it. */
export function mayCreateTag(store: Store, user: User, project: Project, name: string): boolean {
  const rules = rulesFor(store, project, name);
  const entries = rules.flatMap((rule) => entriesOf(rule["create_access_levels"]));
  return rules.length === 0 || entries.some((entry) => admits(store, user, project, entry));
}

function admits(store: Store, user: User, project: Project, entry: Readonly<Record<string, Json>>): boolean {
  if (typeof entry["user_id"] === "number") return user.is_admin || entry["user_id"] === user.id;
  const level = entry["access_level"];
  if (typeof level !== "number" || level === 0) return false;
  return user.is_admin || accessLevel(store, user, project) >= level;
}

function entriesOf(value: Json | undefined): Readonly<Record<string, Json>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
