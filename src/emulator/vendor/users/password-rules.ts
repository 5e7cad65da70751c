import { numberSetting } from "../../instance-settings.js";
import type { User } from "../../records.js";
import type { Store } from "../../store.js";

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
  const own = parts.map((part) => part.toLowerCase()).filter((part) => part.length >= 4);
  return COMMON.has(password) || [...FORBIDDEN, ...own].some((word) => password.includes(word));
}
