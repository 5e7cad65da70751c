import { randomBytes } from "node:crypto";
import type { Context } from "../../context.js";
import { badRequest } from "../../errors.js";
import type { HttpError } from "../../errors.js";
import { instanceSetting } from "../../instance-settings.js";
import type { Token, User } from "../../records.js";
import { DAY } from "../../sections/removal.js";
import type { Store } from "../../store.js";

const MOST_DAYS = 365;
const DAYS_AFTER_ROTATION = 7;

/** The day that lies so many days ahead. */
function dayAhead(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}

/** Whether tokens must end some day. */
export function mustExpire(store: Store): boolean {
  return instanceSetting(store, "require_personal_access_token_expiry") !== false;
}

/** The day on which a token ends that the request makes: what was sent, else as late as may be, else never. */
export function expiryOf({ store, params }: Context, preset = MOST_DAYS): string | null {
  const sent = params.text("expires_at") ?? "";
  if (sent !== "") return sent.slice(0, 10);
  return mustExpire(store) ? dayAhead(preset) : null;
}

/** What is wrong with the day on which a token is to end; undefined when nothing is. */
export function expiryProblem(store: Store, day: string | null): string | undefined {
  const last = dayAhead(MOST_DAYS);
  return day !== null && mustExpire(store) && day > last ? `must be before ${last}` : undefined;
}

type Draft = Pick<Token, "scopes" | "expires_at"> & { readonly name: string } & Partial<
    Pick<Token, "description" | "impersonation">
  >;

/** Stores a token under a value of its own, which is a credential from then on. */
export function makeToken({ store }: Context, user: User, draft: Draft): Token {
  const prefix = instanceSetting(store, "personal_access_token_prefix") ?? "glpat-";
  const value = `${typeof prefix === "string" ? prefix : ""}${randomBytes(15).toString("base64url")}`;
  const created_at = new Date().toISOString();
  return store.tokens.insert({
    user_id: user.id,
    value,
    kind: "personal",
    revoked: false,
    created_at,
    last_used_at: null,
    ...draft,
  });
}

/** 400 in the words of a handler that gives its reason. */
export function refused(reason: string): HttpError {
  return badRequest(`400 Bad request - ${reason}`);
}

/** Revokes a token and makes another like it. Throws 400 for one that is revoked, and then no token of its user that came of it is good any more. */
export function rotateToken(context: Context, token: Token): Token {
  const { store } = context;
  const user = store.users.get(token.user_id);
  if (token.revoked || user === undefined) throw refused("Token already revoked");
  const expires_at = expiryOf(context, DAYS_AFTER_ROTATION);
  const problem = expiryProblem(store, expires_at);
  if (problem !== undefined) throw refused(`Expires at ${problem}`);
  store.tokens.update(token.id, { revoked: true });
  const { scopes, name = "", description = null, impersonation = false } = token;
  return makeToken(context, user, { scopes, name, description, impersonation, expires_at });
}

/** Whether it opens anything still. */
export function isActive({ revoked, expires_at }: Token): boolean {
  return !revoked && (expires_at === null || Date.parse(expires_at) > Date.now());
}
