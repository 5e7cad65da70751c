import { canSee } from "./access.js";
import type { Context } from "./context.js";
import { HttpError, notFound } from "./errors.js";
import type { Group, Project, User } from "./records.js";
import { redirected } from "./replies.js";
import type { Store } from "./store.js";
import type { Row, Table } from "./table.js";

/** The project named by a path parameter: a number, or the full path in any letter case. Throws `404 Project Not Found`, also when it may not be seen. */
export function findProject(context: Context, parameter = "id"): Project {
  const name = context.params.requiredText(parameter);
  const project = projectNamed(context.store, name) ?? onceNamed(context, name, "project", context.store.projects);
  if (project === undefined || !canSee(context.store, context.user, project)) throw notFound("Project");
  return project;
}

/** The group named by a path parameter, as `findProject`. Throws `404 Group Not Found`. */
export function findGroup(context: Context, parameter = "id"): Group {
  const name = context.params.requiredText(parameter);
  const group = groupNamed(context.store, name) ?? onceNamed(context, name, "group", context.store.groups);
  if (group === undefined || !canSee(context.store, context.user, group)) throw notFound("Group");
  return group;
}

/** The row with the id of a path parameter. Throws 404 with the name that is given, else `404 Not found`. */
export function findRow<T extends Row>(
  context: Context,
  table: Table<T, never> | { get(id: number): T | undefined },
  parameter: string,
  what?: string,
): T {
  const row = table.get(context.params.requiredNumber(parameter));
  if (row === undefined) throw notFound(what);
  return row;
}

/** Reads by a full path from before a rename or move answer with the thing as it is now. */
function onceNamed<T>(
  { store, request }: Context,
  name: string,
  kind: "group" | "project",
  table: { get(id: number): T | undefined },
): T | undefined {
  const id = request.method === "GET" ? redirected(store, name, kind) : undefined;
  return id === undefined ? undefined : table.get(id);
}

/** A project by id or full path. Digits alone are always an id (the reference of real servers, ordering, section 3). */
export function projectNamed(store: Store, name: string): Project | undefined {
  if (/^\d+$/.test(name)) return store.projects.get(Number(name));
  return store.projects.first("full_path", name.toLowerCase());
}

/** A group by id or full path. */
export function groupNamed(store: Store, name: string): Group | undefined {
  return /^\d+$/.test(name) ? store.groups.get(Number(name)) : groupAt(store, name);
}

/** A group by full path, which may be digits alone. */
export function groupAt(store: Store, fullPath: string): Group | undefined {
  return store.groups.first("full_path", fullPath.toLowerCase());
}

/** A user by username, in any letter case. */
export function userNamed(store: Store, username: string): User | undefined {
  return store.users.first("username", username.toLowerCase());
}

/** The administrator who is always there. */
export function firstAdministrator(store: Store): User | undefined {
  return store.users.all().find((user) => user.is_admin);
}

/** Throws 412 when the request's `If-Unmodified-Since` is earlier than the last change (whole seconds). For deletes. */
export function checkUnmodified(context: Context, updatedAt: string): void {
  const since = Date.parse(context.request.headers.get("if-unmodified-since") ?? "");
  if (!Number.isNaN(since) && Math.floor(Date.parse(updatedAt) / 1000) > Math.floor(since / 1000)) {
    throw new HttpError(412, { message: "412 Precondition Failed" });
  }
}
