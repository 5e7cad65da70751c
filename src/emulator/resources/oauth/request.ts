import type { Context } from "../../core/context.js";
import { type HttpError, OAuthError, oauthError } from "../../core/replies.js";
import { digest, isSame } from "../../core/secrets.js";
import { type Application, applicationNamed, wantedScopes } from "./records.js";

/** The application that a request names, and whether it showed its secret. */
export interface Client {
  readonly application: Application;
  readonly isAuthenticated: boolean;
}

interface ClientCredentials {
  readonly id: string;
  /** Readings of what was sent, any of which may be right; none when no secret was sent. */
  readonly secrets: readonly string[];
}

/** A parameter that was sent as one text that is not blank. */
export function sentText(context: Context, name: string): string | undefined {
  const value = context.params.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A parameter that must be sent. Throws `invalid_request`. */
export function required(context: Context, name: string): string {
  const value = sentText(context, name);
  if (value === undefined) throw oauthError(400, "invalid_request", `Missing required parameter: ${name}.`);
  return value;
}

/** `invalid_grant`: what was given for a token is not good for one. The reason is the same for all, so that nothing can be found out by trying. */
export function invalidGrant(): HttpError {
  const reasons =
    "is invalid, expired, revoked, does not match the redirect URI of the authorization request, or belongs to another client";
  return oauthError(400, "invalid_grant", `The authorization grant ${reasons}.`);
}

/** `invalid_client`, with the challenge of HTTP Basic when that was used. */
export function invalidClient(context: Context): HttpError {
  const scheme = context.request.headers.get("authorization")?.startsWith("Basic") === true ? "Basic" : "Bearer";
  return oauthError(401, "invalid_client", "The client is unknown, or its client_secret is missing or wrong.", scheme);
}

/**
 * The client of a request to the token or revocation endpoint, by HTTP Basic or by `client_id` and `client_secret`; undefined when none is named. Throws
 * `invalid_client` when it is unknown or the secret is wrong.
 */
export function findClient(context: Context): Client | undefined {
  const sent = sentCredentials(context);
  if (sent === undefined) return undefined;
  const application = applicationNamed(context.store, sent.id);
  if (application === undefined) throw invalidClient(context);
  const { secret_digest: known } = application;
  const isAuthenticated = known !== null && sent.secrets.some((secret) => isSame(digest(secret), known));
  if (sent.secrets.length > 0 && !isAuthenticated) throw invalidClient(context);
  return { application, isAuthenticated };
}

/** As `findClient`, for requests that must name one: throws `invalid_request` without it. */
export function requireClient(context: Context): Client {
  const client = findClient(context);
  if (client === undefined) throw oauthError(400, "invalid_request", "Missing required parameter: client_id.");
  return client;
}

/** The token that a request to a protected endpoint comes with: by Bearer, or by `access_token=`. */
export function sentToken({ request }: Context): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return bearer ?? request.query.get("access_token") ?? undefined;
}

function sentCredentials(context: Context): ClientCredentials | undefined {
  const basic = /^Basic\s+([\w+/=-]+)\s*$/i.exec(context.request.headers.get("authorization") ?? "")?.[1];
  if (basic !== undefined) {
    const [id = "", ...rest] = Buffer.from(basic, "base64").toString("utf8").split(":");
    const secret = rest.join(":");
    // RFC 6749 has both form-encoded; many clients send them as they are.
    return { id: formDecoded(id), secrets: [formDecoded(secret), secret] };
  }
  const id = sentText(context, "client_id");
  const secret = sentText(context, "client_secret");
  return id === undefined ? undefined : { id, secrets: secret === undefined ? [] : [secret] };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** An authorization request that may be shown to a user. */
export interface AuthorizationRequest {
  readonly application: Application;
  readonly redirect_uri: string;
  readonly scopes: readonly string[];
  readonly code_challenge: string | null;
}

/** What becomes of an authorization request: it is asked, the application is told what is wrong, or only the user can be told. */
type Outcome =
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
  const uid = sentText(context, "client_id");
  const application = uid === undefined ? undefined : applicationNamed(context.store, uid);
  if (application === undefined) return { kind: "stop", problem: "No application is registered under this client_id." };
  const redirect_uri = sentText(context, "redirect_uri");
  if (redirect_uri === undefined || !application.redirect_uris.includes(redirect_uri))
    return { kind: "stop", problem: `The redirect_uri is not one that ${application.name} is registered with.` };
  try {
    const code_challenge = challengeOf(context, application);
    const scopes = wantedScopes(sentText(context, "scope"), application.scopes);
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
  const responseType = sentText(context, "response_type");
  if (responseType === undefined) throw oauthError(400, "invalid_request", "Missing required parameter: response_type.");
  if (responseType !== "code") {
    const why = responseType === "token" ? "The implicit grant has been removed." : "There is only code.";
    throw oauthError(400, "unsupported_response_type", `The response_type is not supported. ${why}`);
  }
  const challenge = sentText(context, "code_challenge");
  const method = sentText(context, "code_challenge_method");
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
