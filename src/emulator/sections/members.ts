import type { Context } from "../context.js";
import type { Json } from "../json.js";
import { findGroup, findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Group, Project, User } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { allMembers, directMembers } from "./members/inherited.js";
import type { Membership } from "./members/inherited.js";
import { addMember, findAnywhere, findDirect, removeMember, updateMember } from "./members/writes.js";
import { presentUser } from "./users.js";

/** Members of groups and projects (beyond the documents; the reference of real servers, section B). */
export const members: Resource = {
  operations: {
    "GET /groups/{id}/members": (context) => list(context, directMembers(context.store, findGroup(context))),
    "GET /groups/{id}/members/all": (context) => list(context, allMembers(context.store, findGroup(context))),
    "GET /groups/{id}/members/{user_id}": (context) => one(context, findDirect(context, findGroup(context))),
    "GET /groups/{id}/members/all/{user_id}": (context) => one(context, findAnywhere(context, findGroup(context))),
    "POST /groups/{id}/members": (context) => add(context, findGroup(context)),
    "PUT /groups/{id}/members/{user_id}": (context) => one(context, updateMember(context, findGroup(context))),
    "DELETE /groups/{id}/members/{user_id}": (context) => remove(context, findGroup(context)),
    "GET /projects/{id}/members": (context) => list(context, directMembers(context.store, findProject(context))),
    "GET /projects/{id}/members/all": (context) => list(context, allMembers(context.store, findProject(context))),
    "GET /projects/{id}/members/{user_id}": (context) => one(context, findDirect(context, findProject(context))),
    "GET /projects/{id}/members/all/{user_id}": (context) => one(context, findAnywhere(context, findProject(context))),
    "POST /projects/{id}/members": (context) => add(context, findProject(context)),
    "PUT /projects/{id}/members/{user_id}": (context) => one(context, updateMember(context, findProject(context))),
    "DELETE /projects/{id}/members/{user_id}": (context) => remove(context, findProject(context)),
  },
};

function list(context: Context, memberships: readonly Membership[]): Reply {
  return page(askedMembers(context, memberships), context, (membership) => present(context, membership));
}

/** The memberships that a list is asked for. */
export function askedMembers({ store, params }: Context, memberships: readonly Membership[]): Membership[] {
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

function one(context: Context, membership: Membership): Reply {
  return ok(present(context, membership));
}

function add(context: Context, holder: Group | Project): Reply {
  return created(present(context, addMember(context, holder)));
}

function remove(context: Context, holder: Group | Project): Reply {
  removeMember(context, holder);
  return noContent();
}

/** The user, and what the user is here. */
function present(context: Context, { user_id, access_level, created_at, expires_at }: Membership): Record<string, Json> {
  const user = context.store.users.get(user_id);
  const shown = user === undefined ? {} : presentUser(context, user);
  return { ...shown, access_level, created_at, expires_at, membership_state: "active" };
}
