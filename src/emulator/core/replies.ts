import { createHash } from "node:crypto";
import type { Instance } from "./instance.js";
import type { Json } from "./json.js";
import type { Store } from "./store.js";
import { defineTable } from "./table.js";

/** What a handler answers. Bytes and text go out as they are, everything else as JSON; no body at all when it is left out. */
export interface Reply {
  readonly status: number;
  readonly body?: Json | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 200 with a body. */
export function ok(body: Json): Reply {
  return { status: 200, body };
}

/** 201 with the created thing. */
export function created(body: Json): Reply {
  return { status: 201, body };
}

/** The thing that a POST acted on, which was there before: 200, and 201 on real servers (the reference, statuses). */
export function acted({ instance }: { readonly instance: Instance }, body: Json): Reply {
  return instance.dialect === "vendor" ? created(body) : ok(body);
}

/** 202: the work goes on in the background. */
export function accepted(body: Json = { message: "202 Accepted" }): Reply {
  return { status: 202, body };
}

/** 204 without a body. */
export function noContent(): Reply {
  return { status: 204 };
}

/** The reply as it goes out. */
export function toResponse({ status, body, headers }: Reply): Response {
  if (body === undefined) return new Response(null, { status, headers: { ...headers } });
  if (body instanceof Uint8Array) return new Response(Buffer.from(body), { status, headers: { ...headers } });
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}

const OK = 200;

const NOT_MODIFIED = 304;

/**
 * A reply to a read with a weak `ETag` of its body, or 304 without a body where the caller says by `If-None-Match` that it has that one already
 * (RFC 9110, 13.1.2; real servers send weak ones). Whatever must not be stored goes out as it is.
 */
export async function revalidated(request: Request, response: Response): Promise<Response> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || response.status !== OK || response.headers.get("cache-control")?.includes("no-store") === true) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const headers = new Headers(response.headers);
  headers.set("ETag", etag);
  if (!headers.has("cache-control")) headers.set("Cache-Control", "max-age=0, private, must-revalidate");
  if (!names(request.headers.get("if-none-match") ?? "", etag)) return new Response(body, { status: OK, headers });
  headers.delete("content-type");
  return new Response(null, { status: NOT_MODIFIED, headers });
}

/** True for `*`, and for a list with the tag in it, weak or not: for reads the two are the same. */
function names(list: string, etag: string): boolean {
  const weak = (tag: string): string => tag.trim().replace(/^W\//, "");
  return list.trim() === "*" || list.split(",").some((tag) => weak(tag) === weak(etag));
}

/** A full path that a group or project once had. */
type Redirect = { readonly id: number; readonly path: string; readonly kind: "group" | "project"; readonly target: number };

const redirects = defineTable<Redirect, "path" | "target">("redirects", {
  path: (row) => row.path.toLowerCase(),
  target: (row) => `${row.kind}:${row.target}`,
});

/** Remembers the old path of a group or project that is renamed or moved. */
export function addRedirect(store: Store, path: string, kind: "group" | "project", target: number): void {
  const table = store.of(redirects);
  for (const row of table.where("path", path.toLowerCase())) table.delete(row.id);
  table.insert({ path, kind, target });
}

/** The id of what once had the path (the reference of real servers, identity and lookup: reads by the old path still answer). */
export function redirected(store: Store, path: string, kind: "group" | "project"): number | undefined {
  const row = store.of(redirects).first("path", path.toLowerCase());
  return row?.kind === kind ? row.target : undefined;
}

/** Forgets the old paths of what is gone. */
export function forgetRedirects(store: Store, kind: "group" | "project", target: number): void {
  const table = store.of(redirects);
  for (const row of table.where("target", `${kind}:${target}`)) table.delete(row.id);
}
