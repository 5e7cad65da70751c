import { Blob } from "node:buffer";
import { extname } from "node:path";
import { FormData } from "undici";
import type { FilePart } from "../core/api.js";
import type { JsonObject } from "../core/json.js";
import { textFields } from "./query.js";

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
  for (const [name, value] of Object.entries(body)) for (const [field, text] of textFields(name, value)) form.append(field, text);
  for (const [name, { filename, bytes, type }] of Object.entries(files)) {
    const known = type ?? types[extname(filename).toLowerCase()] ?? "application/octet-stream";
    form.append(name, new Blob([new Uint8Array(bytes)], { type: known }), filename);
  }
  return form;
}
