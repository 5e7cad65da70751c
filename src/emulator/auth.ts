import { HttpError, forbidden, unauthorized } from "./errors.js";
import type { Operation } from "./operations.js";
import type { Token, User } from "./records.js";
import type { Store } from "./store.js";

interface Credential {
  readonly value: string;
  readonly isJob: boolean;
}

/** Query names that carry a credential; links never repeat them. */
export const CREDENTIAL_NAMES = ["private_token", "access_token", "job_token"] as const;

/**
 * Finds the caller (document 1, Credentials): `PRIVATE-TOKEN`, `Authorization: Bearer`, `private_token=` or `access_token=`; job tokens only where the
 * operation takes them. Returns undefined without a credential. Throws 401 for one that is not valid, and 403 when its scopes or the
 * caller's role are not enough for the operation.
 * @param adminToken the token that this run of the emulator was started with; it is the first administrator's and is never stored
 */
export function authenticate(
  store: Store,
  operation: Operation,
  headers: Headers,
  query: URLSearchParams,
  adminToken: string,
): User | undefined {
  const credential = findCredential(headers, query);
  const user = credential === undefined ? undefined : userOf(store, operation, credential, adminToken);
  if (operation.caller !== "anyone" && user === undefined) throw unauthorized();
  if (operation.caller === "administrator" && user?.is_admin !== true) throw forbidden();
  return user;
}

function findCredential(headers: Headers, query: URLSearchParams): Credential | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
  const job = headers.get("job-token") ?? query.get("job_token");
  const value = headers.get("private-token") ?? query.get("private_token") ?? bearer ?? query.get("access_token");
  if (value !== undefined && value !== null) return { value, isJob: false };
  return job === null ? undefined : { value: job, isJob: true };
}

function userOf(store: Store, operation: Operation, credential: Credential, adminToken: string): User {
  if (credential.value === adminToken && !credential.isJob) return active(store.users.all().find((user) => user.is_admin));
  const token = store.tokens.first("value", credential.value);
  if (token === undefined || token.revoked || (credential.isJob && token.kind !== "job")) throw unauthorized();
  if (token.kind === "job" && !operation.jobToken) throw unauthorized();
  if (token.expires_at !== null && Date.parse(token.expires_at) <= Date.now()) {
    const description = "Token is expired. You can either do re-authorization or token refresh.";
    throw new HttpError(401, { error: "invalid_token", error_description: description });
  }
  requireScope(token, operation);
  return active(store.users.get(token.user_id));
}

function active(user: User | undefined): User {
  if (user === undefined) throw unauthorized();
  if (user.state !== "active") throw forbidden("Your account has been blocked.");
  return user;
}

function requireScope(token: Token, operation: Operation): void {
  if (token.kind === "job" || token.scopes.includes("api")) return;
  const reads = operation.method === "GET";
  if (reads && token.scopes.includes("read_api")) return;
  if (reads && token.scopes.includes("read_user") && operation.paths[0]?.startsWith("/api/v4/user") === true) return;
  const scope = reads ? "api read_api" : "api";
  const description = "The request requires higher privileges than provided by the access token.";
  throw new HttpError(403, { error: "insufficient_scope", error_description: description, scope });
}
