import { randomBytes } from "node:crypto";
import { LEVEL, findGroup, findProject, userNamed } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import { type GroupOrProject, type Json, type User, isObject, sourceKey } from "../../core/records.js";
import { HttpError, type Reply, badParameters, created, forbidden, noContent, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { projectsIn } from "../groups/reach.js";
import { wantedRole } from "../member-roles/records.js";
import { issueTable, mergeRequestTable } from "../work-items/records.js";
import { presentMember } from "./present.js";
import {
  type Invitation,
  type Membership,
  allMembers,
  directMember,
  directMembers,
  invitationTable,
  sourceOf,
} from "./records.js";
import {
  addMember,
  enrollMember,
  expiry,
  findAnywhere,
  findDirect,
  refuseHigher,
  refuseLocked,
  removeMember,
  requireKeeper,
  updateMember,
} from "./writes.js";

type Find = (context: Context) => GroupOrProject;

const USER: Readonly<Record<string, Schema>> = { user_id: { type: "integer" } };

const LIST: Readonly<Record<string, Schema>> = {
  user_ids: { type: "array", items: { type: "integer" } },
  skip_users: { type: "array", items: { type: "integer" } },
};

const WRITE: Readonly<Record<string, Schema>> = {
  access_level: { type: ["integer", "null"], enum: [5, 10, 15, 20, 25, 30, 40, 50] },
  expires_at: { type: ["string", "null"], format: "date-time" },
  member_role_id: { type: ["integer", "null"] },
};

const INVITATION_LEVELS: Readonly<Record<string, Schema>> = {
  access_level: { type: "integer", enum: [LEVEL.minimal, 10, 15, 20, 30, 40, 50] },
  expires_at: { type: ["string", "null"], format: "date-time" },
};

const INVITED: Readonly<Record<string, Schema>> = {
  email: { type: ["array", "null"], items: { type: "string" } },
  user_id: { type: ["array", "null"], items: { type: "string" } },
};

/**
 * Members of groups and projects, as the documents and as real servers have them (the reference of real servers, section B). People are invited by
 * address: users become members at once, others when they become users. No collection: one request invites many, and tells of each.
 */
export default {
  operations: {
    ...documentedOperations("/groups/{id}/members", findGroup),
    ...documentedOperations("/projects/{id}/members", findProject),
    "POST /projects/{id}/import_project_members/{project_id}": importMembers,
    "POST /groups/{id}/members/{user_id}/override": { parameters: USER, tier: "premium", handler: overrideBy(true) },
    "DELETE /groups/{id}/members/{user_id}/override": { parameters: USER, tier: "premium", handler: overrideBy(false) },
    ...invitationOperations("/groups/{id}/invitations", findGroup),
    ...invitationOperations("/projects/{id}/invitations", findProject),
  },
  instead: {
    ...operationsOfServers("/groups/{id}/members", findGroup),
    ...operationsOfServers("/projects/{id}/members", findProject),
  },
} satisfies Resource;

/** The memberships that a list is asked for. */
function askedMembers({ store, params }: Context, memberships: readonly Membership[]): Membership[] {
  const wanted = params.numbers("user_ids");
  const skipped = params.numbers("skip_users") ?? [];
  const isFound = matcher(params.text("query"));
  return memberships.filter(({ user_id }) => {
    const user = store.users.get(user_id);
    const isAsked = (wanted?.includes(user_id) ?? true) && !skipped.includes(user_id);
    return user !== undefined && isAsked && isFound(user);
  });
}

function matcher(query: string | undefined): (user: User) => boolean {
  const wanted = query?.toLowerCase() ?? "";
  return (user) => wanted === "" || [user.name, user.username, user.email].some((text) => text.toLowerCase().includes(wanted));
}

/** The user, and what the user is here, as the documents have it. */
function presentDocumented(
  context: Context,
  _: GroupOrProject,
  { user_id, access_level, created_at, expires_at }: Membership,
): Record<string, Json> {
  const user = context.store.users.get(user_id);
  const shown = user === undefined ? {} : presentUser(context, user);
  return { ...shown, access_level, created_at, expires_at, membership_state: "active" };
}

/** The reads of both dialects, with the members as `present` shows them. */
function reads(path: string, find: Find, present: typeof presentMember): Record<string, Handler> {
  const list =
    (members: typeof allMembers): Handler =>
    (context) => {
      const holder = find(context);
      return page(askedMembers(context, members(context.store, holder)), context, (member) => present(context, holder, member));
    };
  const show =
    (member: typeof findAnywhere): Handler =>
    (context) => {
      const holder = find(context);
      return ok(present(context, holder, member(context, holder)));
    };
  return {
    [`GET ${path}`]: list(directMembers),
    [`GET ${path}/all`]: list(allMembers),
    [`GET ${path}/{user_id}`]: show(findDirect),
    [`GET ${path}/all/{user_id}`]: show(findAnywhere),
  };
}

/** What the API description has, which real servers answer in their own way. */
function documentedOperations(path: string, find: Find): Record<string, Handler> {
  const write =
    (status: (body: Json) => Reply, change: (context: Context, holder: GroupOrProject) => Membership): Handler =>
    (context) => {
      const holder = find(context);
      return status(presentDocumented(context, holder, change(context, holder)));
    };
  return {
    ...reads(path, find, presentDocumented),
    [`POST ${path}`]: write(created, addMember),
    [`PUT ${path}/{user_id}`]: write(ok, updateMember),
    [`DELETE ${path}/{user_id}`]: (context) => {
      removeMember(context, find(context));
      return noContent();
    },
  };
}

function operationsOfServers(path: string, find: Find): Record<string, OperationDeclaration> {
  const read = Object.entries(reads(path, find, presentMember)).map(([name, handler]): [string, OperationDeclaration] => [
    name,
    { role: "anyone", parameters: name.endsWith("{user_id}") ? USER : LIST, handler },
  ]);
  return {
    ...Object.fromEntries(read),
    [`POST ${path}`]: {
      parameters: { ...WRITE, user_id: { type: ["integer", "string", "null"] }, username: { type: ["string", "null"] } },
      required: ["access_level"],
      handler: (context) => addMembers(context, find(context)),
    },
    [`PUT ${path}/{user_id}`]: {
      parameters: { ...USER, ...WRITE },
      required: ["access_level"],
      handler: (context) => changeMember(context, find(context)),
    },
    [`DELETE ${path}/{user_id}`]: { parameters: USER, handler: (context) => removeMembership(context, find(context)) },
  };
}

/** Users by number or name, one or several with commas between them. */
function addMembers(context: Context, holder: GroupOrProject): Reply {
  const { params, store } = context;
  requireKeeper(context, holder);
  const [id, username] = [params.get("user_id") ?? null, params.text("username") ?? null];
  if (id === null && username === null)
    throw badParameters("user_id, username are missing, exactly one parameter must be provided");
  if (id !== null && username !== null) throw badParameters("user_id, username are mutually exclusive");
  refuseLocked(context, holder);
  const names = textOf(id ?? username)
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const find = (name: string): User | undefined => (id === null ? userNamed(store, name) : store.users.get(Number(name)));
  if (names.length > 1) return addSeveral(context, holder, names, find);
  const user = orNotFound(find(names[0] ?? ""), "User");
  const role = wantedRole(context, holder);
  return created(presentMember(context, holder, enrollMember(context, holder, user, role)));
}

/** Several at once are told of by name: those that could not be added do not keep the others out. */
function addSeveral(
  context: Context,
  holder: GroupOrProject,
  names: readonly string[],
  find: (name: string) => User | undefined,
): Reply {
  const role = wantedRole(context, holder);
  const message: Record<string, string> = {};
  for (const name of names) {
    const user = find(name);
    if (user === undefined) message[name] = "User not found";
    else {
      try {
        enrollMember(context, holder, user, role);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        message[user.username] = error.status === 409 ? "Member already exists" : sentenceOf(error);
      }
    }
  }
  return outcome(message);
}

/** What a model says of its first attribute, as a sentence: `Access level should be …`. */
function sentenceOf({ body }: HttpError): string {
  const message = isObject(body) ? body["message"] : undefined;
  if (!isObject(message)) return typeof message === "string" ? message : "";
  const [[attribute, problems] = ["", []]] = Object.entries(message);
  const [problem = ""] = Array.isArray(problems) ? problems : [problems];
  return `${attribute.slice(0, 1).toUpperCase()}${attribute.slice(1).replaceAll("_", " ")} ${textOf(problem)}`;
}

function changeMember(context: Context, holder: GroupOrProject): Reply {
  requireKeeper(context, holder);
  findDirect(context, holder);
  const role = wantedRole(context, holder);
  return ok(presentMember(context, holder, updateMember(context, holder, role)));
}

function removeMembership(context: Context, holder: GroupOrProject): Reply {
  removeMember(context, holder);
  if (context.params.flag("unassign_issuables") === true) unassign(context, holder, context.params.requiredNumber("user_id"));
  return noContent();
}

/** Takes a user off the issues and merge requests of a project, or of all projects below a group. */
function unassign({ store }: Context, holder: GroupOrProject, userId: number): void {
  for (const table of [store.of(issueTable), store.of(mergeRequestTable)] as const)
    for (const { id } of projectsIn(store, holder))
      for (const item of table.where("project", id))
        if (item.assignee_ids.includes(userId))
          table.update(item.id, { assignee_ids: item.assignee_ids.filter((candidate) => candidate !== userId) });
}

/** Members of one project become members of another, where they are none yet. */
function importMembers(context: Context): Reply {
  const { store } = context;
  const target = findProject(context);
  const source = findProject(context, "project_id");
  requireKeeper(context, target);
  requireKeeper(context, source);
  const there = new Set(directMembers(store, target).map(({ user_id }) => user_id));
  for (const { id: _, source: __, ...member } of directMembers(store, source))
    if (!there.has(member.user_id))
      store.members.insert({ ...member, source: { kind: "project", id: target.id }, created_by_id: context.user?.id ?? null });
  return created({ status: "success" });
}

/** Only memberships that a directory gives can be overridden: seeds say which these are. */
function overrideBy(value: boolean): (context: Context) => Reply {
  return (context) => {
    const group = findGroup(context);
    requireKeeper(context, group);
    const member = findDirect(context, group);
    if (member.override === undefined) throw forbidden();
    const changed = presentMember(context, group, context.store.members.update(member.id, { override: value }));
    return value ? created(changed) : ok(changed);
  };
}

function invitationOperations(path: string, find: Find): Record<string, OperationDeclaration> {
  const kept = (
    handler: (context: Context, holder: GroupOrProject) => Reply,
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
    [`GET ${path}`]: kept(listInvitations, {}),
    [`POST ${path}`]: { ...kept(invite, { ...INVITATION_LEVELS, ...INVITED }), required: ["access_level"] },
    [`PUT ${path}/{email}`]: kept(changeInvitation, INVITATION_LEVELS),
    [`DELETE ${path}/{email}`]: kept((context, holder) => {
      context.store.of(invitationTable).delete(findInvitation(context, holder).id);
      return noContent();
    }, {}),
  };
}

function invitationsOf({ store }: Context, holder: GroupOrProject): Invitation[] {
  return store.of(invitationTable).where("source", sourceKey(sourceOf(holder)));
}

function presentInvitation({ store }: Context, invitation: Invitation): Record<string, Json> {
  const { access_level, created_at, expires_at, email, token, created_by_id } = invitation;
  const created_by_name = store.users.get(created_by_id)?.name ?? null;
  return { access_level, created_at, expires_at, invite_email: email, invite_token: token, user_name: null, created_by_name };
}

function listInvitations(context: Context, holder: GroupOrProject): Reply {
  const query = context.params.text("query")?.toLowerCase() ?? "";
  const invitations = invitationsOf(context, holder).filter(({ email }) => query === "" || email.toLowerCase() === query);
  return page(invitations, context, (invitation) => presentInvitation(context, invitation));
}

/** What became of several at once: all is well, or what did not work, by name. */
function outcome(message: Readonly<Record<string, string>>): Reply {
  return created(Object.keys(message).length === 0 ? { status: "success" } : { status: "error", message });
}

/** What did not work is told by address, or by name of the user. */
function invite(context: Context, holder: GroupOrProject): Reply {
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
  for (const email of emails.map((name) => name.trim()).filter((name) => name !== ""))
    tell(email, inviteOne(context, holder, email));
  return outcome(message);
}

function enroll(context: Context, holder: GroupOrProject, user: User): string | undefined {
  if (directMember(context.store, holder, user.id) !== undefined) return "User already exists in source";
  try {
    enrollMember(context, holder, user, wantedRole(context, holder));
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return "Access level is not allowed here";
    throw error;
  }
}

function inviteOne(context: Context, holder: GroupOrProject, email: string): string | undefined {
  const { store, params } = context;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return "Invite email is invalid";
  const user = store.users.all().find((candidate) => candidate.email.toLowerCase() === email.toLowerCase());
  if (user !== undefined) return enroll(context, holder, user);
  if (invitationsOf(context, holder).some((invitation) => invitation.email.toLowerCase() === email.toLowerCase()))
    return "Invite email has already been taken";
  const access_level = params.requiredNumber("access_level");
  store.of(invitationTable).insert({
    source: sourceOf(holder),
    email,
    access_level,
    expires_at: expiry(context),
    member_role_id: wantedRole(context, holder).member_role_id ?? null,
    // It stands in the link of the mail.
    token: randomBytes(15).toString("base64url"),
    created_by_id: context.user?.id ?? 0,
    created_at: new Date().toISOString(),
  });
  return undefined;
}

function findInvitation(context: Context, holder: GroupOrProject): Invitation {
  const email = context.params.requiredText("email").toLowerCase();
  return orNotFound(invitationsOf(context, holder).find((invitation) => invitation.email.toLowerCase() === email));
}

function changeInvitation(context: Context, holder: GroupOrProject): Reply {
  const { store, params } = context;
  const before = findInvitation(context, holder);
  if (!["access_level", "expires_at", "member_role_id"].some((name) => params.has(name)))
    throw new HttpError(400, { message: "400 Bad request" });
  const access_level = params.number("access_level") ?? before.access_level;
  refuseHigher(context, holder, { access_level });
  const expires_at = params.has("expires_at") ? expiry(context) : before.expires_at;
  return ok(presentInvitation(context, store.of(invitationTable).update(before.id, { access_level, expires_at })));
}
