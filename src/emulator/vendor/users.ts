import { requireUser } from "../access.js";
import { lastActivity } from "../activity.js";
import type { Context } from "../context.js";
import { HttpError, conflict, forbidden, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { checkUnmodified } from "../lookup.js";
import { page } from "../pages.js";
import type { User, UserState } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { hasTwoFactor, setSignIn } from "../sections/passwords.js";
import { DAY } from "../sections/removal.js";
import { presentUser } from "../sections/users.js";
import { uploadUrl } from "../uploads.js";
import { findUser } from "./users/find.js";
import { listUsers } from "./users/lists.js";
import { groupsOwnedAlone, removeUser, removeUserLater } from "./users/removal.js";
import { fullUser, ownUser, wholeUser } from "./users/shown.js";
import { followTable } from "./users/tables.js";
import { createUser, setAvatar, updateUser } from "./users/writes.js";

/** Days without a sign of life after which a user may be deactivated. */
const DORMANT = 90;
const ID = { id: { type: "integer" } } as const;
const AVATAR = { avatar: { type: "string", format: "binary" } } as const;

/** An operation of administrators on one user. */
function ofAdministrators(
  handler: (context: Context, user: User) => Reply,
  more: Partial<OperationDeclaration> = {},
): OperationDeclaration {
  return {
    role: "administrator",
    ...more,
    parameters: { ...ID, ...more.parameters },
    handler: (context) => handler(context, findUser(context)),
  };
}

/** People as administrators keep them, and what everybody sees of them. */
export default {
  operations: {
    "GET /users": {
      instead: true,
      role: "anyone",
      scopes: ["read_user"],
      parameters: { two_factor: { type: "string", enum: ["enabled", "disabled"] }, custom_attributes: { type: "object" } },
      handler: listUsers,
    },
    "GET /users/{id}": { instead: true, role: "anyone", scopes: ["read_user"], parameters: ID, handler: showUser },
    "GET /user": {
      instead: true,
      scopes: ["read_user"],
      handler: (context) => {
        const user = requireUser(context);
        return ok(user.is_admin ? wholeUser(context, user) : ownUser(context, user));
      },
    },
    "POST /users": {
      role: "administrator",
      parameters: { ...AVATAR, admin: { type: ["boolean", "null"] } },
      handler: (context) => created(wholeUser(context, createUser(context))),
    },
    "PUT /users/{id}": ofAdministrators((context, user) => ok(wholeUser(context, updateUser(context, user))), {
      parameters: AVATAR,
    }),
    "DELETE /users/{id}": ofAdministrators(deleteUser),
    "POST /users/{id}/block": ofAdministrators(block),
    "POST /users/{id}/unblock": ofAdministrators(unblock),
    "POST /users/{id}/ban": ofAdministrators((context, user) => turn(context, user, "ban", ["active"], "banned")),
    "POST /users/{id}/unban": ofAdministrators((context, user) => turn(context, user, "unban", ["banned"], "active")),
    "POST /users/{id}/activate": ofAdministrators(activate),
    "POST /users/{id}/deactivate": ofAdministrators(deactivate),
    "POST /users/{id}/approve": ofAdministrators(approve),
    "POST /users/{id}/reject": ofAdministrators(reject),
    "PATCH /users/{id}/disable_two_factor": ofAdministrators(disableTwoFactor),
    "DELETE /users/{id}/identities/{provider}": ofAdministrators(dropIdentity),
    "POST /users/{id}/follow": { parameters: ID, handler: follow },
    "POST /users/{id}/unfollow": { parameters: ID, handler: unfollow },
    "GET /users/{id}/followers": { parameters: ID, handler: (context) => listFollows(context, "followee", "follower_id") },
    "GET /users/{id}/following": { parameters: ID, handler: (context) => listFollows(context, "follower", "followee_id") },
    "PUT /user/avatar": {
      parameters: AVATAR,
      handler: (context) => ok({ avatar_url: uploadUrl(context, setAvatar(context, requireUser(context)).avatar ?? null) }),
    },
  },
  work: { removeUser },
} satisfies Resource;

function showUser(context: Context): Reply {
  if (context.user === undefined) throw forbidden("Not authorized!");
  const user = findUser(context);
  return ok(context.user.is_admin ? wholeUser(context, user) : fullUser(context, user));
}

function deleteUser(context: Context, user: User): Reply {
  const isHard = context.params.flag("hard_delete") === true;
  if (!isHard && groupsOwnedAlone(context.store, user).length > 0)
    throw conflict("User cannot be removed while is the sole-owner of a group");
  checkUnmodified(context, user.created_at);
  removeUserLater(context, user, isHard);
  return noContent();
}

/** What an action on a user answers that does nothing: real servers write nothing into the body of the 201. */
const NOTHING = created(null);

function block(context: Context, user: User): Reply {
  if (user.state === "ldap_blocked") throw forbidden("LDAP blocked users cannot be modified by the API");
  if (user.id === context.user?.id) throw forbidden("The API initiating user cannot be blocked by the API");
  if (user.bot === "ghost") throw forbidden("An internal user cannot be blocked");
  if (user.state !== "active" && user.state !== "deactivated") return NOTHING;
  return moved(context, user, "blocked");
}

function unblock(context: Context, user: User): Reply {
  if (user.state === "ldap_blocked") throw forbidden("LDAP blocked users cannot be unblocked by the API");
  if (user.state === "deactivated") throw forbidden("Deactivated users cannot be unblocked by the API");
  return user.state === "active" ? created(false) : moved(context, user, "active");
}

function activate(context: Context, user: User): Reply {
  if (user.state === "active") return created(true);
  if (user.state !== "deactivated") throw forbiddenAs("Error occurred. A blocked user must be unblocked to be activated");
  return moved(context, user, "active");
}

function deactivate(context: Context, user: User): Reply {
  if (user.state === "deactivated") return NOTHING;
  if (user.bot !== undefined) throw forbiddenAs("Internal users cannot be deactivated");
  if (user.state !== "active") throw forbiddenAs("Error occurred. A blocked user cannot be deactivated");
  const last = lastActivity(context.store, user.id);
  if (last !== null && Date.now() - Date.parse(last) < DORMANT * DAY)
    throw forbiddenAs(
      `The user you are trying to deactivate has been active in the past ${DORMANT} days and cannot be deactivated`,
    );
  return moved(context, user, "deactivated");
}

function approve(context: Context, user: User): Reply {
  if (user.state !== "blocked_pending_approval") throw conflict("The user you are trying to approve is not pending approval");
  context.store.users.update(user.id, { state: "active" });
  return created({ message: "Success" });
}

function reject(context: Context, user: User): Reply {
  if (user.state !== "blocked_pending_approval") throw conflict("User does not have a pending request");
  removeUserLater(context, user, true);
  return ok({ message: "Success" });
}

function turn(context: Context, user: User, act: string, from: readonly UserState[], to: UserState): Reply {
  if (!from.includes(user.state)) throw forbiddenAs(`You cannot ${act} ${user.state} users.`);
  return moved(context, user, to);
}

function moved({ store }: Context, user: User, state: UserState): Reply {
  store.users.update(user.id, { state });
  return created(true);
}

/** 403 in the words of the service that refuses. */
function forbiddenAs(message: string): HttpError {
  return new HttpError(403, { message });
}

function disableTwoFactor(context: Context, user: User): Reply {
  if (user.is_admin)
    throw forbidden("Two-factor authentication for admins cannot be disabled via the API. Use the Rails console");
  if (!hasTwoFactor(context, user))
    throw new HttpError(400, { message: "400 Bad request - Two-factor authentication is not enabled for this user" });
  setSignIn(context, user, { two_factor: false });
  return noContent();
}

function dropIdentity({ store, params }: Context, user: User): Reply {
  const before = user.identities ?? [];
  const identities = before.filter(({ provider }) => provider !== params.requiredText("provider"));
  if (identities.length === before.length) throw notFound("Identity");
  store.users.update(user.id, { identities });
  return noContent();
}

function followOf({ store }: Context, caller: User, user: User): { readonly id: number } | undefined {
  return store
    .of(followTable)
    .where("follower", caller.id)
    .find(({ followee_id }) => followee_id === user.id);
}

function follow(context: Context): Reply {
  const [caller, user] = [requireUser(context), findUser(context)];
  if (caller.id === user.id || followOf(context, caller, user) !== undefined) return { status: 304 };
  context.store.of(followTable).insert({ follower_id: caller.id, followee_id: user.id });
  return created(presentUser(context, user));
}

function unfollow(context: Context): Reply {
  const [caller, user] = [requireUser(context), findUser(context)];
  const known = followOf(context, caller, user);
  if (known === undefined) return { status: 304 };
  context.store.of(followTable).delete(known.id);
  return created(presentUser(context, user));
}

function listFollows(context: Context, index: "follower" | "followee", other: "follower_id" | "followee_id"): Reply {
  const { store, user: caller } = context;
  const user = findUser(context);
  if (user.private_profile && caller?.is_admin !== true && caller?.id !== user.id) throw notFound("User");
  const found = store
    .of(followTable)
    .where(index, user.id)
    .flatMap((one) => store.users.get(one[other]) ?? []);
  return page(found, context, (one): Json => presentUser(context, one));
}
