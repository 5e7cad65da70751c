import { type Grant, normaliseUrl, passwordGrant as grant, type PasswordRequest } from "../platform/index.js";

/** Who logs in by password, and where. */
export interface PasswordLogin extends Omit<PasswordRequest, "redactor"> {
  /** Hosts that may be spoken to by plain http although they are not this computer. */
  readonly allowHttp?: readonly string[];
}

/**
 * Exchanges a user name and a password for an access token of the scope api: for first-party services that keep the password safe, and not for users with two factors; there
 * is no refresh token (document 1, OAuth 2.0 provider). An application may be named, which then goes as HTTP Basic.
 * Throws TrueupError: `server.url`, or with what the server answered.
 */
export async function passwordGrant({ url, allowHttp, ...login }: PasswordLogin): Promise<Grant> {
  return grant({ ...login, url: normaliseUrl(url, { source: "url", allowHttp }) });
}
