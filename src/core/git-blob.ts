import { createHash } from "node:crypto";

/** What stands before the content of a file that is no text, in base64; a text that begins so is no text either, so that nothing has two meanings. */
const binary = "data:application/octet-stream;base64,";
const blob = /^git blob [0-9a-f]{40}$/;
/** What a file begins with whose content is kept elsewhere. */
const pointer = "version https://git-lfs.github.com/spec/";

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
  const encoded = binaryOf(content);
  const bytes = encoded === undefined ? Buffer.from(content, "utf8") : Buffer.from(encoded, "base64");
  return blobNamed(createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex"));
}

/** True for the content of a file that only points at what it stands for (LFS). */
export function isPointer(content: string): boolean {
  return content.startsWith(pointer);
}
