import { type Row, defineTable } from "./table.js";

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json };

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; none of what is no list. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json): item is JsonObject => isObject(item)) : [];
}

export type Visibility = "private" | "internal" | "public";

export type Group = Row & {
  readonly name: string;
  readonly path: string;
  readonly full_path: string;
  readonly parent_id: number | null;
  readonly visibility: Visibility;
  readonly created_at: string;
  readonly marked_for_deletion_on: string | null;
  /** Path of the uploaded avatar, as `saveUpload` returned it. */
  readonly avatar: string | null;
  readonly attributes: Attributes;
};

export type Project = Row & {
  readonly name: string;
  readonly path: string;
  readonly path_with_namespace: string;
  /** A group's id, or the `namespace_id` of a user. */
  readonly namespace_id: number;
  readonly creator_id: number;
  readonly visibility: Visibility;
  readonly created_at: string;
  readonly last_activity_at: string;
  readonly archived: boolean;
  readonly marked_for_deletion_on: string | null;
  readonly avatar: string | null;
  readonly topic_ids: readonly number[];
  /** The project that it is a fork of. */
  readonly forked_from_id?: number | null;
  readonly attributes: Attributes;
};

export type Member = Row & {
  readonly source: Source;
  readonly user_id: number;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly created_by_id?: number | null;
  /** A custom role, whose base is the level. */
  readonly member_role_id?: number | null;
  /** Of a member whom a directory gives: true once somebody has taken the level out of its hands. */
  readonly override?: boolean;
};

type Share = Row & Pick<Member, "expires_at" | "member_role_id"> & { readonly group_id: number; readonly group_access: number };

/** Members of `shared_with_group_id` get at most `group_access` in `group_id` and below. */
type GroupShare = Share & { readonly shared_with_group_id: number };

/** Members of `group_id` get at most `group_access` in the project. */
export type ProjectShare = Share & { readonly project_id: number };

/** The owner of members, integrations and settings. */
export type GroupOrProject = Group | Project;

export type Settings = Row & {
  readonly attributes: Attributes;
  readonly created_at: string;
  readonly updated_at: string;
};

/** The bytes of an uploaded file, served back at its path. */
type Upload = Row & { readonly path: string; readonly type: string; readonly content: string };

/** Work that runs when it is due, also after a restart. `failure` is set when it could not be done. */
export type ScheduledWork = Row & {
  readonly due: number;
  readonly work: string;
  readonly input: Json;
  readonly failure: string | null;
};

const lower = (text: string): string => text.toLowerCase();

/** Index key of the members of a group or project; with a user, of that user's membership. */
export function sourceKey(source: Source, userId?: number): string {
  return userId === undefined ? `${source.kind}:${source.id}` : `${source.kind}:${source.id}:${userId}`;
}

/** The tables that the store gives as fields. Resources define further ones beside their behaviour and ask `store.of(table)`. */
export const tables = {
  users: defineTable<User, "username" | "namespace">("users", {
    username: (user) => lower(user.username),
    namespace: (user) => user.namespace_id,
  }),
  tokens: defineTable<Token, "value" | "user">("tokens", { value: (token) => token.value, user: (token) => token.user_id }),
  groups: defineTable<Group, "full_path" | "parent">("groups", {
    full_path: (group) => lower(group.full_path),
    parent: (group) => group.parent_id ?? "none",
  }),
  projects: defineTable<Project, "full_path" | "namespace" | "topic" | "fork">("projects", {
    full_path: (project) => lower(project.path_with_namespace),
    namespace: (project) => project.namespace_id,
    topic: (project) => project.topic_ids,
    fork: (project) => project.forked_from_id ?? null,
  }),
  members: defineTable<Member, "source" | "membership" | "user">("members", {
    source: (member) => sourceKey(member.source),
    membership: (member) => sourceKey(member.source, member.user_id),
    user: (member) => member.user_id,
  }),
  groupShares: defineTable<GroupShare, "group" | "shared_with">("group_shares", {
    group: (share) => share.group_id,
    shared_with: (share) => share.shared_with_group_id,
  }),
  projectShares: defineTable<ProjectShare, "project" | "group">("project_shares", {
    project: (share) => share.project_id,
    group: (share) => share.group_id,
  }),
  settings: defineTable<Settings>("settings", {}),
  uploads: defineTable<Upload, "path">("uploads", { path: (upload) => upload.path }),
  scheduledWork: defineTable<ScheduledWork>("scheduled_work", {}),
};

/** Attributes that the API reads and writes by name, beside the structural fields of a record. */
export type Attributes = Readonly<Record<string, Json>>;

export type Source = { readonly kind: "group" | "project"; readonly id: number };

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

export type User = Row & {
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

export type Token = Row & {
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

/** Attributes as they are written, else as they are preset, in the order of the presets. */
export function orPreset(written: Attributes, presets: Attributes): Record<string, Json> {
  return Object.fromEntries(Object.entries(presets).map(([name, preset]) => [name, written[name] ?? preset]));
}

/** Some attributes of a record, in the order in which they are named. */
export function picked<T, K extends keyof T>(record: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;
}

/** Of attributes that may be sent, those that are. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const sent = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
