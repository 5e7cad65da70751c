import type { Context } from "../../context.js";
import { invalid } from "../../errors.js";
import type { Json } from "../../json.js";
import { defineEntries } from "../../row/spec.js";
import type { Columns, Entry } from "../../row/spec.js";
import { textOf } from "../../row/text.js";
import { deployKeyTable } from "../configuration/deploy-key-records.js";
import { sshKeyOf } from "../configuration/ssh-keys.js";

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
      .some((one) => one["fingerprint_sha256"] === fingerprint_sha256);
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
      .some((one) => one["key"] === key)
  )
    throw invalid({ key: ["has already been taken"], fingerprint: ["has already been taken"] });
  return { ...columns, key };
}
