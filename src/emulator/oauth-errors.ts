import { HttpError } from "./errors.js";
import { isObject } from "./json.js";

/** Tokens and errors of the protocol are never kept by a cache (RFC 6749, 5.1). */
export const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" } as const;

/** A failure in the form of RFC 6749: `{"error":"invalid_grant","error_description":"…"}`. Those with 401 carry the challenge that HTTP asks for. */
export function oauthError(status: number, error: string, description: string, scheme: "Basic" | "Bearer" = "Bearer"): HttpError {
  const challenge = scheme === "Basic" ? `Basic realm="OAuth"` : `Bearer realm="OAuth", error="${error}"`;
  return new HttpError(
    status,
    { error, error_description: description },
    { ...NO_STORE, ...(status === 401 ? { "WWW-Authenticate": challenge } : {}) },
  );
}

/** A failure that came about before the handler ran, such as a body that cannot be read, in the form of RFC 6749. */
export function asOAuthError(failure: HttpError): HttpError {
  const { status, body, headers } = failure;
  if (isObject(body) && "error_description" in body) return failure;
  const said = isObject(body) ? (body["error"] ?? body["message"]) : undefined;
  const description = typeof said === "string" ? said : "The request cannot be read.";
  return new HttpError(status, { error: "invalid_request", error_description: description }, { ...NO_STORE, ...headers });
}
