import { accessLevel, levelsIn } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Token, User } from "../../core/records.js";
import { NO_STORE, type Reply, oauthError } from "../../core/replies.js";
import { digest } from "../../core/secrets.js";
import { type Grant, applicationTable, grantOfRefreshToken, grantOfToken, revoke } from "./records.js";
import { invalidClient, requireClient, required, sentToken } from "./request.js";

/** `GET /oauth/token/info`: what the token that is sent may do, and for how long. `scopes` and `expires_in_seconds` are deprecated names of the same. */
export function tokenInfo(context: Context): Reply {
  const { token, grant } = liveToken(context);
  const expires_in = token.expires_at === null ? null : Math.ceil((Date.parse(token.expires_at) - Date.now()) / 1000);
  const uid = context.store.of(applicationTable).get(grant.application_id ?? 0)?.uid ?? null;
  const body = {
    resource_owner_id: token.user_id,
    scope: token.scopes,
    expires_in,
    application: { uid },
    created_at: grant.created_at,
    scopes: token.scopes,
    expires_in_seconds: expires_in,
  };
  return { status: 200, body, headers: NO_STORE };
}

/**
 * `POST /oauth/revoke`: ends an access or refresh token and the other of its pair. A token that is unknown is as good as revoked; one of another
 * application is 403.
 */
export function revokeToken(context: Context): Reply {
  const { application, isAuthenticated } = requireClient(context);
  if (!isAuthenticated) throw invalidClient(context);
  const sent = required(context, "token");
  const token = context.store.tokens.first("value", sent);
  const grant = (token === undefined ? undefined : grantOfToken(context, token)) ?? grantOfRefreshToken(context, sent);
  if (grant !== undefined) {
    if (grant.application_id !== null && grant.application_id !== application.id)
      throw oauthError(403, "unauthorized_client", "The token was issued to another client.");
    revoke(context, grant);
  }
  return { status: 200, body: {}, headers: NO_STORE };
}

/** `GET /oauth/userinfo`: the claims of OpenID Connect (the reference of real servers, section A), for a token with the scope `openid`. */
export function userInfo(context: Context): Reply {
  const { token, grant } = liveToken(context);
  if (!token.scopes.includes("openid")) throw oauthError(403, "insufficient_scope", "The token lacks the scope openid.");
  const user = context.store.users.get(token.user_id);
  if (user === undefined) throw invalidToken("is invalid");
  return { status: 200, body: claims(context, user, token, grant), headers: NO_STORE };
}

function claims(context: Context, user: User, { scopes }: Token, { authenticated_at }: Grant) {
  const { store, instance } = context;
  const level = levelsIn(store, user);
  const groups = store.groups.all().filter((group) => accessLevel(store, user, group, level) > 0);
  return {
    sub: String(user.id),
    sub_legacy: digest(`user:${user.id}`),
    auth_time: authenticated_at,
    name: user.name,
    nickname: user.username,
    preferred_username: user.username,
    ...(scopes.includes("email") ? { email: user.email, email_verified: true } : {}),
    website: "",
    profile: `${instance.url}/${user.username}`,
    picture: null,
    groups: groups.map((group) => group.full_path).sort(),
  };
}

function liveToken(context: Context): { token: Token; grant: Grant } {
  const sent = sentToken(context);
  const token = sent === undefined ? undefined : context.store.tokens.first("value", sent);
  if (token === undefined || token.kind !== "oauth") throw invalidToken("is invalid");
  if (token.revoked) throw invalidToken("was revoked");
  if (token.expires_at !== null && Date.parse(token.expires_at) <= Date.now()) throw invalidToken("expired");
  const grant = grantOfToken(context, token);
  if (grant === undefined || context.store.users.get(token.user_id)?.state !== "active") throw invalidToken("is invalid");
  return { token, grant };
}

function invalidToken(why: string) {
  return oauthError(401, "invalid_token", `The access token ${why}.`);
}
