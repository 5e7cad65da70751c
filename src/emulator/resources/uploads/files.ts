import { Buffer } from "node:buffer";
import type { UploadedFile } from "../../core/body.js";
import type { Context, PlatformState } from "../../core/context.js";
import { type Reply, orNotFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { AVATAR_LIMIT, checkImage, removeUpload, saveUpload } from "../../core/uploads.js";

/** The name of a file without folders, in characters that a path may have. */
export function plainName(filename: string): string {
  const name = (filename.split(/[/\\]/).at(-1) ?? "").replaceAll(/[^\p{L}\p{N}.+_-]/gu, "_");
  return /^\.*$/.test(name) ? "file" : name;
}

/**
 * The path of the avatar that a request sends, once it is stored; null for a blank value, which removes the avatar. Undefined where the request sends none.
 * @param before path of the avatar that it replaces
 */
export function sentAvatar(context: Context, folder: string, before: string | null): string | null | undefined {
  const file = context.files.get("avatar");
  if (file !== undefined) {
    checkImage("avatar", file, AVATAR_LIMIT);
    return saveUpload(context, folder, file, before);
  }
  if (!context.params.has("avatar")) return undefined;
  removeUpload(context, before);
  return null;
}

/** Keeps the bytes of a file under a name. */
export function keepFile({ store }: PlatformState, path: string, file: Pick<UploadedFile, "bytes" | "type">): void {
  const type = file.type === "" ? "application/octet-stream" : file.type;
  store.uploads.insert({ path, type, content: Buffer.from(file.bytes).toString("base64") });
}

/** The bytes that were kept under a name. Throws 404. */
export function keptBytes({ store }: PlatformState, path: string): Buffer {
  return Buffer.from(keptFile(store, path).content, "base64");
}

function keptFile(store: Store, path: string): ReturnType<Store["uploads"]["all"]>[number] {
  return orNotFound(store.uploads.first("path", path));
}

/** The file that was kept under a name, as a download. */
export function servedFile({ store }: PlatformState, path: string, name: string): Reply {
  const { type, content } = keptFile(store, path);
  const headers = { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
  return { status: 200, body: Buffer.from(content, "base64"), headers };
}

/** Forgets the file that was kept under a name. */
export function forgetFile({ store }: PlatformState, path: string): void {
  const upload = store.uploads.first("path", path);
  if (upload !== undefined) store.uploads.delete(upload.id);
}
