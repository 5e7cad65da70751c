import { type Grant, normaliseUrl, passwordGrant as grant, type PasswordRequest } from "../platform/index.js";

/** The client library, `trueup/client`: every endpoint, typed by the API description. It must not know the program, the kinds or plans. */
export type { components, ListRoute, operations, Routes } from "./api.gen.js";
export {
  type CallOptions,
  type Client,
  type ClientCredential,
  type ClientOptions,
  createClient,
  type RawReply,
  type RawRequest,
  type TokenProvider,
} from "./client.js";
export type { Endpoint } from "../platform/endpoint.js";
export { ApiError, TrueupError } from "../core/errors.js";
export type { Grant } from "../platform/index.js";
export type { Headers, Item, Parameters, Reply, Route } from "./types.js";
export { fileUpload, type Upload } from "./upload.js";

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
