import { firstAdministrator, userNamed } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { numberSetting } from "../../core/instance-settings.js";
import type { User } from "../../core/records.js";
import { hashPassword, isPassword, isSame } from "../../core/secrets.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";

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

const LEAST = 8;

const MOST = 128;

/** The passwords that are tried first, and words that are in no password of such a server. */
const COMMON = new Set(["password", "passw0rd", "password1", "password123", "12345678", "123456789", "1234567890", "qwertyuiop"]);

const FORBIDDEN = ["gitlab", "devops"];

/** What is wrong with a password: its length, or that it is too easily guessed. */
export function checkPassword(store: Store, password: string, user: Pick<User, "name" | "username" | "email">): string[] {
  const least = Math.max(numberSetting(store, "minimum_password_length"), LEAST);
  const { length } = Array.from(password);
  return [
    ...(length < least ? [`is too short (minimum is ${least} characters)`] : []),
    ...(length > MOST ? [`is too long (maximum is ${MOST} characters)`] : []),
    ...(isWeak(password.toLowerCase(), user) ? ["must not contain commonly used combinations of words and letters"] : []),
  ];
}

function isWeak(password: string, { name, username, email }: Pick<User, "name" | "username" | "email">): boolean {
  const [local = "", domain = ""] = email.split("@");
  const parts = [name, username, email, local, domain, ...name.split(/\s+/), ...username.split(/[._-]/)];
  const longParts = parts.map((part) => part.toLowerCase()).filter((part) => part.length >= 4);
  return COMMON.has(password) || [...FORBIDDEN, ...longParts].some((word) => password.includes(word));
}
