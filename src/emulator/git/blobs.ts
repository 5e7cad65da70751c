import { Buffer } from "node:buffer";
import { blobTable } from "../records/git-objects.js";
import type { Store } from "../store.js";
import { objectId } from "./format.js";

/** Keeps content and returns its id. */
export function putBlob(store: Store, content: Uint8Array | string): string {
  const bytes = Buffer.from(content);
  const sha = objectId("blob", bytes);
  if (hasBlob(store, sha)) return sha;
  const text = bytes.toString("utf8");
  const isText = Buffer.from(text).equals(bytes);
  store.of(blobTable).insert({ sha, content: isText ? text : bytes.toString("base64"), encoding: isText ? "text" : "base64" });
  return sha;
}

/** True when there is content under an id. */
export function hasBlob(store: Store, sha: string): boolean {
  return store.of(blobTable).first("sha", sha) !== undefined;
}

/** The content under an id. Throws where there is none. */
export function blobBytes(store: Store, sha: string): Buffer {
  const blob = store.of(blobTable).first("sha", sha);
  if (blob === undefined) throw new Error(`there is no content ${sha}`);
  return Buffer.from(blob.content, blob.encoding === "text" ? "utf8" : "base64");
}

/** As git tells: content with a zero byte in its first 8,000 is no text. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}
