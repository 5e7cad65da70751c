import type { Context } from "./context.js";
import { forbidden, unauthorized } from "./errors.js";
import { type Group, type Member, type Project, type Source, type User, sourceKey } from "./records.js";
import type { Store } from "./store.js";

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
export function isProject(thing: Group | Project): thing is Project {
  return "path_with_namespace" in thing;
}

/** A user's level in a group, by its id. */
export type LevelInGroup = (groupId: number) => number;

/** Levels of one user, each found once: for lists, where many things lie in the same groups. Valid for one request. */
export function levelsIn(store: Store, user: User): LevelInGroup {
  const known = new Map<number, number>();
  return (groupId) => {
    const level = known.get(groupId) ?? groupLevel(store, user, groupId, true);
    known.set(groupId, level);
    return level;
  };
}

/**
 * The highest level that a user has in a group or project: by membership, by membership of a group above, or through a share with a group that the
 * user is in. 0 without any. The owner of a user namespace has `owner` in its projects. Administrators get no level by being one.
 */
export function accessLevel(
  store: Store,
  user: User,
  thing: Group | Project,
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
export function canSee(store: Store, user: User | undefined, thing: Group | Project, inGroup?: LevelInGroup): boolean {
  if (thing.visibility === "public" || user?.is_admin === true) return true;
  if (user === undefined) return false;
  if (thing.visibility === "internal" || accessLevel(store, user, thing, inGroup) > LEVEL.none) return true;
  return !isProject(thing) && hasSomethingBelow(store, user, thing.id);
}

/** Throws 401 without a caller and 403 when the caller's level is lower. Administrators pass. The thing must be one that the caller can see. */
export function requireLevel(context: Context, thing: Group | Project, level: number): User {
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
