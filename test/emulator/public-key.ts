import { createHash, generateKeyPairSync } from "node:crypto";

const part = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A fresh public key, as `ssh-keygen` writes it. */
export function publicKey(comment = "me@example"): { readonly text: string; readonly sha256: string } {
  const { publicKey: key } = generateKeyPairSync("ed25519");
  const raw = key.export({ format: "der", type: "spki" }).subarray(-32);
  const body = Buffer.concat([part(Buffer.from("ssh-ed25519")), part(raw)]);
  const digest = createHash("sha256").update(body).digest("base64").replace(/=+$/, "");
  return { text: `ssh-ed25519 ${body.toString("base64")} ${comment}`, sha256: `SHA256:${digest}` };
}
