import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/** A fresh token, code or session: 256 random bits as 64 hexadecimal digits. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** What is stored of a random secret instead of it: its SHA-256, as URL-safe base64 without padding. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares in a time that does not depend on where the two differ. */
export function isSame(text: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(text)), Buffer.from(digest(other)));
}

/** What is stored of a password. */
export function hashPassword(password: string, salt = randomBytes(16).toString("base64url")): string {
  return `${salt}.${scryptSync(password, salt, 32).toString("base64url")}`;
}

/** True when the hash was made of the password. */
export function isPassword(password: string, hash: string): boolean {
  return isSame(hashPassword(password, hash.split(".")[0]), hash);
}
