import { randomBytes } from "node:crypto";
import { sourceKey } from "../../records.js";
import type { Source, User } from "../../records.js";
import { directMember } from "../../sections/members/inherited.js";
import type { Store } from "../../store.js";
import { defineTable } from "../../table.js";

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

/** What stands in the link of a mail. */
export function invitationToken(): string {
  return randomBytes(15).toString("base64url");
}

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
