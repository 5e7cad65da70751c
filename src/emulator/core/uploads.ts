import { Buffer } from "node:buffer";
import type { UploadedFile } from "./body.js";
import type { PlatformState } from "./context.js";
import { type Reply, invalid, orNotFound } from "./replies.js";

const IMAGES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  tiff: "image/tiff",
  ico: "image/vnd.microsoft.icon",
  webp: "image/webp",
};

/** Largest avatar, in bytes. */
export const AVATAR_LIMIT = 200 * 1024;

/**
 * Keeps a file under `/uploads/-/system/<folder>/<its name>`, in place of the one that was there, and returns that path.
 * @param replaces path of the file that goes away
 */
export function saveUpload(world: PlatformState, folder: string, file: UploadedFile, replaces: string | null): string {
  removeUpload(world, replaces);
  const path = `/uploads/-/system/${folder}/${safeName(file.filename)}`;
  removeUpload(world, path);
  const type = IMAGES[extension(file.filename)] ?? "application/octet-stream";
  world.store.uploads.insert({ path, type, content: Buffer.from(file.bytes).toString("base64") });
  return path;
}

/** Forgets a file; nothing happens when there is none. */
export function removeUpload(world: PlatformState, path: string | null): void {
  const upload = world.store.uploads.first("path", path ?? "");
  if (upload !== undefined) world.store.uploads.delete(upload.id);
}

/** The address of an uploaded file, as `avatar_url` shows it; null when there is none. */
export function uploadUrl(world: PlatformState, path: string | null): string | null {
  return path === null ? null : world.instance.url + path;
}

/** The file at a path, as the API serves it. Throws `404 Avatar Not Found` when there is none. */
export function servedUpload({ store }: PlatformState, path: string | null): Reply {
  const upload = orNotFound(store.uploads.first("path", path ?? ""), "Avatar");
  const name = upload.path.split("/").at(-1) ?? "";
  return {
    status: 200,
    body: Buffer.from(upload.content, "base64"),
    headers: {
      "Content-Type": upload.type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "X-Content-Type-Options": "nosniff",
    },
  };
}

/**
 * True where a file is shown to whoever asks for it at its address: on real servers that takes a session in a browser for the pictures of what is not
 * public. The documents say nothing of it.
 */
export function isServedToAll({ store, instance }: PlatformState, path: string): boolean {
  const [, kind, id] = /^\/uploads\/-\/system\/(group|project)\/avatar\/(\d+)\//.exec(path) ?? [];
  if (instance.dialect === "neutral" || kind === undefined) return true;
  const thing = (kind === "group" ? store.groups : store.projects).get(Number(id));
  return thing === undefined || thing.visibility === "public";
}

/** Throws 400 with the model's message when a file is larger than the limit or is no image by its name. */
export function checkImage(
  attribute: string,
  file: UploadedFile,
  limit: number,
  extensions: readonly string[] = Object.keys(IMAGES),
): void {
  if (!extensions.includes(extension(file.filename))) {
    const supported = [...new Set(extensions.map((name) => IMAGES[name]))].join(", ");
    throw invalid({
      [attribute]: [`file format is not supported. Please try one of the following supported formats: ${supported}`],
    });
  }
  if (file.bytes.length > limit) throw invalid({ [attribute]: [`is too big (should be at most ${limit / 1024} KiB)`] });
}

function extension(filename: string): string {
  return (/\.([a-z0-9]+)$/i.exec(filename)?.[1] ?? "").toLowerCase();
}

/** The last part of the name, with anything but plain characters replaced, so that it is one segment of a path. */
function safeName(filename: string): string {
  const name = (filename.split(/[/\\]/).at(-1) ?? "").replaceAll(/[^a-zA-Z0-9.+_-]/g, "_");
  return /^\.*$/.test(name) ? "file" : name;
}
