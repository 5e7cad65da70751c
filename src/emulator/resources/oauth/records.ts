import type { PlatformState } from "../../core/context.js";
import { type Json, type Token, picked } from "../../core/records.js";
import { oauthError } from "../../core/replies.js";
import { digest, newSecret } from "../../core/secrets.js";
import { type Seeded, TEXT, TEXTS, seedList, seedObject, seedPart } from "../../core/seed-part.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { parsedUrl } from "../../core/url.js";

/** A registered application (document 1, OAuth 2.0 provider). One without a secret is public: it can only use PKCE. */
export type Application = {
  readonly id: number;
  /** Its client id. */
  readonly uid: string;
  readonly name: string;
  readonly secret_digest: string | null;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
};

export const applicationTable = defineTable<Application, "uid">("oauth_applications", { uid: (application) => application.uid });

/** What can run a script when a browser is led to it. */
const SCRIPTS = /^(?:javascript|data|vbscript):/i;

/** Every scope, with what it lets an application do (document 1, Gaps; the reference of real servers, section A). */
export const OAUTH_SCOPES: Readonly<Record<string, string>> = {
  api: "Read and write everything that you can, through the API",
  read_api: "Read everything that you can, through the API",
  read_user: "Read your profile",
  read_repository: "Read your repositories over HTTPS",
  write_repository: "Read and write your repositories over HTTPS",
  read_registry: "Read your container images",
  write_registry: "Write your container images",
  sudo: "Act as any user, if you are an administrator",
  openid: "Know who you are",
  profile: "Read your public profile",
  email: "Read your e-mail address",
};

const SEED = seedObject(["name", "client_id", "redirect_uris", "scopes"], {
  name: TEXT,
  client_id: TEXT,
  client_secret: TEXT,
  redirect_uris: TEXTS,
  scopes: seedList({ type: "string", enum: Object.keys(OAUTH_SCOPES) }),
});

/** Registered applications; they come from the seed alone (document 1: registration happens outside the API). */
export const applicationSeed = seedPart(
  "oauth_applications",
  "Applications registered with the OAuth provider; one without a secret is public and must use PKCE.",
  SEED,
  register,
);

/** The application with a client id. */
export function applicationNamed(store: Store, uid: string): Application | undefined {
  return store.of(applicationTable).first("uid", uid);
}

function register({ store }: PlatformState, seed: Seeded<typeof SEED>): void {
  const { name, client_id, client_secret, redirect_uris, scopes } = seed;
  if (applicationNamed(store, client_id) !== undefined) throw new Error(`the seed has two applications named ${client_id}`);
  const bad = redirect_uris.find((uri) => !isRedirectUri(uri));
  if (bad !== undefined || redirect_uris.length === 0)
    throw new Error(
      `the seed's application ${client_id} needs redirect_uris that are absolute and have no fragment: ${bad ?? "[]"}`,
    );
  const secret_digest = client_secret === undefined ? null : digest(client_secret);
  store.of(applicationTable).insert({ uid: client_id, name, secret_digest, redirect_uris, scopes });
}

/** True for an address that codes may be sent to: absolute, without a fragment, and nothing that a browser runs. */
export function isRedirectUri(uri: Json): boolean {
  return typeof uri === "string" && parsedUrl(uri) !== undefined && !uri.includes("#") && !SCRIPTS.test(uri.trim());
}

/** What a user approved: all that the token endpoint must find again. */
interface Approval {
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
  const grant = store.of(codes).first("digest", digest(code));
  return grant !== undefined && grant.expires_at > Date.now() ? grant : undefined;
}

/** Takes a code out of circulation. */
export function useCode({ store }: PlatformState, { id }: Code): void {
  store.of(codes).delete(id);
}

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
  const refresh_digest = isRefreshable ? digest(refresh_token) : null;
  const facts = picked(origin, "application_id", "code_digest", "redirect_uri", "code_challenge", "authenticated_at");
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

const DEFAULT = "api";

/**
 * The scopes that a request asks for, separated by spaces; `api` when it asks for none. Throws `invalid_scope` for those that do not exist, or that the
 * application was not registered with.
 */
export function wantedScopes(
  text: string | undefined,
  allowed: readonly string[] = Object.keys(OAUTH_SCOPES),
): readonly string[] {
  const wanted = [...new Set((text ?? DEFAULT).split(/\s+/).filter((scope) => scope !== ""))];
  const refused = wanted.filter((scope) => !allowed.includes(scope));
  if (wanted.length > 0 && refused.length === 0) return wanted;
  throw oauthError(
    400,
    "invalid_scope",
    `The requested scope is unknown, or not one of the application's: ${allowed.join(" ")}.`,
  );
}
