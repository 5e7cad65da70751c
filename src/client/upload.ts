import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FilePart } from "../core/api.js";

/** A file to send: its bytes alone, or with a name and a media type. */
export type Upload =
  | Blob
  | Uint8Array
  | { readonly filename?: string; readonly content: Blob | Uint8Array | string; readonly type?: string };

/** A file of this computer as something to send. Rejects where it cannot be read. */
export async function fileUpload(path: string): Promise<Upload> {
  return { filename: basename(path), content: await readFile(path) };
}

/** True for what stands for a file among parameters. */
export function isUpload(value: unknown): value is Upload {
  if (value instanceof Blob || value instanceof Uint8Array) return true;
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  return (
    value.content instanceof Blob ||
    value.content instanceof Uint8Array ||
    ("filename" in value && typeof value.content === "string")
  );
}

/** The file as a part of a multipart body; one without a name is called after its parameter. */
export async function filePart(parameter: string, upload: Upload): Promise<FilePart> {
  if (upload instanceof Blob) {
    const filename = "name" in upload && typeof upload.name === "string" ? upload.name : parameter;
    return { filename, bytes: await bytesOf(upload), ...typeOf(upload.type) };
  }
  if (upload instanceof Uint8Array) return { filename: parameter, bytes: upload };
  const { filename = parameter, content, type } = upload;
  return { filename, bytes: await bytesOf(content), ...typeOf(type ?? (content instanceof Blob ? content.type : "")) };
}

async function bytesOf(content: Blob | Uint8Array | string): Promise<Uint8Array> {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
}

function typeOf(type: string): Pick<FilePart, "type"> {
  return type === "" ? {} : { type };
}
