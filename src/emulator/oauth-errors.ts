import { HttpError } from "./errors.js";
import { isObject } from "./json.js";

/** Tokens and errors of the protocol are never kept by a cache (RFC 6749, 5.1). */
export const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" } as const;

/** A failure in the form of RFC 6749: `{"error":"invalid_grant","error_description":"…"}`. */
export class OAuthError extends HttpError {
  readonly code: string;
  readonly description: string;

  constructor(status: number, code: string, description: string, headers: Readonly<Record<string, string>>) {
    super(status, { error: code, error_description: description }, { ...NO_STORE, ...headers });
    this.name = "OAuthError";
    this.code = code;
    this.description = description;
  }
}

/** A failure of the protocol. One with 401 carries the challenge that HTTP asks for. */
export function oauthError(status: number, code: string, description: string, scheme: "Basic" | "Bearer" = "Bearer"): OAuthError {
  const challenge = scheme === "Basic" ? `Basic realm="OAuth"` : `Bearer realm="OAuth", error="${code}"`;
  return new OAuthError(status, code, description, status === 401 ? { "WWW-Authenticate": challenge } : {});
}

/** A failure that came about before the handler ran, such as a body that cannot be read, in the form of RFC 6749. */
export function asOAuthError(failure: HttpError): OAuthError {
  if (failure instanceof OAuthError) return failure;
  const { status, body, headers } = failure;
  const said = isObject(body) ? (body["error"] ?? body["message"]) : undefined;
  const description = typeof said === "string" ? said : "The request cannot be read.";
  return new OAuthError(status, "invalid_request", description, headers);
}
