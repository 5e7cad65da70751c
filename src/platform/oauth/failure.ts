import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { TrueupError, type TrueupErrorOptions } from "../../core/errors.js";
import type { Redactor } from "../../core/redact.js";

/** An exchange with the OAuth endpoints that did not succeed. */
export class OAuthError extends TrueupError {
  /** The error code of RFC 6749, for example `invalid_grant`; empty where the server gave none. */
  readonly reason: string;
  /** True where the same request may succeed a little later: no reply, too many requests, a server in trouble. */
  readonly passing: boolean;

  constructor(options: TrueupErrorOptions & { readonly reason?: string; readonly passing?: boolean }) {
    super(options);
    this.name = "OAuthError";
    this.reason = options.reason ?? "";
    this.passing = options.passing ?? false;
  }
}

/** The next step for each error code of RFC 6749 that has one of its own. */
const hints: Readonly<Record<string, string>> = {
  access_denied: "Run trueup auth login again and choose Authorize.",
  invalid_client:
    "Check the application's id, and give its secret in TRUEUP_CLIENT_SECRET if it is confidential (or none if it is not).",
  unauthorized_client: "The application may not use this flow: look at its settings on the server.",
  invalid_scope: "Ask for scopes that the application is registered with: --scopes.",
  invalid_grant: "Run trueup auth login again.",
};

/**
 * What the OAuth library throws, in our words: what was asked, what the server said, what to do. Errors of other origin come back as they are.
 * @param what begins the message, for example `the token endpoint`
 */
export function oauthFailure(error: unknown, what: string, where: string, redactor: Redactor): unknown {
  const refusal = refusalOf(error);
  const clean = (text: string): string => redactor.scrub(text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 300));
  if (refusal !== undefined) {
    const { reason, description, status } = refusal;
    return new OAuthError({
      code: `oauth.${/^[a-z_]{1,40}$/.test(reason) ? reason : "refused"}`,
      message: `${what} refused (${clean(reason)})${description === "" ? "" : `: ${clean(description)}`}`,
      hint: hints[reason] ?? "See what the server says.",
      where,
      reason,
      passing: isPassing(status),
    });
  }
  if (!(error instanceof OperationProcessingError)) return error;
  const status = error.cause instanceof Response ? error.cause.status : 200;
  return new OAuthError({
    code: "oauth.foreign",
    message: `${what} does not answer as OAuth 2.0 does${status === 200 ? "" : `: it answered ${status}`}`,
    hint: isPassing(status)
      ? "The server has a problem of its own: try later."
      : "Is the URL right, and is there a login page or a proxy in front of it?",
    where,
    passing: isPassing(status),
  });
}

function refusalOf(error: unknown) {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const status = error instanceof ResponseBodyError ? error.status : 302;
    return { reason: error.error, description: error.error_description ?? "", status };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    const challenge = error.cause.map(({ parameters }) => parameters).find(({ error: reason }) => reason !== undefined);
    return { reason: challenge?.error ?? "unauthorized", description: challenge?.error_description ?? "", status: error.status };
  }
  return undefined;
}

/** True for a status that may be another one a little later. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
