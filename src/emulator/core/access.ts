import type { Context } from "./context.js";
import { type Group, type GroupOrProject, type Member, type Project, type Source, type User, sourceKey } from "./records.js";
import { remembered } from "./remembered.js";
import { HttpError, forbidden, notFound, orNotFound, unauthorized } from "./replies.js";
import type { Store } from "./store.js";
import { type Row, type Table, defineTable } from "./table.js";

/** Access levels by name (the reference of real servers, section A). */
export const LEVEL = {
  none: 0,
  minimal: 5,
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const;

/** What people are told of a level. */
export const LEVEL_NAMES: Readonly<Record<number, string>> = {
  0: "No access",
  5: "Minimal Access",
  10: "Guest",
  15: "Planner",
  20: "Reporter",
  25: "Security Manager",
  30: "Developer",
  40: "Maintainer",
  50: "Owner",
};

/** True for a project, false for a group. */
export function isProject(thing: GroupOrProject): thing is Project {
  return "path_with_namespace" in thing;
}

/** A user's level in a group, by its id. */
export type LevelInGroup = (groupId: number) => number;

/** Levels of one user, each found once: for lists, where many things lie in the same groups. Valid for one request. */
export function levelsIn(store: Store, user: User): LevelInGroup {
  const known = new Map<number, number>();
  return (groupId) => remembered(known, groupId, () => groupLevel(store, user, groupId, true));
}

/**
 * The highest level that a user has in a group or project: by membership, by membership of a group above, or through a share with a group that the
 * user is in. 0 without any. The owner of a user namespace has `owner` in its projects. Administrators get no level by being one.
 */
export function accessLevel(
  store: Store,
  user: User,
  thing: GroupOrProject,
  inGroup: LevelInGroup = levelsIn(store, user),
): number {
  if (!isProject(thing)) return inGroup(thing.id);
  if (thing.namespace_id === user.namespace_id) return LEVEL.owner;
  const shares = store.projectShares.where("project", thing.id).filter(isCurrent);
  return Math.max(
    memberLevel(store, user, { kind: "project", id: thing.id }),
    inGroup(thing.namespace_id),
    ...shares.map((share) => Math.min(share.group_access, groupLevel(store, user, share.group_id, false))),
  );
}

/** True when the caller may know that the thing exists. Without a user only public things are seen (document 1, Credentials). */
export function canSee(store: Store, user: User | undefined, thing: GroupOrProject, inGroup?: LevelInGroup): boolean {
  if (thing.visibility === "public" || user?.is_admin === true) return true;
  if (user === undefined) return false;
  if (thing.visibility === "internal" || accessLevel(store, user, thing, inGroup) > LEVEL.none) return true;
  return !isProject(thing) && hasSomethingBelow(store, user, thing.id);
}

/** Throws 401 without a caller and 403 when the caller's level is lower. Administrators pass. The thing must be one that the caller can see. */
export function requireLevel(context: Context, thing: GroupOrProject, level: number): User {
  const { store, user } = context;
  if (user === undefined) throw unauthorized();
  if (!user.is_admin && accessLevel(store, user, thing) < level) throw forbidden();
  return user;
}

/** Throws 403 for an archived project: it is read-only (the reference of real servers, section C, Archive). */
export function refuseArchived(project: Project): void {
  if (project.archived) throw forbidden();
}

/** The caller, who must be signed in (401). */
export function requireUser(context: Context): User {
  if (context.user === undefined) throw unauthorized();
  return context.user;
}

/** A group's id and those of the groups above it, nearest first; empty for a user namespace. */
export function groupChain(store: Store, groupId: number): number[] {
  const chain: number[] = [];
  for (
    let group = store.groups.get(groupId);
    group !== undefined;
    group = group.parent_id === null ? undefined : store.groups.get(group.parent_id)
  ) {
    chain.push(group.id);
  }
  return chain;
}

function groupLevel(store: Store, user: User, groupId: number, withShares: boolean): number {
  let level = 0;
  for (const id of groupChain(store, groupId)) {
    level = Math.max(level, memberLevel(store, user, { kind: "group", id }));
    if (!withShares) continue;
    for (const share of store.groupShares.where("group", id).filter(isCurrent)) {
      level = Math.max(level, Math.min(share.group_access, groupLevel(store, user, share.shared_with_group_id, false)));
    }
  }
  return level;
}

function memberLevel(store: Store, user: User, source: Source): number {
  const member = store.members.first("membership", sourceKey(source, user.id));
  return member !== undefined && isCurrent(member) ? member.access_level : LEVEL.none;
}

function hasSomethingBelow(store: Store, user: User, groupId: number): boolean {
  const namespaces = store.members
    .where("user", user.id)
    .filter(isCurrent)
    .map((member) => namespaceOf(store, member));
  return namespaces.some((id) => id !== undefined && groupChain(store, id).includes(groupId));
}

function namespaceOf(store: Store, member: Member): number | undefined {
  return member.source.kind === "group" ? member.source.id : store.projects.get(member.source.id)?.namespace_id;
}

/** True for a membership or share that has not run out. */
export function isCurrent(grant: { readonly expires_at: string | null }): boolean {
  return grant.expires_at === null || Date.parse(grant.expires_at) > Date.now();
}

/** The project named by a path parameter: a number, or the full path in any letter case. Throws `404 Project Not Found`, also when it may not be seen. */
export function findProject(context: Context, parameter = "id"): Project {
  return findNamed(context, parameter, "project", projectNamed);
}

/** The group named by a path parameter, as `findProject`. Throws `404 Group Not Found`. */
export function findGroup(context: Context, parameter = "id"): Group {
  return findNamed(context, parameter, "group", groupNamed);
}

/** The project of the request, for who has at least `level` in it. Throws 401, 403 or 404. */
export function projectFor(context: Context, level: number): Project {
  const project = findProject(context);
  requireLevel(context, project, level);
  return project;
}

/** As `projectFor`, for a write: an archived project is read-only. */
export function writableProject(context: Context, level: number): Project {
  const project = projectFor(context, level);
  refuseArchived(project);
  return project;
}

/** The group of the request, for who has at least `level` in it. Throws 401, 403 or 404. */
export function groupFor(context: Context, level: number): Group {
  const group = findGroup(context);
  requireLevel(context, group, level);
  return group;
}

/** The row with the id of a path parameter. Throws 404 with the name that is given, else `404 Not found`. */
export function findRow<T extends Row>(
  context: Context,
  table: Table<T, never> | { get(id: number): T | undefined },
  parameter: string,
  what?: string,
): T {
  return orNotFound(table.get(context.params.requiredNumber(parameter)), what);
}

/** Reads by a full path from before a rename or move answer with the thing as it is now. */
function findNamed<T extends GroupOrProject>(
  { store, params, request, user }: Context,
  parameter: string,
  kind: Source["kind"],
  named: (store: Store, name: string) => T | undefined,
): T {
  const name = params.requiredText(parameter);
  const onceNamed = (): T | undefined => {
    const id = request.method === "GET" ? redirected(store, name, kind) : undefined;
    return id === undefined ? undefined : named(store, String(id));
  };
  const thing = named(store, name) ?? onceNamed();
  if (thing === undefined || !canSee(store, user, thing)) throw notFound(kind === "project" ? "Project" : "Group");
  return thing;
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

/** A user by id or username. */
export function userWith(store: Store, name: string): User | undefined {
  return /^\d+$/.test(name) ? store.users.get(Number(name)) : userNamed(store, name);
}

/** The user that a path names by number or username. Throws `404 User Not Found`. */
export function userAt({ store, params }: Context, place: string): User {
  return orNotFound(userWith(store, params.requiredText(place)), "User");
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

/** A full path that a group or project once had. */
type Redirect = { readonly id: number; readonly path: string; readonly kind: Source["kind"]; readonly target: number };

const redirects = defineTable<Redirect, "path" | "target">("redirects", {
  path: (row) => row.path.toLowerCase(),
  target: (row) => `${row.kind}:${row.target}`,
});

/** Remembers the old path of a group or project that is renamed or moved. */
export function addRedirect(store: Store, path: string, kind: "group" | "project", target: number): void {
  const table = store.of(redirects);
  for (const row of table.where("path", path.toLowerCase())) table.delete(row.id);
  table.insert({ path, kind, target });
}

/** The id of what once had the path (the reference of real servers, identity and lookup: reads by the old path still answer). */
export function redirected(store: Store, path: string, kind: "group" | "project"): number | undefined {
  const row = store.of(redirects).first("path", path.toLowerCase());
  return row?.kind === kind ? row.target : undefined;
}

/** Forgets the old paths of what is gone. */
export function forgetRedirects(store: Store, kind: "group" | "project", target: number): void {
  const table = store.of(redirects);
  for (const row of table.where("target", `${kind}:${target}`)) table.delete(row.id);
}

/** Of several the record whose id a place of the path has. Throws 404 with the name that is given. */
export function withId<T extends { readonly id: number }>(
  { params }: Context,
  all: readonly T[],
  place: string,
  what?: string,
): T {
  const id = params.requiredText(place);
  const row = all.find((candidate) => String(candidate.id) === id);
  return orNotFound(row, what);
}
