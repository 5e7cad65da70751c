import { LEVEL, groupChain, isCurrent, isProject } from "../../core/access.js";
import { type GroupOrProject, type Member, type Source, type User, sourceKey } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";

/** What somebody is in a group or project, from wherever it comes. */
export type Membership = Pick<
  Member,
  "user_id" | "access_level" | "expires_at" | "created_at" | "created_by_id" | "member_role_id" | "override"
>;

/** Where memberships come from, nearest first, and the highest level that they give. */
interface Origin {
  readonly source: Source;
  readonly most: number;
}

export function sourceOf(thing: GroupOrProject): Source {
  return { kind: isProject(thing) ? "project" : "group", id: thing.id };
}

/** Members of a group or project itself, without those whose membership has run out. */
export function directMembers(store: Store, thing: GroupOrProject): Member[] {
  return store.members.where("source", sourceKey(sourceOf(thing))).filter(isCurrent);
}

/** The direct membership of one user. */
export function directMember(store: Store, thing: GroupOrProject, userId: number): Member | undefined {
  const member = store.members.first("membership", sourceKey(sourceOf(thing), userId));
  return member !== undefined && isCurrent(member) ? member : undefined;
}

/** Everybody with a level in a group or project: members, members of groups above, members of groups that it is shared with. Each once, with the highest level. */
export function allMembers(store: Store, thing: GroupOrProject): Membership[] {
  const highest = new Map<number, Membership>();
  const take = (membership: Membership): void => {
    const known = highest.get(membership.user_id);
    if (membership.access_level > (known?.access_level ?? LEVEL.none)) highest.set(membership.user_id, membership);
  };
  for (const { source, most } of origins(store, thing)) {
    for (const member of store.members.where("source", sourceKey(source)).filter(isCurrent))
      take({ ...member, access_level: Math.min(member.access_level, most) });
  }
  const owner = isProject(thing) ? store.users.first("namespace", thing.namespace_id) : undefined;
  if (owner !== undefined) take({ user_id: owner.id, access_level: LEVEL.owner, expires_at: null, created_at: thing.created_at });
  return [...highest.values()].sort((a, b) => a.user_id - b.user_id);
}

/** The highest membership of a user in the groups above. */
export function membershipAbove(store: Store, thing: GroupOrProject, userId: number): Member | undefined {
  const chain = isProject(thing) ? groupChain(store, thing.namespace_id) : groupChain(store, thing.id).slice(1);
  const memberships = chain.flatMap((id) => store.members.first("membership", sourceKey({ kind: "group", id }, userId)) ?? []);
  return memberships.filter(isCurrent).toSorted((a, b) => b.access_level - a.access_level)[0];
}

function origins(store: Store, thing: GroupOrProject): Origin[] {
  const chain = groupChain(store, isProject(thing) ? thing.namespace_id : thing.id);
  const shares = chain.flatMap((id) => store.groupShares.where("group", id)).filter(isCurrent);
  const projectShares = isProject(thing) ? store.projectShares.where("project", thing.id).filter(isCurrent) : [];
  return [
    ...(isProject(thing) ? [{ source: sourceOf(thing), most: LEVEL.admin }] : []),
    ...chain.map((id) => ({ source: { kind: "group", id } as const, most: LEVEL.admin })),
    ...shares.flatMap((share) => chainOf(store, share.shared_with_group_id, share.group_access)),
    ...projectShares.flatMap((share) => chainOf(store, share.group_id, share.group_access)),
  ];
}

function chainOf(store: Store, groupId: number, most: number): Origin[] {
  return groupChain(store, groupId).map((id) => ({ source: { kind: "group", id } as const, most }));
}

/** Somebody who is no user yet is asked by mail to become a member. */
export type Invitation = {
  readonly id: number;
  readonly source: Source;
  readonly email: string;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly member_role_id: number | null;
  readonly token: string;
  readonly created_by_id: number;
  readonly created_at: string;
};

/** A user asks to become a member. */
export type AccessRequest = {
  readonly id: number;
  readonly source: Source;
  readonly user_id: number;
  readonly requested_at: string;
};

export const invitationTable = defineTable<Invitation, "source" | "home" | "email">("invitations", {
  source: (invitation) => sourceKey(invitation.source),
  home: (invitation) => sourceKey(invitation.source),
  email: (invitation) => invitation.email.toLowerCase(),
});

export const accessRequestTable = defineTable<AccessRequest, "source" | "home" | "user">("access_requests", {
  source: (request) => sourceKey(request.source),
  home: (request) => sourceKey(request.source),
  user: (request) => request.user_id,
});

/** Who is made a user gets the memberships that the address was invited to. */
export function acceptInvitations(store: Store, user: User): void {
  for (const { id, source, access_level, expires_at, member_role_id, created_by_id } of store
    .of(invitationTable)
    .where("email", user.email.toLowerCase())) {
    store.of(invitationTable).delete(id);
    const holder = source.kind === "project" ? store.projects.get(source.id) : store.groups.get(source.id);
    if (holder === undefined || directMember(store, holder, user.id) !== undefined) continue;
    const created_at = new Date().toISOString();
    store.members.insert({ source, user_id: user.id, access_level, expires_at, member_role_id, created_by_id, created_at });
  }
}
