import { firstAdministrator, userWith } from "./access.js";
import type { Context } from "./context.js";
import type { Operation } from "./operations.js";
import type { Token, User, UserState } from "./records.js";
import { HttpError, forbidden, unauthorized } from "./replies.js";
import type { Store } from "./store.js";

/** Who calls, and the stored token that says so. */
type Identity = Pick<Context, "user" | "token">;

interface Credential {
  readonly value: string;
  /** The kinds of token that may be sent this way. */
  readonly kinds: readonly Token["kind"][];
}

/** What decides who gets in: of an operation, or of what is no operation of the API description. */
export type Entrance = Pick<Operation, "method" | "caller" | "jobToken" | "scopes">;

/** Nobody in particular. */
export const ANONYMOUS: Identity = { user: undefined, token: undefined };

/**
 * Finds the caller (document 1, Credentials): personal tokens by `PRIVATE-TOKEN` or `private_token=`, OAuth and personal ones by `Authorization: Bearer`
 * or `access_token=`, job tokens by Bearer, `JOB-TOKEN` or `job_token=`, and only where the operation takes them. Throws 401 for a credential that is
 * not valid, or that is needed and missing, and 403 when its scopes are not enough.
 * @param adminToken the token that this run of the emulator was started with; it is the first administrator's and is never stored
 */
export function authenticate(
  store: Store,
  operation: Entrance,
  headers: Headers,
  query: URLSearchParams,
  adminToken: string,
): Identity {
  const credential = findCredential(headers, query);
  if (credential !== undefined) return identify(store, operation, credential, adminToken);
  if (operation.caller !== "anyone") throw unauthorized();
  return ANONYMOUS;
}

/**
 * The identity that the operation runs under: an administrator may act as another user (`Sudo`, the reference of real servers, section A). Throws 401
 * and 403 when the caller may not, 404 when there is no such user, and 403 when the operation is for administrators only.
 * @param sudo username or id of the user to act as
 */
export function authorize(store: Store, operation: Operation, identity: Identity, sudo: string | undefined): Identity {
  const user = sudo === undefined ? identity.user : actAs(store, identity, sudo);
  if (operation.caller === "administrator" && user?.is_admin !== true) throw forbidden();
  return { ...identity, user };
}

/** Whose request it is, as far as limits go: the user of its token, whether or not that opens anything. */
export function limitedCaller(store: Store, headers: Headers, query: URLSearchParams, adminToken: string): string {
  const value = findCredential(headers, query)?.value;
  if (value === undefined) return "";
  const id = value === adminToken ? firstAdministrator(store)?.id : store.tokens.first("value", value)?.user_id;
  return String(id ?? "");
}

/** The credential that a request carries, whatever it opens. */
export function findCredentialValue({ headers, url }: Request): string | undefined {
  return findCredential(headers, new URL(url).searchParams)?.value;
}

function actAs(store: Store, { user, token }: Identity, name: string): User {
  if (user === undefined) throw unauthorized();
  if (!user.is_admin) throw forbidden("Must be admin to use sudo");
  if (token?.kind === "job") throw forbidden("Must be authenticated using an OAuth or Personal Access Token to use sudo");
  if (token !== undefined && !token.scopes.includes("sudo")) throw insufficientScope("sudo");
  const other = userWith(store, name);
  if (other === undefined) throw new HttpError(404, { message: `404 User with ID or username '${name}' Not Found` });
  return active(other);
}

function findCredential(headers: Headers, query: URLSearchParams): Credential | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
  const ways: readonly [string | null | undefined, Credential["kinds"]][] = [
    [headers.get("private-token") ?? query.get("private_token"), ["personal"]],
    [bearer, ["oauth", "personal", "job"]],
    [query.get("access_token"), ["oauth", "personal"]],
    [headers.get("job-token") ?? query.get("job_token"), ["job"]],
  ];
  for (const [value, kinds] of ways) if (value !== undefined && value !== null) return { value, kinds };
  return undefined;
}

/** Who a credential stands for. Throws 401 where it is not valid or may not be sent this way, 403 where its scopes are not enough. */
export function identify(store: Store, operation: Entrance, { value, kinds }: Credential, adminToken: string): Identity {
  if (value === adminToken && kinds.includes("personal")) return { user: active(firstAdministrator(store)), token: undefined };
  const token = store.tokens.first("value", value);
  if (token === undefined || !kinds.includes(token.kind)) throw unauthorized();
  if (token.kind === "job" && !operation.jobToken) throw unauthorized();
  if (token.revoked) throw invalidToken("Token was revoked. You have to re-authorize from the user.");
  if (token.expires_at !== null && Date.parse(token.expires_at) <= Date.now())
    throw invalidToken("Token is expired. You can either do re-authorization or token refresh.");
  requireScope(token, operation);
  return { user: active(store.users.get(token.user_id)), token };
}

function active(user: User | undefined): User {
  if (user === undefined) throw unauthorized();
  const refusal = user.state === "active" ? undefined : REFUSALS[user.state];
  if (refusal !== undefined) throw forbidden(refusal);
  return user;
}

/** What users hear who may not sign in. */
const REFUSALS: Readonly<Record<Exclude<UserState, "active">, string>> = {
  blocked: "Your account has been blocked.",
  ldap_blocked: "Your account has been blocked.",
  banned: "Your account has been banned.",
  deactivated: "Your account has been deactivated by your administrator. Please log back in from a web browser to reactivate it.",
  blocked_pending_approval: "Your account is pending approval from your administrator and hence blocked.",
};

function requireScope(token: Token, operation: Entrance): void {
  if (token.kind === "job") return;
  const reading = ["read_api", ...operation.scopes];
  const enough = operation.method === "GET" ? ["api", ...reading] : ["api", ...operation.scopes];
  if (!enough.some((scope) => token.scopes.includes(scope))) throw insufficientScope(enough.join(" "));
}

function invalidToken(description: string): HttpError {
  return new HttpError(401, { error: "invalid_token", error_description: description });
}

function insufficientScope(scope: string): HttpError {
  const description = "The request requires higher privileges than provided by the access token.";
  return new HttpError(403, { error: "insufficient_scope", error_description: description, scope });
}
