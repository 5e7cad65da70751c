import { requireUser } from "../access.js";
import type { Context } from "../context.js";
import { HttpError, invalid, notAllowed, notFound, unauthorized } from "../errors.js";
import { page } from "../pages.js";
import type { Token, User } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { askedTokens } from "./tokens/lists.js";
import { expiryOf, expiryProblem, makeToken, mustExpire, refused, rotateToken } from "./tokens/make.js";
import { SCOPES } from "./tokens/scopes.js";
import { presentNew, presentToken } from "./tokens/shown.js";
import { findUser } from "./users/find.js";

const ID = { id: { type: "integer" } } as const;
const DAY = { expires_at: { type: ["string", "null"], format: "date" } } as const;
const OF_USER = { user_id: { type: "integer" } } as const;
const TOKEN_OF_USER = { ...OF_USER, impersonation_token_id: { type: "integer" } } as const;
const scopesOf = (words: readonly string[]) =>
  ({ scopes: { type: "array", items: { type: "string", enum: [...words] } } }) as const;

/** What a token does to itself, whatever its scopes. */
function onItself(handler: (context: Context, token: Token) => Reply, scopes = SCOPES): OperationDeclaration {
  return { scopes, parameters: DAY, handler: (context) => handler(context, ownToken(context)) };
}

/**
 * Tokens of people: their own, those that administrators make for them, and those by which administrators act as them.
 * No row: tokens are credentials of users.
 */
export default {
  operations: {
    "GET /personal_access_tokens": listTokens,
    "GET /personal_access_tokens/self": { scopes: SCOPES, handler: showOwnToken },
    "DELETE /personal_access_tokens/self": onItself(revoke),
    "POST /personal_access_tokens/self/rotate": onItself(rotate, ["self_rotate"]),
    "GET /personal_access_tokens/{id}": {
      parameters: ID,
      handler: (context) => ok(presentToken(context, keptToken(context))),
    },
    "DELETE /personal_access_tokens/{id}": { parameters: ID, handler: deleteToken },
    "POST /personal_access_tokens/{id}/rotate": {
      parameters: { ...ID, ...DAY },
      handler: (context) => rotate(context, keptToken(context)),
    },
    "POST /user/personal_access_tokens": {
      parameters: { ...scopesOf(["k8s_proxy", "self_rotate"]), ...DAY },
      handler: (context) => created(presentNew(context, createToken(context, requireUser(context), 1))),
    },
    "POST /users/{user_id}/personal_access_tokens": {
      role: "administrator",
      parameters: { ...OF_USER, ...scopesOf(SCOPES), ...DAY },
      handler: (context) => created(presentNew(context, createToken(context, findUser(context, "user_id")))),
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
      handler: (context) => revoke(context, findImpersonation(context)),
    },
  },
} satisfies Resource;

/** Personal tokens of one user, or of all. */
function personal({ store }: Context, user: User | undefined): Token[] {
  const tokens = user === undefined ? store.tokens.all() : store.tokens.where("user", user.id);
  return tokens.filter(({ kind }) => kind === "personal");
}

function listTokens(context: Context): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const asked = params.number("user_id");
  const user = asked === undefined ? undefined : store.users.get(asked);
  if (!caller.is_admin && asked !== undefined && asked !== caller.id) throw unauthorized();
  if (asked !== undefined && user === undefined) throw notFound();
  const tokens = caller.is_admin
    ? personal(context, user)
    : personal(context, caller).filter((one) => one.impersonation !== true);
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
  return revoke(context, token);
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
  const own: Token = { id: 0, user_id: user.id, value: "", kind: "personal", scopes: SCOPES, expires_at: null, revoked: false };
  return ok(presentToken(context, { ...own, name: "token of the emulator", created_at: user.created_at }));
}

function revoke({ store }: Context, token: Token): Reply {
  store.tokens.update(token.id, { revoked: true });
  return noContent();
}

function rotate(context: Context, token: Token): Reply {
  return ok(presentNew(context, rotateToken(context, token)));
}

function createToken(context: Context, user: User, days?: number): Token {
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
  return personal(context, findUser(context, "user_id")).filter((token) => token.impersonation === true);
}

function findImpersonation(context: Context): Token {
  const id = context.params.requiredNumber("impersonation_token_id");
  const token = impersonations(context).find((one) => one.id === id);
  if (token === undefined) throw notFound("Impersonation Token");
  return token;
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
