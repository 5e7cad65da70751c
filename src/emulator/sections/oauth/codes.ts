import type { PlatformState } from "../../context.js";
import { digest, isSame, newSecret } from "../../secrets.js";
import { defineTable } from "../../table.js";

/** What a user approved: all that the token endpoint must find again. */
export interface Approval {
  readonly user_id: number;
  readonly application_id: number;
  readonly scopes: readonly string[];
  readonly redirect_uri: string;
  /** S256 of the code verifier; null without PKCE. */
  readonly code_challenge: string | null;
  /** Unix time of the sign-in. */
  readonly authenticated_at: number;
}

/** An authorization code that was not used yet. */
export type Code = Approval & { readonly id: number; readonly digest: string; readonly expires_at: number };

const codes = defineTable<Code, "digest">("oauth_codes", { digest: (code) => code.digest });

const LIFETIME = 10 * 60 * 1000;

/** A code for what was approved, good once and for ten minutes. Codes that nobody fetched in time are forgotten. */
export function issueCode({ store }: PlatformState, approval: Approval): string {
  const table = store.of(codes);
  for (const { id, expires_at } of table.all()) if (expires_at <= Date.now()) table.delete(id);
  const code = newSecret();
  table.insert({ ...approval, digest: digest(code), expires_at: Date.now() + LIFETIME });
  return code;
}

/** The code as it was issued; undefined when it is unknown, used or expired. */
export function findCode({ store }: PlatformState, code: string): Code | undefined {
  const found = store.of(codes).first("digest", digest(code));
  return found !== undefined && found.expires_at > Date.now() ? found : undefined;
}

/** Takes a code out of circulation. */
export function useCode({ store }: PlatformState, { id }: Code): void {
  store.of(codes).delete(id);
}

/** True for 43 to 128 of the unreserved characters (document 1, PKCE code verifier). */
export function isVerifier(text: string): boolean {
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(text);
}

/** True when the challenge is S256 of the verifier. */
export function answers(verifier: string, challenge: string): boolean {
  return isSame(digest(verifier), challenge);
}
