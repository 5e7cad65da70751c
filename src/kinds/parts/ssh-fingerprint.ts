import { createHash } from "node:crypto";
import { onText } from "../../core/fields.js";
import { isObject, type Json } from "../../core/json.js";

/** The fingerprint of a public key of SSH or of a line of known hosts, as OpenSSH and servers write it; some servers show an object that has it. */
export function sshFingerprint(value: Json): Json {
  return onText(isObject(value) ? (value["fingerprint_sha256"] ?? value) : value, fingerprintOf);
}

/** The types of keys begin so. */
const keyType = /^(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-/;

/** The fingerprint as `ssh-keygen -l` prints it of a public key or a line of known hosts; of any other text that of what stands in the place of the body, and itself if it is one. */
function fingerprintOf(key: string): string {
  if (key.startsWith("SHA256:")) return key;
  const words = key.trim().split(/\s+/);
  const type = words.findIndex((word) => keyType.test(word));
  const body = words[Math.max(type, 0) + 1] ?? "";
  const digest = createHash("sha256").update(Buffer.from(body, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}
