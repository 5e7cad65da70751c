import type { Context } from "../../context.js";
import { OAuthError, oauthError } from "../../oauth-errors.js";
import { applicationNamed } from "./applications.js";
import type { Application } from "./applications.js";
import { said } from "./request.js";
import { wantedScopes } from "./scopes.js";

/** An authorization request that may be shown to a user. */
export interface AuthorizationRequest {
  readonly application: Application;
  readonly redirect_uri: string;
  readonly scopes: readonly string[];
  readonly code_challenge: string | null;
}

/** What becomes of an authorization request: it is asked, the application is told what is wrong, or only the user can be told. */
export type Outcome =
  | { readonly kind: "ask"; readonly request: AuthorizationRequest }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "stop"; readonly problem: string };

/** The parameters of an authorization request (document 1, `GET /oauth/authorize`). */
export const PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "state",
  "scope",
  "code_challenge",
  "code_challenge_method",
] as const;

/**
 * Reads an authorization request. While it is not certain that the redirect URI is the application's own, nobody is sent there (RFC 6749, 4.1.2.1); the
 * URI must be one of the registered ones, character by character.
 */
export function readAuthorization(context: Context): Outcome {
  const uid = said(context, "client_id");
  const application = uid === undefined ? undefined : applicationNamed(context.store, uid);
  if (application === undefined) return { kind: "stop", problem: "No application is registered under this client_id." };
  const redirect_uri = said(context, "redirect_uri");
  if (redirect_uri === undefined || !application.redirect_uris.includes(redirect_uri))
    return { kind: "stop", problem: `The redirect_uri is not one that ${application.name} is registered with.` };
  try {
    const code_challenge = challengeOf(context, application);
    const scopes = wantedScopes(said(context, "scope"), application.scopes);
    return { kind: "ask", request: { application, redirect_uri, scopes, code_challenge } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.code, error_description: error.description };
    return { kind: "redirect", location: backTo(context, redirect_uri, answer) };
  }
}

/** The redirect URI with the answer, and the state as it came. */
export function backTo(context: Context, redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const state = context.params.get("state");
  const query = new URLSearchParams({ ...answer, ...(typeof state === "string" ? { state } : {}) });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query.toString()}`;
}

function challengeOf(context: Context, application: Application): string | null {
  const responseType = said(context, "response_type");
  if (responseType === undefined) throw oauthError(400, "invalid_request", "Missing required parameter: response_type.");
  if (responseType !== "code") {
    const why = responseType === "token" ? "The implicit grant has been removed." : "There is only code.";
    throw oauthError(400, "unsupported_response_type", `The response_type is not supported. ${why}`);
  }
  const challenge = said(context, "code_challenge");
  const method = said(context, "code_challenge_method");
  if (challenge === undefined) {
    if (method === undefined && application.secret_digest !== null) return null;
    const why = method === undefined ? "; an application without a secret must use PKCE" : "";
    throw oauthError(400, "invalid_request", `Missing required parameter: code_challenge${why}.`);
  }
  if (method !== "S256") throw oauthError(400, "invalid_request", "The code_challenge_method must be S256.");
  if (!/^[\w-]{43}$/.test(challenge))
    throw oauthError(400, "invalid_request", "The code_challenge must be URL-safe base64 of a SHA-256, without padding.");
  return challenge;
}
