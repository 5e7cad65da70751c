import type { PlatformState } from "../context.js";
import { forbidden, notFound } from "../errors.js";
import { isAtLeast } from "../instance.js";
import type { Json } from "../json.js";
import { userNamed } from "../lookup.js";
import { page } from "../pages.js";
import { PROFILE_FIELDS } from "../records.js";
import type { User, UserProfile } from "../records.js";
import { ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { uploadUrl } from "../uploads.js";
import { setSignIn } from "./passwords.js";

type SeedUser = {
  username: string;
  name?: string;
  email?: string;
  is_admin?: boolean;
  private_profile?: boolean;
  state?: User["state"];
  token?: string | null;
  scopes?: string[];
  password?: string | null;
  two_factor?: boolean;
} & UserProfile;

/** Looking users up by name (beyond the documents; the reference of real servers, section C). */
export const users: Resource = {
  operations: {
    "GET /users": (context) => {
      const { store, user, params } = context;
      const username = params.text("username");
      if (user === undefined && username === undefined) throw forbidden("Not authorized to access /api/v4/users");
      const found = username === undefined ? store.users.all() : [userNamed(store, username)].filter((one) => one !== undefined);
      const matching = found.filter(
        (one) => matches(one, params.text("search")) && (params.flag("active") !== true || one.state === "active"),
      );
      return page(matching.toReversed(), context, (one) => presentUser(context, one));
    },
    "GET /users/{id}": (context) => {
      if (context.user === undefined) throw forbidden("Not authorized!");
      const found = context.store.users.get(context.params.requiredNumber("id"));
      if (found === undefined) throw notFound("User");
      return ok(
        context.user.is_admin ? presentSelf(context, found) : { ...presentUser(context, found), created_at: found.created_at },
      );
    },
  },
  seeds: [
    {
      key: "users",
      about:
        "People, with a token each (token-of-<username> when none is given) and a password (password-of-<username>); null for none. The administrator root is always there; an entry for root gives it a token.",
      entry: {
        type: "object",
        required: ["username"],
        additionalProperties: false,
        properties: {
          username: { type: "string" },
          name: { type: "string" },
          email: { type: "string" },
          is_admin: { type: "boolean" },
          private_profile: { type: "boolean" },
          state: { type: "string", enum: ["active", "blocked"] },
          token: { type: ["string", "null"] },
          scopes: { type: "array", items: { type: "string" } },
          password: { type: ["string", "null"] },
          two_factor: { type: "boolean" },
          ...Object.fromEntries(PROFILE_FIELDS.map((name) => [name, { type: "string" }])),
        },
      },
      load: (world, entries) => {
        for (const entry of entries) addUser(world, entry as SeedUser);
      },
    },
  ],
};

/** User (summary), document 2, Shared objects. */
export function presentUser(world: PlatformState, user: User): Record<string, Json> {
  const { id, name, username, state, profile, avatar = null } = user;
  const avatar_url = uploadUrl(world, avatar) ?? profile?.avatar_url ?? null;
  const shown = { id, name, username, state, avatar_url, web_url: `${world.instance.url}/${username}` };
  return {
    ...shown,
    ...(isVendor(world, "17.0") && { locked: false }),
    ...(isVendor(world, "18.0") && { public_email: publicEmail(user) }),
  };
}

/** Real servers show of everybody, from 17.0 on, whether too many wrong passwords locked the account, and later the address that is for all. */
function isVendor({ instance }: PlatformState, release: string): boolean {
  return instance.dialect === "vendor" && isAtLeast(instance.version, release);
}

function publicEmail({ attributes, profile }: User): Json {
  return (attributes ?? {})["public_email"] ?? profile?.public_email ?? null;
}

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

function matches(user: User, search: string | undefined): boolean {
  if (search === undefined || search === "") return true;
  const wanted = search.toLowerCase();
  return user.email.toLowerCase() === wanted || [user.name, user.username].some((text) => text.toLowerCase().includes(wanted));
}

/** Adds a seed's user, or gives the administrator that is always there a token. */
function addUser(world: PlatformState, entry: SeedUser): void {
  const { store } = world;
  const {
    username,
    name = username,
    email = `${username}@example.com`,
    is_admin = false,
    state = "active",
    private_profile = false,
  } = entry;
  const known = userNamed(store, username);
  const created_at = new Date().toISOString();
  const user =
    known ??
    store.users.insert({
      username,
      name,
      email,
      is_admin,
      state,
      private_profile,
      profile: Object.fromEntries(PROFILE_FIELDS.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]))),
      namespace_id: store.groups.allocate(),
      created_at,
    });
  setSignIn(world, user, entry);
  if (entry.token === null || (known !== undefined && entry.token === undefined)) return;
  const value = entry.token ?? `token-of-${username}`;
  store.tokens.insert({
    user_id: user.id,
    value,
    kind: "personal",
    scopes: entry.scopes ?? ["api"],
    expires_at: null,
    revoked: false,
    name: `token of ${username}`,
    created_at,
  });
}
