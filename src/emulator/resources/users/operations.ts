import { checkUnmodified, requireUser, userAt, userNamed } from "../../core/access.js";
import { lastActivity } from "../../core/activity.js";
import { type Context, type PlatformState, page } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import { type Json, PROFILE_FIELDS, type User, type UserProfile, type UserState } from "../../core/records.js";
import { HttpError, type Reply, conflict, created, forbidden, noContent, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { FLAG, type Seeded, TEXT, TEXTS, seedObject, seedPart } from "../../core/seed-part.js";
import { uploadUrl } from "../../core/uploads.js";
import { DAY } from "../projects/move.js";
import { starTable } from "../projects/statistics.js";
import {
  STATUS,
  contributed,
  countAssociations,
  countOpen,
  listActivities,
  listMemberships,
  projectsOf,
  showPreferences,
  showStatus,
  writePreferences,
  writeStatus,
} from "./account.js";
import { findUser, isFound, isHiddenFrom, listUsers } from "./lists.js";
import { hasTwoFactor, setSignIn } from "./passwords.js";
import { followTable, fullUser, ownUser, presentSelf, wholeUser } from "./present.js";
import { groupsOwnedAlone, removeUser, removeUserLater } from "./removal.js";
import { createUser, setAvatar, updateUser } from "./writes.js";

const SEED = seedObject(["username"], {
  username: TEXT,
  name: TEXT,
  email: TEXT,
  is_admin: FLAG,
  private_profile: FLAG,
  state: { type: "string", enum: ["active", "blocked"] },
  token: { type: ["string", "null"] },
  scopes: TEXTS,
  password: { type: ["string", "null"] },
  two_factor: FLAG,
  ...(Object.fromEntries(PROFILE_FIELDS.map((name) => [name, TEXT])) as Record<keyof UserProfile, typeof TEXT>),
});

/** Days without a sign of life after which a user may be deactivated. */
const DORMANT = 90;

const ID = { id: { type: "integer" } } as const;

const AVATAR = { avatar: { type: "string", format: "binary" } } as const;

/** What an action on a user answers that does nothing: real servers write nothing into the body of the 201. */
const NOTHING = created(null);

/** People as administrators keep them, what everybody sees of them, and what they say of themselves (the reference of real servers, section C). */
export default {
  operations: {
    "GET /users": (context) => {
      const { store, user, params } = context;
      const username = params.text("username");
      if (user === undefined && username === undefined) throw forbidden("Not authorized to access /api/v4/users");
      const rows = username === undefined ? store.users.all() : [userNamed(store, username)].filter((row) => row !== undefined);
      const search = params.text("search") ?? "";
      const matching = rows.filter(
        (row) => (search === "" || isFound(row, search)) && (params.flag("active") !== true || row.state === "active"),
      );
      return page(matching.toReversed(), context, (shownUser) => presentUser(context, shownUser));
    },
    "GET /users/{id}": (context) => {
      if (context.user === undefined) throw forbidden("Not authorized!");
      const user = findUser(context);
      return ok(
        context.user.is_admin ? presentSelf(context, user) : { ...presentUser(context, user), created_at: user.created_at },
      );
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
    "POST /users/{id}/follow": { parameters: ID, handler: (context) => follow(context, true) },
    "POST /users/{id}/unfollow": { parameters: ID, handler: (context) => follow(context, false) },
    "GET /users/{id}/followers": { parameters: ID, handler: (context) => listFollows(context, "followee", "follower_id") },
    "GET /users/{id}/following": { parameters: ID, handler: (context) => listFollows(context, "follower", "followee_id") },
    "PUT /user/avatar": {
      parameters: AVATAR,
      handler: (context) => ok({ avatar_url: uploadUrl(context, setAvatar(context, requireUser(context)).avatar ?? null) }),
    },
    "GET /user/status": { scopes: ["read_user"], handler: (context) => showStatus(context, requireUser(context)) },
    "PUT /user/status": { ...STATUS, handler: (context) => writeStatus(context, true) },
    "PATCH /user/status": { ...STATUS, handler: (context) => writeStatus(context, false) },
    "GET /users/{user_id}/status": { role: "anyone", handler: (context) => showStatus(context, userAt(context, "user_id")) },
    "GET /user/preferences": { scopes: ["read_user"], handler: showPreferences },
    "PUT /user/preferences": writePreferences,
    "GET /user/activities": { parameters: { from: { type: ["string", "null"], format: "date-time" } }, handler: listActivities },
    "GET /user_counts": countOpen,
    "GET /users/{id}/associations_count": { parameters: { id: { type: "integer" } }, handler: countAssociations },
    "GET /users/{user_id}/memberships": {
      role: "administrator",
      parameters: { user_id: { type: "integer" }, type: { type: ["string", "null"], enum: ["Project", "Namespace", null] } },
      handler: listMemberships,
    },
    "GET /users/{user_id}/starred_projects": projectsOf(({ store }, user) => {
      const stars = store.of(starTable).all();
      return new Set(stars.filter(({ user_id }) => user_id === user.id).map(({ project_id }) => project_id));
    }),
    "GET /users/{user_id}/contributed_projects": projectsOf(contributed),
  },
  instead: {
    "GET /users": {
      role: "anyone",
      scopes: ["read_user"],
      parameters: { two_factor: { type: "string", enum: ["enabled", "disabled"] }, custom_attributes: { type: "object" } },
      handler: listUsers,
    },
    "GET /users/{id}": { role: "anyone", scopes: ["read_user"], parameters: ID, handler: showUser },
    "GET /user": {
      scopes: ["read_user"],
      handler: (context) => {
        const user = requireUser(context);
        return ok(user.is_admin ? wholeUser(context, user) : ownUser(context, user));
      },
    },
  },
  work: { removeUser },
  seeds: [
    seedPart(
      "users",
      "People, with a token each (token-of-<username> when none is given) and a password (password-of-<username>); null for none. The administrator root is always there; an entry for root gives it a token.",
      SEED,
      addUser,
    ),
  ],
} satisfies Resource;

/** Adds a seed's user, or gives the administrator that is always there a token. */
function addUser(world: PlatformState, entry: Seeded<typeof SEED>): void {
  const { store } = world;
  const {
    username,
    name = username,
    email = `${username}@example.com`,
    is_admin = false,
    state = "active",
    private_profile = false,
  } = entry;
  const known = userNamed(store, username);
  const created_at = new Date().toISOString();
  const user =
    known ??
    store.users.insert({
      username,
      name,
      email,
      is_admin,
      state,
      private_profile,
      profile: Object.fromEntries(PROFILE_FIELDS.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]))),
      namespace_id: store.groups.allocate(),
      created_at,
    });
  setSignIn(world, user, entry);
  if (entry.token === null || (known !== undefined && entry.token === undefined)) return;
  const value = entry.token ?? `token-of-${username}`;
  store.tokens.insert({
    user_id: user.id,
    value,
    kind: "personal",
    scopes: entry.scopes ?? ["api"],
    expires_at: null,
    revoked: false,
    name: `token of ${username}`,
    created_at,
  });
}

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

/** 304 for who follows, or does not follow, the user already. */
function follow(context: Context, wanted: boolean): Reply {
  const [caller, user] = [requireUser(context), findUser(context)];
  const table = context.store.of(followTable);
  const known = table.where("follower", caller.id).find(({ followee_id }) => followee_id === user.id);
  if (caller.id === user.id || (known !== undefined) === wanted) return { status: 304 };
  if (known === undefined) table.insert({ follower_id: caller.id, followee_id: user.id });
  else table.delete(known.id);
  return created(presentUser(context, user));
}

function listFollows(context: Context, index: "follower" | "followee", other: "follower_id" | "followee_id"): Reply {
  const { store } = context;
  const user = findUser(context);
  if (isHiddenFrom(context, user)) throw notFound("User");
  const matchingUsers = store
    .of(followTable)
    .where(index, user.id)
    .flatMap((candidate) => store.users.get(candidate[other]) ?? []);
  return page(matchingUsers, context, (shownUser): Json => presentUser(context, shownUser));
}
