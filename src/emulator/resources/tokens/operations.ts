import { LEVEL, accessLevel, findGroup, findProject, findRow, isProject, requireUser, withId } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { GroupOrProject, Json, Token, User } from "../../core/records.js";
import { HttpError, type Reply, created, invalid, notAllowed, notFound, ok, unauthorized } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { sourceOf } from "../members/records.js";
import { findUser } from "../users/lists.js";
import { askedTokens, presentNew, presentToken } from "./present.js";
import {
  BOT_SCOPES,
  SCOPES,
  botsOf,
  enroll,
  expiryOf,
  expiryProblem,
  levelOf,
  makeBot,
  makeToken,
  mustExpire,
  refused,
  revokeToken,
  rotateToken,
} from "./records.js";

type Find = (context: Context) => GroupOrProject;

const DAY: Readonly<Record<string, Schema>> = { expires_at: { type: ["string", "null"], format: "date" } };

const CREATION: Readonly<Record<string, Schema>> = {
  ...DAY,
  scopes: { type: "array", items: { type: "string", enum: [...BOT_SCOPES] } },
};

const ID = { id: { type: "integer" } } as const;

const OF_USER = { user_id: { type: "integer" } } as const;

const TOKEN_OF_USER = { ...OF_USER, impersonation_token_id: { type: "integer" } } as const;

const scopesOf = (words: readonly string[]) =>
  ({ scopes: { type: "array", items: { type: "string", enum: [...words] } } }) as const;

/**
 * Tokens of people: their own, and those that administrators make for them or act as them with. A token of a project or group acts as a user of its own,
 * who is a member there. No collection: tokens are credentials of users.
 */
export default {
  operations: {
    ...operationsOf("/projects/{id}", findProject),
    ...operationsOf("/groups/{id}", findGroup),
    "GET /personal_access_tokens": listPersonalTokens,
    "GET /personal_access_tokens/self": { scopes: SCOPES, handler: showOwnToken },
    "DELETE /personal_access_tokens/self": onItself(revokeToken),
    "POST /personal_access_tokens/self/rotate": onItself(rotatePersonalToken, ["self_rotate"]),
    "GET /personal_access_tokens/{id}": {
      parameters: ID,
      handler: (context) => ok(presentToken(context, keptToken(context))),
    },
    "DELETE /personal_access_tokens/{id}": { parameters: ID, handler: deleteToken },
    "POST /personal_access_tokens/{id}/rotate": {
      parameters: { ...ID, ...DAY },
      handler: (context) => rotatePersonalToken(context, keptToken(context)),
    },
    "POST /user/personal_access_tokens": {
      parameters: { ...scopesOf(["k8s_proxy", "self_rotate"]), ...DAY },
      handler: (context) => created(presentNew(context, createPersonalToken(context, requireUser(context), 1))),
    },
    "POST /users/{user_id}/personal_access_tokens": {
      role: "administrator",
      parameters: { ...OF_USER, ...scopesOf(SCOPES), ...DAY },
      handler: (context) => created(presentNew(context, createPersonalToken(context, findUser(context, "user_id")))),
    },
    "GET /users/{user_id}/impersonation_tokens": {
      role: "administrator",
      parameters: { ...OF_USER, state: { type: "string", enum: ["all", "active", "inactive"] } },
      handler: (context) => page(askedTokens(context, impersonations(context)), context, (token) => presentToken(context, token)),
    },
    "POST /users/{user_id}/impersonation_tokens": {
      role: "administrator",
      parameters: { ...OF_USER, ...DAY },
      handler: createImpersonation,
    },
    "GET /users/{user_id}/impersonation_tokens/{impersonation_token_id}": {
      role: "administrator",
      parameters: TOKEN_OF_USER,
      handler: (context) => ok(presentToken(context, findImpersonation(context))),
    },
    "DELETE /users/{user_id}/impersonation_tokens/{impersonation_token_id}": {
      role: "administrator",
      parameters: TOKEN_OF_USER,
      handler: (context) => revokeToken(context, findImpersonation(context)),
    },
  },
} satisfies Resource;

function operationsOf(place: string, find: Find): Record<string, OperationDeclaration> {
  const path = `${place}/access_tokens`;
  const on = (
    handler: (context: Context, holder: GroupOrProject) => Reply,
    more: Partial<OperationDeclaration> = {},
  ): OperationDeclaration => ({
    ...more,
    handler: (context) => handler(context, find(context)),
  });
  return {
    [`GET ${path}`]: on(listAccessTokens),
    [`POST ${path}`]: on(createAccessToken, { parameters: CREATION }),
    [`GET ${path}/{token_id}`]: on(showAccessToken),
    [`DELETE ${path}/{token_id}`]: on(revokeAccessToken),
    [`POST ${path}/{token_id}/rotate`]: on(rotateAccessToken, { parameters: DAY }),
    [`POST ${path}/self/rotate`]: on(rotateAccessTokenItself, { parameters: DAY, scopes: ["self_rotate"] }),
  };
}

