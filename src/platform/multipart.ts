import { Blob } from "node:buffer";
import { extname } from "node:path";

import { FormData } from "undici";

import type { FilePart } from "../core/api.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";

const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".bmp": "image/bmp",
  ".tif": "image/tiff",
  ".tiff": "image/tiff",
  ".ico": "image/vnd.microsoft.icon",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/**
 * A multipart body (document 1, conventions 5 and 6): nested values as `name[key]`, arrays as `name[]`, null as an empty text.
 * It is undici's own FormData: the one of Node is not understood by undici's `request`.
 */
export function multipart(body: JsonObject, files: Readonly<Record<string, FilePart>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) append(form, name, value);
  for (const [name, { filename, bytes }] of Object.entries(files)) {
    const type = types[extname(filename).toLowerCase()] ?? "application/octet-stream";
    form.append(name, new Blob([new Uint8Array(bytes)], { type }), filename);
  }
  return form;
}

function append(form: FormData, name: string, value: Json | undefined): void {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    // A list without entries would not be sent at all, which means "leave it".
    if (items.length === 0) form.append(`${name}[]`, "");
    for (const item of items) append(form, `${name}[]`, item);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner);
  } else {
    form.append(name, value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));
  }
}
