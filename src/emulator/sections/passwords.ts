import type { Context, PlatformState } from "../context.js";
import { firstAdministrator, userNamed } from "../lookup.js";
import type { User } from "../records.js";
import { hashPassword, isPassword, isSame } from "../secrets.js";
import { defineTable } from "../table.js";

/** How a user signs in where that differs from what every user has. */
type SignIn = {
  readonly id: number;
  readonly user_id: number;
  /** Null for the password that every user of a seed has; empty for a user who has none. */
  readonly password_hash: string | null;
  readonly two_factor: boolean;
};

const signIns = defineTable<SignIn, "user">("sign_ins", { user: (row) => row.user_id });

/** Gives a user a password, or the need of a second factor. */
export function setSignIn({ store }: PlatformState, user: User, how: { password?: string | null; two_factor?: boolean }): void {
  if (how.password === undefined && how.two_factor === undefined) return;
  const password_hash = how.password === undefined ? null : how.password === null ? "" : hashPassword(how.password);
  const known = store.of(signIns).first("user", user.id);
  const two_factor = how.two_factor ?? known?.two_factor ?? false;
  if (known === undefined) store.of(signIns).insert({ user_id: user.id, password_hash, two_factor });
  else store.of(signIns).update(known.id, { ...(how.password === undefined ? {} : { password_hash }), two_factor });
}

/**
 * The active user with this username or e-mail address and this password; undefined when there is none. The password is what the seed gives, else
 * `password-of-<username>`; that of the administrator who is always there is the token that the emulator was started with.
 */
export function signIn({ store, adminToken }: Context, login: string, password: string): User | undefined {
  const user = userNamed(store, login) ?? store.users.all().find(({ email }) => email.toLowerCase() === login.toLowerCase());
  if (user === undefined || user.state !== "active") return undefined;
  const hash = store.of(signIns).first("user", user.id)?.password_hash ?? null;
  const preset = user.id === firstAdministrator(store)?.id ? adminToken : `password-of-${user.username}`;
  return (hash === null ? isSame(password, preset) : isPassword(password, hash)) ? user : undefined;
}

/** True when the user signs in with a second factor. */
export function hasTwoFactor({ store }: PlatformState, user: User): boolean {
  return store.of(signIns).first("user", user.id)?.two_factor === true;
}