/** Maintainers keep the tokens of a project, Owners those of a group. */
function isKeeper(context: Context, holder: GroupOrProject): boolean {
  const user = requireUser(context);
  return user.is_admin || accessLevel(context.store, user, holder) >= (isProject(holder) ? LEVEL.maintainer : LEVEL.owner);
}

function accessTokensOf(context: Context, holder: GroupOrProject): Token[] {
  return botsOf(context, holder).flatMap(({ id }) => context.store.tokens.where("user", id));
}

function presentAccessToken(context: Context, holder: GroupOrProject, token: Token): Record<string, Json> {
  const { kind, id } = sourceOf(holder);
  return {
    ...presentToken(context, token),
    access_level: levelOf(context, holder, token.user_id),
    resource_type: kind,
    resource_id: id,
  };
}

function presentNewAccessToken(context: Context, holder: GroupOrProject, token: Token): Record<string, Json> {
  return { ...presentAccessToken(context, holder, token), token: token.value };
}

function listAccessTokens(context: Context, holder: GroupOrProject): Reply {
  if (!isKeeper(context, holder)) throw unauthorized();
  const tokens = askedTokens(context, accessTokensOf(context, holder));
  return page(tokens, context, (token) => presentAccessToken(context, holder, token));
}

/** The token that the path names. Throws 404, `404 project Access Token Not Found`. */
function findAccessToken(context: Context, holder: GroupOrProject): Token {
  return withId(context, accessTokensOf(context, holder), "token_id", `${sourceOf(holder).kind} Access Token`);
}

function showAccessToken(context: Context, holder: GroupOrProject): Reply {
  if (!isKeeper(context, holder)) throw unauthorized();
  return ok(presentAccessToken(context, holder, findAccessToken(context, holder)));
}

function createAccessToken(context: Context, holder: GroupOrProject): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const { kind } = sourceOf(holder);
  if (!isKeeper(context, holder) || caller.bot === "project_bot" || isForbidden(context, holder))
    throw refused(`User does not have permission to create ${kind} access token`);
  const level = params.number("access_level") ?? LEVEL.maintainer;
  if (!caller.is_admin && accessLevel(store, caller, holder) < level)
    throw refused("Access level of the token contains permissions not held by the creating user");
  const expires_at = expiryOf(context);
  const scopes = params.texts("scopes") ?? [];
  const problem = expiryProblem(store, expires_at);
  if (problem !== undefined) throw refused(`Expires at ${problem}`);
  if (scopes.length === 0) throw refused("Scopes can't be blank");
  const name = params.requiredText("name");
  if (name.trim() === "") throw refused("Name can't be blank");
  const bot = makeBot(context, holder, name);
  enroll(context, holder, bot.id, level);
  const token = makeToken(context, bot, { name, scopes, expires_at, description: params.text("description") ?? null });
  return created(presentNewAccessToken(context, holder, token));
}

/** A top-level group may forbid tokens of what lies below it. */
function isForbidden({ store }: Context, holder: GroupOrProject): boolean {
  let group = isProject(holder) ? store.groups.get(holder.namespace_id) : holder;
  while (group !== undefined && group.parent_id !== null) group = store.groups.get(group.parent_id);
  return group?.attributes["resource_access_token_creation_allowed"] === false;
}

function revokeAccessToken(context: Context, holder: GroupOrProject): Reply {
  const caller = requireUser(context);
  const token = findAccessToken(context, holder);
  const bot = context.store.users.get(token.user_id);
  if (!isKeeper(context, holder)) throw refused(`${caller.name} cannot delete ${bot?.username ?? ""}`);
  return revokeToken(context, token);
}

function rotateAccessToken(context: Context, holder: GroupOrProject): Reply {
  const caller = requireUser(context);
  const isKept = isKeeper(context, holder);
  const id = context.params.requiredText("token_id");
  const token = accessTokensOf(context, holder).find((candidate) => String(candidate.id) === id);
  if (!isKept || token === undefined) throw caller.is_admin ? notFound() : unauthorized();
  const level = levelOf(context, holder, token.user_id) ?? LEVEL.none;
  if (!caller.is_admin && accessLevel(context.store, caller, holder) < level)
    throw refused("Not eligible to rotate token with access level higher than the user");
  return ok(presentNewAccessToken(context, holder, rotateToken(context, token)));
}

/** A token that came with the request, of the project or group that the path names, makes its successor. */
function rotateAccessTokenItself(context: Context, holder: GroupOrProject): Reply {
  const { token } = context;
  if (token === undefined || token.kind !== "personal") throw notAllowed();
  if (!accessTokensOf(context, holder).some(({ id }) => id === token.id)) throw unauthorized();
  return ok(presentNewAccessToken(context, holder, rotateToken(context, token)));
}

