import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Context } from "../../core/context.js";
import { tarOf } from "../../core/git/archives.js";
import { type Json, type JsonObject, type User, isObject } from "../../core/records.js";
import { badParameters, notFound } from "../../core/replies.js";
import { type Namespace, mayCreateProjects, namespaceNamed, namespaceOf } from "../namespaces/records.js";
import { creationLevel } from "../projects/writes.js";

/** The texts of an archive by their paths. */
export type Parts = ReadonlyMap<string, string>;

const BLOCK = 512;

const LARGEST = 200 * 1024 * 1024;

/** A compressed tar archive of texts. */
export function packed(parts: Parts): Buffer {
  const entries = [...parts].map(([path, text]) => ({ path, mode: 0o644, content: Buffer.from(text) }));
  return gzipSync(tarOf(entries, Math.floor(Date.now() / 1000), "export"));
}

/** The texts of a compressed tar archive. Throws where it is none. */
export function unpacked(bytes: Uint8Array): Parts {
  const tar = gunzipSync(bytes, { maxOutputLength: LARGEST });
  const parts = new Map<string, string>();
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length;) {
    const name = textAt(tar, at, 100);
    if (name === "") break;
    const size = Number.parseInt(textAt(tar, at + 124, 12).trim(), 8);
    const type = textAt(tar, at + 156, 1);
    if (Number.isNaN(size)) throw new Error("it is no tar archive");
    const content = tar.subarray(at + BLOCK, at + BLOCK + size).toString("utf8");
    if (type === "x") long = /^\d+ path=(.*)$/m.exec(content)?.[1];
    else {
      if (type === "0" || type === "") parts.set((long ?? name).replace(/^\.\//, ""), content);
      long = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return parts;
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString("utf8");
}

/** One JSON text on each line. */
export function linesOf(rows: readonly JsonObject[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** The rows of a part of an archive; none where it lacks the part. */
export function rowsIn(parts: Parts, path: string): JsonObject[] {
  return (parts.get(path) ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Json)
    .filter((row): row is JsonObject => isObject(row));
}

/** Where a fork or an imported project shall lie: the caller's own namespace unless another one is named. Throws 404 where the caller may make none. */
export function targetNamespace(context: Context, user: User): Namespace {
  const { store, params } = context;
  const [id, path, either] = [params.number("namespace_id"), params.text("namespace_path"), params.get("namespace")];
  if ([id, path, either].filter((value) => value !== undefined).length > 1)
    throw badParameters("namespace_id, namespace_path, namespace are mutually exclusive");
  const name = path ?? (typeof either === "string" || typeof either === "number" ? String(either) : undefined);
  const namespace = name === undefined ? namespaceOf(store, id ?? user.namespace_id) : namespaceNamed(store, name);
  if (namespace === undefined || !mayCreateProjects(context, user, namespace, creationLevel(context)))
    throw notFound("Target Namespace");
  return namespace;
}
