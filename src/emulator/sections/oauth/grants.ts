import type { PlatformState } from "../../context.js";
import type { Token } from "../../records.js";
import { digest, newSecret } from "../../secrets.js";
import { defineTable } from "../../table.js";

/** Where an OAuth access token comes from, and what may refresh it. The access token itself is a row of the tokens. */
export type Grant = {
  readonly id: number;
  readonly token_id: number;
  readonly application_id: number | null;
  /** Digest of the refresh token; null when there is none. */
  readonly refresh_digest: string | null;
  /** Digest of the authorization code that it goes back to, also after refreshes. */
  readonly code_digest: string | null;
  readonly redirect_uri: string | null;
  readonly code_challenge: string | null;
  /** Unix times. */
  readonly authenticated_at: number;
  readonly created_at: number;
};

/** A new access token, and the refresh token that belongs to it. */
export interface Issued {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly created_at: number;
}

type Origin = Pick<Grant, "application_id" | "code_digest" | "redirect_uri" | "code_challenge" | "authenticated_at">;

const grants = defineTable<Grant, "token" | "refresh" | "code">("oauth_grants", {
  token: (grant) => grant.token_id,
  refresh: (grant) => grant.refresh_digest,
  code: (grant) => grant.code_digest,
});

/** Unix time in whole seconds. */
export const unixTime = (): number => Math.floor(Date.now() / 1000);

/** Issues an access token to an application for a user; unless `isRefreshable` is false, with a refresh token. */
export function issue(
  world: PlatformState,
  holder: Pick<Token, "user_id" | "scopes">,
  origin: Origin,
  { isRefreshable }: { isRefreshable: boolean } = { isRefreshable: true },
): Issued {
  const { store, instance } = world;
  forgetDead(world, holder.user_id);
  const [value, refresh_token, created_at] = [newSecret(), newSecret(), unixTime()];
  const expires_at = new Date(Date.now() + instance.tokenLifetime * 1000).toISOString();
  const { user_id, scopes } = holder;
  const token = store.tokens.insert({ user_id, value, kind: "oauth", scopes, expires_at, revoked: false });
  const { application_id, code_digest, redirect_uri, code_challenge, authenticated_at } = origin;
  const refresh_digest = isRefreshable ? digest(refresh_token) : null;
  const facts = { application_id, code_digest, redirect_uri, code_challenge, authenticated_at };
  store.of(grants).insert({ token_id: token.id, refresh_digest, created_at, ...facts });
  return { access_token: value, refresh_token, created_at };
}

/** What a refresh token belongs to, whether or not its access token has expired; undefined when it is unknown, used or revoked. */
export function grantOfRefreshToken({ store }: PlatformState, refreshToken: string): Grant | undefined {
  return store.of(grants).first("refresh", digest(refreshToken));
}

/** What an access token belongs to. */
export function grantOfToken({ store }: PlatformState, token: Token): Grant | undefined {
  return store.of(grants).first("token", token.id);
}

/** What was issued for a code that is used up. */
export function grantsOfCode({ store }: PlatformState, code: string): readonly Grant[] {
  return store.of(grants).where("code", digest(code));
}

/** Ends a grant: neither its access token nor its refresh token is good for anything any more. */
export function revoke({ store }: PlatformState, grant: Grant): void {
  store.tokens.update(grant.token_id, { revoked: true });
  store.of(grants).delete(grant.id);
}

/** A revoked token is remembered, so that its holder is told why, until it would have expired. */
function forgetDead({ store }: PlatformState, userId: number): void {
  for (const { id, kind, revoked, expires_at } of store.tokens.where("user", userId)) {
    const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
    if (kind === "oauth" && revoked && isOver) store.tokens.delete(id);
  }
}