/** What a token does to itself, whatever its scopes. */
function onItself(handler: (context: Context, token: Token) => Reply, scopes = SCOPES): OperationDeclaration {
  return { scopes, parameters: DAY, handler: (context) => handler(context, ownToken(context)) };
}

/** Personal tokens of one user, or of all. */
function personalTokensOf({ store }: Context, user: User | undefined): Token[] {
  const tokens = user === undefined ? store.tokens.all() : store.tokens.where("user", user.id);
  return tokens.filter(({ kind }) => kind === "personal");
}

function listPersonalTokens(context: Context): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const asked = params.number("user_id");
  const user = asked === undefined ? undefined : store.users.get(asked);
  if (!caller.is_admin && asked !== undefined && asked !== caller.id) throw unauthorized();
  if (asked !== undefined && user === undefined) throw notFound();
  const tokens = caller.is_admin
    ? personalTokensOf(context, user)
    : personalTokensOf(context, caller).filter((candidate) => candidate.impersonation !== true);
  return page(askedTokens(context, tokens), context, (token) => presentToken(context, token));
}

/** A token that the caller may see and rotate. Others are told nothing of whether it is there. */
function keptToken(context: Context): Token {
  const { store, params } = context;
  const caller = requireUser(context);
  const token = store.tokens.get(params.requiredNumber("id"));
  if (token?.kind === "personal" && (caller.is_admin || token.user_id === caller.id)) return token;
  throw caller.is_admin ? notFound() : unauthorized();
}

function deleteToken(context: Context): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const token = store.tokens.get(params.requiredNumber("id"));
  if (token?.kind !== "personal") throw notFound();
  if (!caller.is_admin && token.user_id !== caller.id) throw new HttpError(400, { message: "400 Bad request" });
  return revokeToken(context, token);
}

/** The token that the request came with. The one that the emulator was started with is none that could be changed. */
function ownToken({ token }: Context): Token {
  if (token === undefined) throw refused("The token that the emulator was started with is not stored");
  if (token.kind !== "personal") throw notAllowed();
  return token;
}

/** Of the token that the emulator was started with, which is not stored, it shows whose it is and that it opens everything. */
function showOwnToken(context: Context): Reply {
  if (context.token !== undefined) return ok(presentToken(context, ownToken(context)));
  const user = requireUser(context);
  const row: Token = { id: 0, user_id: user.id, value: "", kind: "personal", scopes: SCOPES, expires_at: null, revoked: false };
  return ok(presentToken(context, { ...row, name: "token of the emulator", created_at: user.created_at }));
}

function rotatePersonalToken(context: Context, token: Token): Reply {
  return ok(presentNew(context, rotateToken(context, token)));
}

function createPersonalToken(context: Context, user: User, days?: number): Token {
  const { store, params } = context;
  const expires_at = expiryOf(context, days);
  const scopes = params.texts("scopes") ?? [];
  const name = params.requiredText("name");
  const problems = [
    ...(name.trim() === "" ? ["Name can't be blank"] : []),
    ...(scopes.length === 0 ? ["Scopes can't be blank"] : []),
    ...[expiryProblem(store, expires_at)].flatMap((problem) => (problem === undefined ? [] : [`Expires at ${problem}`])),
  ];
  if (problems.length > 0) throw new HttpError(422, { message: problems.join(" and ") });
  return makeToken(context, user, { name, scopes, expires_at, description: params.text("description") ?? null });
}

function impersonations(context: Context): Token[] {
  return personalTokensOf(context, findUser(context, "user_id")).filter((token) => token.impersonation === true);
}

function findImpersonation(context: Context): Token {
  const tokens = impersonations(context);
  return findRow(context, { get: (id) => tokens.find((row) => row.id === id) }, "impersonation_token_id", "Impersonation Token");
}

function createImpersonation(context: Context): Reply {
  const { store, params } = context;
  const user = findUser(context, "user_id");
  const sent = params.text("expires_at") ?? "";
  const expires_at = sent === "" ? null : sent.slice(0, 10);
  const scopes = params.texts("scopes") ?? ["api"];
  const wrong: Record<string, string[]> = {};
  const problem = expires_at === null && mustExpire(store) ? "can't be blank" : expiryProblem(store, expires_at);
  if (problem !== undefined) wrong["expires_at"] = [problem];
  if (scopes.some((scope) => !SCOPES.includes(scope))) wrong["scopes"] = ["can only contain available scopes"];
  if (params.requiredText("name").trim() === "") wrong["name"] = ["can't be blank"];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const description = params.text("description") ?? null;
  const draft = { name: params.requiredText("name"), scopes, expires_at, description, impersonation: true };
  return created(presentNew(context, makeToken(context, user, draft)));
}
