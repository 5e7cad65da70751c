import type { Attributes, Source } from "./common.js";
/** What a user says of himself; empty where nothing is said. */
export const PROFILE_FIELDS = [
  "avatar_url",
  "bio",
  "location",
  "public_email",
  "skype",
  "linkedin",
  "twitter",
  "website_url",
  "organization",
] as const;

export type UserProfile = Readonly<Partial<Record<(typeof PROFILE_FIELDS)[number], string>>>;

/** Whether a user may sign in, and why not. */
export type UserState = "active" | "blocked" | "ldap_blocked" | "banned" | "deactivated" | "blocked_pending_approval";

/** Who vouches for a user elsewhere. */
export type UserIdentity = { readonly provider: string; readonly extern_uid: string; readonly saml_provider_id: number | null };

export type User = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly state: UserState;
  readonly is_admin: boolean;
  /** Others do not see what is the user's. */
  readonly private_profile: boolean;
  readonly profile?: UserProfile;
  /** Id of the user's own namespace; it shares the number range of groups. */
  readonly namespace_id: number;
  readonly created_at: string;
  /** What kind of nobody it is, where no person stands behind it: with a token of a project or group, of a service, or for what those who are gone left. */
  readonly bot?: "project_bot" | "service_account" | "ghost";
  /** The project or group whose bot or service account it is. */
  readonly provisioned_by?: Source;
  readonly identities?: readonly UserIdentity[];
  /** Path of the uploaded avatar. */
  readonly avatar?: string | null;
  readonly created_by_id?: number | null;
  /** What real servers know of a user beyond that. */
  readonly attributes?: Attributes;
};

export type Token = {
  readonly id: number;
  readonly user_id: number;
  readonly value: string;
  readonly kind: "personal" | "oauth" | "job";
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly revoked: boolean;
  /** The job that a job token belongs to. */
  readonly job_id?: number | null;
  readonly name?: string;
  readonly description?: string | null;
  readonly created_at?: string;
  readonly last_used_at?: string | null;
  /** An administrator made it to act as the user. */
  readonly impersonation?: boolean;
};
