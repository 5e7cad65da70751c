import type { PlatformState } from "./context.js";
import { isAtLeast } from "./instance.js";
import type { Json, User } from "./records.js";
import { uploadUrl } from "./uploads.js";

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

/** The user with an id, as a summary; null for none. */
export function userSummary(world: PlatformState, id: number | null): Record<string, Json> | null {
  const user = id === null ? undefined : world.store.users.get(id);
  return user === undefined ? null : presentUser(world, user);
}
