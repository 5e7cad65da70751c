import { LEVEL } from "../../core/access.js";
import { lastActivity } from "../../core/activity.js";
import { defineEntries } from "../../core/collection/spec.js";
import type { Context, PlatformState } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import { exists } from "../../core/instance.js";
import { presentUser } from "../../core/people.js";
import type { Json, User } from "../../core/records.js";
import { defineTable } from "../../core/table.js";
import { customAttributes } from "../custom-attributes/records.js";
import { hasTwoFactor } from "./passwords.js";

type Shown = Record<string, Json>;

/** What everybody hears of a user in a list. */
export function basicUser(context: Context, user: User): Shown {
  return { ...presentUser(context, user), ...customAttributes(context, { kind: "user", id: user.id }) };
}

/** An attribute of a user that real servers keep, what a seed says of it, else null. */
export function attributeOf({ attributes = {}, profile = {} }: User, name: string): Json {
  return attributes[name] ?? (profile as Readonly<Record<string, string>>)[name] ?? null;
}

/** What everybody hears of one user; of a private profile only its owner and administrators hear all. */
export function fullUser(context: Context, user: User): Shown {
  const { user: caller, store } = context;
  const isOpen = !user.private_profile || caller?.is_admin === true || caller?.id === user.id;
  const follows = store.of(followTable);
  const of = (name: string): Json => attributeOf(user, name) ?? "";
  return {
    ...basicUser(context, user),
    ...(isOpen ? { created_at: user.created_at } : {}),
    bio: of("bio"),
    location: attributeOf(user, "location"),
    linkedin: of("linkedin"),
    twitter: of("twitter"),
    discord: of("discord"),
    website_url: of("website_url"),
    github: of("github"),
    organization: of("organization"),
    job_title: of("job_title"),
    pronouns: attributeOf(user, "pronouns"),
    bot: user.bot !== undefined && user.bot !== "ghost",
    work_information: workOf(of("job_title"), of("organization")),
    local_time: null,
    ...(isOpen
      ? {
          followers: follows.count("followee", user.id),
          following: follows.count("follower", user.id),
          is_followed: follows.where("followee", user.id).some(({ follower_id }) => follower_id === caller?.id),
        }
      : {}),
  };
}

function workOf(title: Json, organization: Json): Json {
  const parts = [title, organization].filter((part): part is string => typeof part === "string" && part !== "");
  return parts.length === 0 ? null : parts.join(" at ");
}

/** What users hear of themselves. */
export function ownUser(context: Context, user: User): Shown {
  const { store } = context;
  const canCreateGroup = attributeOf(user, "can_create_group") ?? instanceSetting(store, "can_create_group") ?? true;
  return {
    ...fullUser(context, user),
    last_sign_in_at: null,
    confirmed_at: Object.hasOwn(user.attributes ?? {}, "confirmed_at") ? attributeOf(user, "confirmed_at") : user.created_at,
    last_activity_on: lastActivity(store, user.id),
    email: user.email,
    theme_id: attributeOf(user, "theme_id"),
    color_scheme_id: attributeOf(user, "color_scheme_id") ?? 1,
    projects_limit: projectsLimit(context, user),
    current_sign_in_at: null,
    identities: (user.identities ?? []).map((identity) => ({ ...identity })),
    can_create_group: canCreateGroup,
    can_create_project: user.is_admin || Number(projectsLimit(context, user)) > 0,
    two_factor_enabled: hasTwoFactor(context, user),
    external: attributeOf(user, "external") ?? false,
    private_profile: user.private_profile,
    commit_email: attributeOf(user, "commit_email") ?? user.email,
    preferred_language: attributeOf(user, "preferred_language") ?? "en",
    shared_runners_minutes_limit: attributeOf(user, "shared_runners_minutes_limit"),
    extra_shared_runners_minutes_limit: attributeOf(user, "extra_shared_runners_minutes_limit"),
    scim_identities: [],
  };
}

function projectsLimit({ store }: PlatformState, user: User): Json {
  return attributeOf(user, "projects_limit") ?? instanceSetting(store, "default_projects_limit");
}

/** What administrators hear of a user. */
export function wholeUser(context: Context, user: User): Shown {
  const { store, instance } = context;
  const maker = typeof user.created_by_id === "number" ? store.users.get(user.created_by_id) : undefined;
  const enterprise = {
    is_auditor: attributeOf(user, "auditor") ?? false,
    provisioned_by_group_id: user.provisioned_by?.kind === "group" ? user.provisioned_by.id : null,
    enterprise_group_id: null,
    enterprise_group_associated_at: null,
    using_license_seat: usesSeat(context, user),
  };
  return {
    ...ownUser(context, user),
    is_admin: user.is_admin,
    note: attributeOf(user, "note"),
    namespace_id: user.namespace_id,
    created_by: maker === undefined ? null : presentUser(context, maker),
    email_reset_offered_at: null,
    ...(exists(instance, { tier: "premium" }) ? enterprise : {}),
  };
}

/** Whether the licence counts the user: who is active and no bot; of Ultimate not those who are guests at most. */
export function usesSeat({ store, instance }: PlatformState, user: User): boolean {
  if (user.state !== "active" || user.bot !== undefined) return false;
  if (!exists(instance, { tier: "ultimate" })) return true;
  const levels = store.members.where("user", user.id).map(({ access_level }) => access_level);
  return Math.max(0, ...levels) > LEVEL.guest;
}

/** Who follows whom. */
type Follow = { readonly id: number; readonly follower_id: number; readonly followee_id: number };

export const followTable = defineTable<Follow, "follower" | "followee">("follows", {
  follower: (follow) => follow.follower_id,
  followee: (follow) => follow.followee_id,
});

/** Further addresses of users. */
export const emailTable = defineEntries("emails");

/** User (extended), document 2, Shared objects. */
export function presentExtendedUser(world: PlatformState, user: User): Record<string, Json> {
  const { created_at, profile = {} } = user;
  return {
    ...presentUser(world, user),
    created_at,
    bio: profile.bio ?? "",
    location: profile.location ?? null,
    public_email: profile.public_email ?? "",
    skype: profile.skype ?? "",
    linkedin: profile.linkedin ?? "",
    twitter: profile.twitter ?? "",
    website_url: profile.website_url ?? "",
    organization: profile.organization ?? null,
  };
}

/** The user as an administrator or the user alone sees it. */
export function presentSelf(world: PlatformState, user: User): Record<string, Json> {
  return {
    ...presentExtendedUser(world, user),
    email: user.email,
    is_admin: user.is_admin,
    namespace_id: user.namespace_id,
  };
}
