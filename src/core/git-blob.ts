import { createHash } from "node:crypto";

/** What stands before the content of a file that is no text, in base64; a text that begins so is no text either, so that nothing has two meanings. */
const binary = "data:application/octet-stream;base64,";
const blob = /^git blob [0-9a-f]{40}$/;
/** What stands in place of a content that is kept elsewhere (Git LFS): its sha256 and its size in bytes, where no extension has changed it. */
const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,20})\n$/;

/** The content of a file as text: as it is, or in base64 behind a mark where it is no text. */
export function contentOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString("utf8");
  const isText = !text.includes("\0") && !text.startsWith(binary) && Buffer.from(text, "utf8").equals(buffer);
  return isText ? text : binary + buffer.toString("base64");
}

/** The bytes of such a content in base64; undefined for one that is a text. */
export function binaryOf(content: string): string | undefined {
  return content.startsWith(binary) ? content.slice(binary.length) : undefined;
}

/** What stands for a content of which only the id is known: that of its blob in git. */
export function blobNamed(id: string): string {
  return `git blob ${id}`;
}

/** The same for a content; what stands for one already stays as it is. */
export function blobOf(content: string): string {
  if (blob.test(content)) return content;
  const bytes = bytesOf(content);
  return blobNamed(createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex"));
}

/** True for the whole of what stands in place of this content where it is kept elsewhere (Git LFS); what points at anything else, or only begins so, is a text like any other. */
export function pointsAt(text: string, content: string): boolean {
  const [, digest, size] = pointer.exec(text) ?? [];
  if (digest === undefined) return false;
  const bytes = bytesOf(content);
  return Number(size) === bytes.length && createHash("sha256").update(bytes).digest("hex") === digest;
}

function bytesOf(content: string): Buffer {
  const encoded = binaryOf(content);
  return encoded === undefined ? Buffer.from(content, "utf8") : Buffer.from(encoded, "base64");
}
