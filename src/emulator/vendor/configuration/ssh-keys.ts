import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** A public key, read. */
export interface SshKey {
  readonly type: string;
  readonly body: string;
  /** Of MD5, in pairs of digits. */
  readonly fingerprint: string;
  readonly fingerprint_sha256: string;
}

const TYPES = new Set([
  "ssh-rsa",
  "ssh-dss",
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "sk-ecdsa-sha2-nistp256@openssh.com",
  "sk-ssh-ed25519@openssh.com",
]);

/** Reads a public key in the form of OpenSSH: type, body, comment. Undefined for what is none. */
export function sshKeyOf(text: string): SshKey | undefined {
  const [type = "", body = ""] = text.trim().split(/\s+/);
  if (!TYPES.has(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  const bytes = Buffer.from(body, "base64");
  const parts = partsOf(bytes);
  // The body says its type again, and has at least one number or point.
  if (parts === undefined || parts.length < 2 || parts[0]?.toString() !== type) return undefined;
  const md5 = createHash("md5").update(bytes).digest("hex");
  const sha256 = createHash("sha256").update(bytes).digest("base64").replace(/=+$/, "");
  return { type, body, fingerprint: (md5.match(/../g) ?? []).join(":"), fingerprint_sha256: `SHA256:${sha256}` };
}

/** What a body consists of: parts with their lengths before them. Undefined when they do not add up. */
function partsOf(bytes: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return parts;
}
