import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** The types of keys begin so. */
const keyType = /^(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-/;

/**
 * The SHA-256 fingerprint of a public key in the form of OpenSSH (type, body, comment) or of a line of known hosts (hosts, type, body), as `ssh-keygen -l` prints it: of a text
 * that is none, that of what stands in the place of the body. A fingerprint stays.
 */
export function fingerprintOf(key: string): string {
  if (key.startsWith("SHA256:")) return key;
  const words = key.trim().split(/\s+/);
  const type = words.findIndex((word) => keyType.test(word));
  const body = words[Math.max(type, 0) + 1] ?? "";
  const digest = createHash("sha256").update(Buffer.from(body, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}
