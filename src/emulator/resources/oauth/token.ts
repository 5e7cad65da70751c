import type { Context } from "../../core/context.js";
import { type HttpError, NO_STORE, type Reply, oauthError } from "../../core/replies.js";
import { digest, isSame } from "../../core/secrets.js";
import { hasTwoFactor, signIn } from "../users/passwords.js";
import {
  type Code,
  type Grant,
  type Issued,
  findCode,
  grantOfRefreshToken,
  grantsOfCode,
  issue,
  revoke,
  unixTime,
  useCode,
  wantedScopes,
} from "./records.js";
import { type Client, findClient, invalidClient, invalidGrant, requireClient, required, sentText } from "./request.js";

/** 43 to 128 of the unreserved characters (document 1, PKCE code verifier). */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** `POST /oauth/token` (document 1, OAuth 2.0 provider). */
export function token(context: Context): Reply {
  switch (required(context, "grant_type")) {
    case "authorization_code":
      return exchange(context);
    case "refresh_token":
      return refresh(context);
    case "password":
      return passwordGrant(context);
    default:
      throw oauthError(400, "unsupported_grant_type", "The grant_type is not authorization_code, refresh_token or password.");
  }
}

function exchange(context: Context): Reply {
  const client = requireClient(context);
  const sent = required(context, "code");
  const redirectUri = required(context, "redirect_uri");
  const code = findCode(context, sent);
  if (code === undefined) return refuseUsed(context, client, sent);
  if (code.application_id !== client.application.id || code.redirect_uri !== redirectUri) throw invalidGrant();
  prove(context, client, code, "needed");
  requireActive(context, code.user_id);
  useCode(context, code);
  return success(context, issue(context, code, { ...code, code_digest: digest(sent) }));
}

/** Whoever uses a code again may have stolen it, so what it was exchanged for is revoked (RFC 6749, 4.1.2). Answered, not thrown: that would undo it. */
function refuseUsed(context: Context, client: Client, sent: string): HttpError {
  for (const grant of grantsOfCode(context, sent)) if (grant.application_id === client.application.id) revoke(context, grant);
  return invalidGrant();
}

function refresh(context: Context): Reply {
  const client = requireClient(context);
  const grant = grantOfRefreshToken(context, required(context, "refresh_token"));
  // Real servers need neither the redirect URI nor the verifier again, but what is sent must be right there too.
  const isNeeded = context.instance.dialect === "neutral";
  const redirectUri = isNeeded ? required(context, "redirect_uri") : sentText(context, "redirect_uri");
  if (grant === undefined || grant.application_id !== client.application.id) throw invalidGrant();
  if (redirectUri !== undefined && grant.redirect_uri !== redirectUri) throw invalidGrant();
  prove(context, client, grant, isNeeded ? "needed" : "optional");
  const holder = context.store.tokens.get(grant.token_id);
  if (holder === undefined) throw invalidGrant();
  requireActive(context, holder.user_id);
  revoke(context, grant);
  return success(context, issue(context, holder, grant));
}

/**
 * The client is who the code was made for: under PKCE it has the verifier, without PKCE it has a secret. An application that has a secret needs it on
 * real servers also under PKCE; the documents ask for none there.
 */
function prove(context: Context, client: Client, { code_challenge }: Code | Grant, verifierIs: "needed" | "optional"): void {
  const { isAuthenticated, application } = client;
  const isConfidential = application.secret_digest !== null;
  if (!isAuthenticated && (code_challenge === null || (isConfidential && context.instance.dialect === "vendor")))
    throw invalidClient(context);
  const verifier =
    code_challenge !== null && verifierIs === "needed" ? required(context, "code_verifier") : sentText(context, "code_verifier");
  if (verifier === undefined) return;
  if (!VERIFIER.test(verifier)) {
    const rule = "The code_verifier must have 43 to 128 characters of A-Z a-z 0-9 - . _ ~";
    throw oauthError(400, "invalid_request", rule);
  }
  if (code_challenge === null || !isSame(digest(verifier), code_challenge)) throw invalidGrant();
}

function passwordGrant(context: Context): Reply {
  const client = findClient(context);
  if (client !== undefined && !client.isAuthenticated && client.application.secret_digest !== null) throw invalidClient(context);
  const [username, password] = [required(context, "username"), required(context, "password")];
  const scopes = wantedScopes(sentText(context, "scope"), client?.application.scopes);
  const user = signIn(context, username, password);
  if (user === undefined || hasTwoFactor(context, user)) throw invalidGrant();
  const application_id = client?.application.id ?? null;
  const origin = { application_id, code_digest: null, redirect_uri: null, code_challenge: null, authenticated_at: unixTime() };
  const { access_token } = issue(context, { user_id: user.id, scopes }, origin, { isRefreshable: false });
  const body = { access_token, token_type: "bearer", expires_in: context.instance.tokenLifetime };
  return { status: 200, body, headers: NO_STORE };
}

function requireActive({ store }: Context, userId: number): void {
  if (store.users.get(userId)?.state !== "active") throw invalidGrant();
}

function success({ instance }: Context, { access_token, refresh_token, created_at }: Issued): Reply {
  const body = { access_token, token_type: "bearer", expires_in: instance.tokenLifetime, refresh_token, created_at };
  return { status: 200, body, headers: NO_STORE };
}
