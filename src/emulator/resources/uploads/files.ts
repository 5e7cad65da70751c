import { Buffer } from "node:buffer";
import type { UploadedFile } from "../../core/body.js";
import type { PlatformState } from "../../core/context.js";
import { notFound } from "../../core/errors.js";
import type { Reply } from "../../core/replies.js";

/** The name of a file without folders, in characters that a path may have. */
export function plainName(filename: string): string {
  const name = (filename.split(/[/\\]/).at(-1) ?? "").replaceAll(/[^\p{L}\p{N}.+_-]/gu, "_");
  return /^\.*$/.test(name) ? "file" : name;
}

/** Keeps the bytes of a file under a name. */
export function keepFile({ store }: PlatformState, path: string, file: Pick<UploadedFile, "bytes" | "type">): void {
  const type = file.type === "" ? "application/octet-stream" : file.type;
  store.uploads.insert({ path, type, content: Buffer.from(file.bytes).toString("base64") });
}

/** The bytes that were kept under a name. Throws 404. */
export function keptBytes({ store }: PlatformState, path: string): Buffer {
  const upload = store.uploads.first("path", path);
  if (upload === undefined) throw notFound();
  return Buffer.from(upload.content, "base64");
}

/** The file that was kept under a name, as a download. */
export function servedFile({ store }: PlatformState, path: string, name: string): Reply {
  const upload = store.uploads.first("path", path);
  if (upload === undefined) throw notFound();
  return {
    status: 200,
    body: Buffer.from(upload.content, "base64"),
    headers: { "Content-Type": upload.type, "Content-Disposition": `attachment; filename="${name}"` },
  };
}

/** Forgets the file that was kept under a name. */
export function forgetFile({ store }: PlatformState, path: string): void {
  const upload = store.uploads.first("path", path);
  if (upload !== undefined) store.uploads.delete(upload.id);
}
