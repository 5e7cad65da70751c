import { LEVEL, accessLevel, groupAt, userNamed } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import type { Group, Json, User } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { uploadUrl } from "../../core/uploads.js";

/** Where projects lie: a group, or what belongs to a user. Both are numbered together. */
export type Namespace = { readonly kind: "group"; readonly group: Group } | { readonly kind: "user"; readonly user: User };

/** The namespace with an id. */
export function namespaceOf(store: Store, id: number): Namespace | undefined {
  const group = store.groups.get(id);
  if (group !== undefined) return { kind: "group", group };
  const user = store.users.first("namespace", id);
  return user === undefined ? undefined : { kind: "user", user };
}

/** The namespace with an id or a full path. */
export function namespaceNamed(store: Store, name: string): Namespace | undefined {
  return /^\d+$/.test(name) ? namespaceOf(store, Number(name)) : namespaceAt(store, name);
}

/** The namespace with a full path or username, which may be digits alone. */
export function namespaceAt(store: Store, path: string): Namespace | undefined {
  const group = groupAt(store, path);
  if (group !== undefined) return { kind: "group", group };
  const user = userNamed(store, path);
  return user === undefined ? undefined : { kind: "user", user };
}

export function namespaceId(namespace: Namespace): number {
  return namespace.kind === "group" ? namespace.group.id : namespace.user.namespace_id;
}

export function namespacePath(namespace: Namespace): string {
  return namespace.kind === "group" ? namespace.group.full_path : namespace.user.username;
}

/** The names of a namespace and all above it: `Acme Labs / Platform`. */
export function namespaceName(store: Store, namespace: Namespace): string {
  return namespace.kind === "group" ? fullName(store, namespace.group) : namespace.user.name;
}

/** A group's name after those of the groups above it. */
export function fullName(store: Store, group: Group): string {
  const parent = group.parent_id === null ? undefined : store.groups.get(group.parent_id);
  return parent === undefined ? group.name : `${fullName(store, parent)} / ${group.name}`;
}

/** The `namespace` of a project (document 3, Project). */
export function presentNamespace(context: Context, namespace: Namespace): Record<string, Json> {
  const { url } = context.instance;
  if (namespace.kind === "user") {
    const { name, username, namespace_id: id } = namespace.user;
    const web_url = `${url}/${username}`;
    return { id, name, path: username, kind: "user", full_path: username, parent_id: null, avatar_url: null, web_url };
  }
  const { id, name, path, full_path, parent_id } = namespace.group;
  const avatar_url = uploadUrl(context, namespace.group.avatar);
  return { id, name, path, kind: "group", full_path, parent_id, avatar_url, web_url: `${url}/groups/${full_path}` };
}

/** True when a group, project or user has the full path, in any letter case. */
export function isTaken(store: Store, path: string, except: { kind: "group" | "project"; id: number } | undefined): boolean {
  const group = store.groups.first("full_path", path.toLowerCase());
  const project = store.projects.first("full_path", path.toLowerCase());
  const isOther = (kind: string, id: number): boolean => except?.kind !== kind || except.id !== id;
  return (
    (group !== undefined && isOther("group", group.id)) ||
    (project !== undefined && isOther("project", project.id)) ||
    userNamed(store, path) !== undefined
  );
}

/** True when the user may create projects in the namespace (project_creation_level of the group, else the instance's default). */
export function mayCreateProjects(
  world: PlatformState,
  user: User,
  namespace: Namespace,
  needed: (group: Group) => number,
): boolean {
  if (user.is_admin) return true;
  if (namespace.kind === "user") return namespace.user.id === user.id;
  const level = accessLevel(world.store, user, namespace.group);
  return level >= LEVEL.guest && level >= needed(namespace.group);
}
