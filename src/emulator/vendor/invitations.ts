import { LEVEL } from "../access.js";
import type { Context } from "../context.js";
import { HttpError, badParameters, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { findGroup, findProject } from "../lookup.js";
import { page } from "../pages.js";
import { sourceKey } from "../records.js";
import type { Group, Project, User } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import type { Schema } from "../schema.js";
import { directMember, sourceOf } from "../sections/members/inherited.js";
import { enrollMember, expiry, refuseHigher, refuseLocked, requireKeeper } from "../sections/members/writes.js";
import { invitationTable, invitationToken } from "./members/invitations.js";
import type { Invitation } from "./members/invitations.js";
import { wantedRole } from "./members/roles.js";

type Holder = Project | Group;
type Find = (context: Context) => Holder;

const LEVELS: Readonly<Record<string, Schema>> = {
  access_level: { type: "integer", enum: [LEVEL.minimal, 10, 15, 20, 30, 40, 50] },
  expires_at: { type: ["string", "null"], format: "date-time" },
};
const LISTS: Readonly<Record<string, Schema>> = {
  email: { type: ["array", "null"], items: { type: "string" } },
  user_id: { type: ["array", "null"], items: { type: "string" } },
};

/** People are invited by address: users become members at once, others when they become users. No row: one request invites many, and tells of each. */
export default {
  operations: {
    ...operationsOf("/groups/{id}/invitations", findGroup),
    ...operationsOf("/projects/{id}/invitations", findProject),
  },
} satisfies Resource;

function operationsOf(path: string, find: Find): Record<string, OperationDeclaration> {
  const kept = (
    handler: (context: Context, holder: Holder) => Reply,
    parameters: Readonly<Record<string, Schema>>,
  ): OperationDeclaration => ({
    parameters,
    handler: (context) => {
      const holder = find(context);
      requireKeeper(context, holder);
      return handler(context, holder);
    },
  });
  return {
    [`GET ${path}`]: kept(list, {}),
    [`POST ${path}`]: { ...kept(invite, { ...LEVELS, ...LISTS }), required: ["access_level"] },
    [`PUT ${path}/{email}`]: kept(change, LEVELS),
    [`DELETE ${path}/{email}`]: kept((context, holder) => {
      context.store.of(invitationTable).delete(findInvitation(context, holder).id);
      return noContent();
    }, {}),
  };
}

function invitationsOf({ store }: Context, holder: Holder): Invitation[] {
  return store.of(invitationTable).where("source", sourceKey(sourceOf(holder)));
}

function present({ store }: Context, invitation: Invitation): Record<string, Json> {
  const { access_level, created_at, expires_at, email, token, created_by_id } = invitation;
  const created_by_name = store.users.get(created_by_id)?.name ?? null;
  return { access_level, created_at, expires_at, invite_email: email, invite_token: token, user_name: null, created_by_name };
}

function list(context: Context, holder: Holder): Reply {
  const query = context.params.text("query")?.toLowerCase() ?? "";
  const found = invitationsOf(context, holder).filter(({ email }) => query === "" || email.toLowerCase() === query);
  return page(found, context, (invitation) => present(context, invitation));
}

/** What did not work is told by address, or by name of the user. */
function invite(context: Context, holder: Holder): Reply {
  const { store, params } = context;
  const [emails, ids] = [params.texts("email") ?? [], params.texts("user_id") ?? []];
  if (emails.length === 0 && ids.length === 0)
    throw badParameters("email, user_id are missing, at least one parameter must be provided");
  refuseLocked(context, holder);
  refuseHigher(context, holder, { access_level: params.requiredNumber("access_level") });
  const message: Record<string, string> = {};
  const tell = (name: string, problem: string | undefined): void => {
    if (problem !== undefined) message[name] = problem;
  };
  for (const id of ids) {
    const user = store.users.get(Number(id));
    if (user === undefined) tell(id, "User not found");
    else tell(user.username, enroll(context, holder, user));
  }
  for (const email of emails.map((one) => one.trim()).filter((one) => one !== "")) tell(email, inviteOne(context, holder, email));
  return created(Object.keys(message).length === 0 ? { status: "success" } : { status: "error", message });
}

function enroll(context: Context, holder: Holder, user: User): string | undefined {
  if (directMember(context.store, holder, user.id) !== undefined) return "User already exists in source";
  try {
    enrollMember(context, holder, user, wantedRole(context, holder));
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return "Access level is not allowed here";
    throw error;
  }
}

function inviteOne(context: Context, holder: Holder, email: string): string | undefined {
  const { store, params } = context;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return "Invite email is invalid";
  const user = store.users.all().find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (user !== undefined) return enroll(context, holder, user);
  if (invitationsOf(context, holder).some((one) => one.email.toLowerCase() === email.toLowerCase()))
    return "Invite email has already been taken";
  const access_level = params.requiredNumber("access_level");
  store.of(invitationTable).insert({
    source: sourceOf(holder),
    email,
    access_level,
    expires_at: expiry(context),
    member_role_id: wantedRole(context, holder).member_role_id ?? null,
    token: invitationToken(),
    created_by_id: context.user?.id ?? 0,
    created_at: new Date().toISOString(),
  });
  return undefined;
}

function findInvitation(context: Context, holder: Holder): Invitation {
  const email = context.params.requiredText("email").toLowerCase();
  const invitation = invitationsOf(context, holder).find((one) => one.email.toLowerCase() === email);
  if (invitation === undefined) throw notFound();
  return invitation;
}

function change(context: Context, holder: Holder): Reply {
  const { store, params } = context;
  const before = findInvitation(context, holder);
  if (!["access_level", "expires_at", "member_role_id"].some((name) => params.has(name)))
    throw new HttpError(400, { message: "400 Bad request" });
  const access_level = params.number("access_level") ?? before.access_level;
  refuseHigher(context, holder, { access_level });
  const expires_at = params.has("expires_at") ? expiry(context) : before.expires_at;
  return ok(present(context, store.of(invitationTable).update(before.id, { access_level, expires_at })));
}
