import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, defineEntries } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { invalid } from "../../core/replies.js";
import { deployKeyTable } from "../deploy-keys/records.js";

/** Keys of users for SSH. */
export const sshKeyTable = defineEntries("user_keys");

/** Keys of users for signatures. */
export const gpgKeyTable = defineEntries("user_gpg_keys");

/** A key to be stored, with its fingerprints. Throws 400 for what is none, and for one that somebody has. */
export function settledKey({ store }: Context, columns: Columns): Columns {
  const key = sshKeyOf(textOf(columns["key"]));
  if (key === undefined) {
    const message = ["cannot be generated"];
    throw invalid({ key: ["is invalid"], fingerprint: message, fingerprint_sha256: message });
  }
  const { fingerprint, fingerprint_sha256 } = key;
  const isTaken =
    store.of(deployKeyTable).count("fingerprint", fingerprint_sha256) > 0 ||
    store
      .of(sshKeyTable)
      .all()
      .some((entry) => entry["fingerprint_sha256"] === fingerprint_sha256);
  if (isTaken) throw invalid({ fingerprint_sha256: ["has already been taken"], fingerprint: ["has already been taken"] });
  const expires_at = textOf(columns["expires_at"]);
  if (expires_at !== "" && Date.parse(expires_at) < Date.now()) throw invalid({ key: ["has expired"] });
  return {
    ...columns,
    fingerprint,
    fingerprint_sha256,
    expires_at: expires_at === "" ? null : new Date(expires_at).toISOString(),
  };
}

/** Keys of users for SSH are shown with their owner's name in the place of their comment. */
export function publishable({ store, instance }: Pick<Context, "store" | "instance">, entry: Entry): string {
  const [type = "", body = ""] = textOf(entry["key"]).trim().split(/\s+/);
  return `${type} ${body} ${store.users.get(entry.home.id)?.name ?? ""} (${new URL(instance.url).hostname})`;
}

/** What a key shows wherever it stands alone. */
export function presentKey(context: Context, entry: Entry): Record<string, Json> {
  const { id, title = null, created_at = null, expires_at = null, usage_type = "auth_and_signing" } = entry;
  const lastUse = context.knowledge?.keys.has("last_used_at") === true ? { last_used_at: null } : {};
  return { id, title, created_at, expires_at, ...lastUse, key: publishable(context, entry), usage_type };
}

const BEGIN = "-----BEGIN PGP PUBLIC KEY BLOCK-----";

const END = "-----END PGP PUBLIC KEY BLOCK-----";

/** A key for signatures to be stored. Throws 400 for what is none, and for one that somebody has. */
export function settledGpgKey({ store }: Context, columns: Columns): Columns {
  const key = textOf(columns["key"]).trim();
  if (!key.startsWith(BEGIN) || !key.endsWith(END))
    throw invalid({ key: [`is invalid. A valid public GPG key begins with '${BEGIN}' and ends with '${END}'`] });
  if (
    store
      .of(gpgKeyTable)
      .all()
      .some((entry) => entry["key"] === key)
  )
    throw invalid({ key: ["has already been taken"], fingerprint: ["has already been taken"] });
  return { ...columns, key };
}

/** A public key, read. */
interface SshKey {
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
