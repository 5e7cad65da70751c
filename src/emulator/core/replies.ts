import { createHash } from "node:crypto";
import type { Instance } from "./instance.js";
import { type Json, isObject } from "./records.js";

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

/**
 * A failure that is answered as it is: status and JSON body. Throwing one undoes the whole transaction.
 * The body shapes are those of the reference of real servers, section A: `error` for routes and parameters, `message` for objects and models.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Json, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.name = "HttpError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400 of a model: `{"message":{"name":["has already been taken"]}}`. Keys are attribute names. */
export function invalid(messages: Readonly<Record<string, readonly string[]>>): HttpError {
  return new HttpError(400, { message: messages });
}

/** 400 of the parameter check: `{"error":"name is missing"}`. */
export function badParameters(text: string): HttpError {
  return new HttpError(400, { error: text });
}

/** 400 raised inside a handler, with its text as it stands. */
export function badRequest(message: string): HttpError {
  return new HttpError(400, { message });
}

/** 401: no credential, or one that is not valid. */
export function unauthorized(): HttpError {
  return new HttpError(401, { message: "401 Unauthorized" });
}

/** 403, with ` - reason` when one is given. */
export function forbidden(reason?: string): HttpError {
  return new HttpError(403, { message: reason === undefined ? "403 Forbidden" : `403 Forbidden - ${reason}` });
}

/** 404 of an object: `404 Project Not Found`; without a name the `404 Not found` of record lookups. */
export function notFound(what?: string): HttpError {
  return new HttpError(404, { message: what === undefined ? "404 Not found" : `404 ${what} Not Found` });
}

/** The thing that a request names. Throws its 404 where it is not there. */
export function orNotFound<T>(thing: T | undefined, what?: string): T {
  if (thing === undefined) throw notFound(what);
  return thing;
}

/** 404 of a route that this instance does not have: unknown, of a higher tier or of a newer version. */
export function noRoute(): HttpError {
  return new HttpError(404, { error: "404 Not Found" });
}

/** 501: real servers of the release have the operation, the emulator does not. */
export function notServed(operation: string, why: string): HttpError {
  return new HttpError(501, { message: `501 Not Implemented - ${operation} is not served by this emulator: it ${why}` });
}

/** 409, with the text as it stands. */
export function conflict(message = "409 Conflict"): HttpError {
  return new HttpError(409, { message });
}

/** 405: the thing is not in a state for it. */
export function notAllowed(): HttpError {
  return new HttpError(405, { message: "405 Method Not Allowed" });
}

/** Tokens and errors of the protocol are never kept by a cache (RFC 6749, 5.1). */
export const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" } as const;

/** A failure in the form of RFC 6749: `{"error":"invalid_grant","error_description":"…"}`. */
export class OAuthError extends HttpError {
  readonly code: string;
  readonly description: string;

  constructor(status: number, code: string, description: string, headers: Readonly<Record<string, string>>) {
    super(status, { error: code, error_description: description }, { ...NO_STORE, ...headers });
    this.name = "OAuthError";
    this.code = code;
    this.description = description;
  }
}

/** A failure of the protocol. One with 401 carries the challenge that HTTP asks for. */
export function oauthError(status: number, code: string, description: string, scheme: "Basic" | "Bearer" = "Bearer"): OAuthError {
  const challenge = scheme === "Basic" ? `Basic realm="OAuth"` : `Bearer realm="OAuth", error="${code}"`;
  return new OAuthError(status, code, description, status === 401 ? { "WWW-Authenticate": challenge } : {});
}

/** A failure that came about before the handler ran, such as a body that cannot be read, in the form of RFC 6749. */
export function asOAuthError(failure: HttpError): OAuthError {
  if (failure instanceof OAuthError) return failure;
  const { status, body, headers } = failure;
  const answer = isObject(body) ? (body["error"] ?? body["message"]) : undefined;
  const description = typeof answer === "string" ? answer : "The request cannot be read.";
  return new OAuthError(status, "invalid_request", description, headers);
}
