import type { Context } from "../../context.js";
import type { HttpError } from "../../errors.js";
import { oauthError } from "../../oauth-errors.js";
import { digest, isSame } from "../../secrets.js";
import { applicationNamed } from "./applications.js";
import type { Application } from "./applications.js";

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
export function said(context: Context, name: string): string | undefined {
  const value = context.params.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A parameter that must be sent. Throws `invalid_request`. */
export function required(context: Context, name: string): string {
  const value = said(context, name);
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
  const id = said(context, "client_id");
  const secret = said(context, "client_secret");
  return id === undefined ? undefined : { id, secrets: secret === undefined ? [] : [secret] };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
