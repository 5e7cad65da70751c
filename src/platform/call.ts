import { Blob } from "node:buffer";
import { extname } from "node:path";
import { FormData } from "undici";
import type { FilePart } from "../core/api.js";
import { TrueupError } from "../core/errors.js";
import type { JsonObject } from "../core/json.js";
import type { Connection } from "./connection.js";
import type { Credential } from "./credential.js";
import { deliver, type Success, type OutgoingRequest } from "./deliver.js";
import { apiTarget, outsideTarget } from "./path.js";
import { encodeFields, textFields, withQuery } from "./query.js";
import type { Accept } from "./reading.js";

/** The methods of the API. */
export type CallMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Any request, its path filled in. */
export interface ApiCall {
  readonly method: CallMethod;
  /** Below `/api/v4`, or below the base address if `outside` (document 1, conventions 1). It may have a query. */
  readonly path: string;
  readonly outside?: boolean | undefined;
  readonly query?: JsonObject | undefined;
  readonly body?: JsonObject | readonly unknown[] | undefined;
  readonly files?: Readonly<Record<string, FilePart>> | undefined;
  /** How a body without files travels; JSON unless it says otherwise (document 1, conventions 6). */
  readonly encoding?: "json" | "form" | "multipart" | undefined;
  readonly accept: Accept;
}

/** What may differ from one call to the next on the same connection. */
export interface ApiCallOptions {
  /** In place of the connection's own. */
  readonly credential?: Credential | undefined;
  /** Ends this call, beside the connection's own signal. */
  readonly signal?: AbortSignal | undefined;
}

/** The connection with another credential, or with a signal more: pool, pace and count stay shared. */
export function adjusted(connection: Connection, { credential, signal }: ApiCallOptions): Connection {
  if (credential === undefined && signal === undefined) return connection;
  return {
    ...connection,
    credential: credential ?? connection.credential,
    signal: signal === undefined ? connection.signal : AbortSignal.any([connection.signal, signal]),
  };
}

/** Sends any request. Throws ApiError for everything but a success or 304, and TrueupError for what cannot be sent. */
export async function call(connection: Connection, request: ApiCall, options: ApiCallOptions = {}): Promise<Success> {
  const { method, accept } = request;
  const path = withQuery(request.path, request.query ?? {});
  const target = request.outside === true ? outsideTarget(connection, path) : apiTarget(connection, path);
  return deliver(adjusted(connection, options), { method, path, target, accept, body: bodyOf(request) });
}

function bodyOf({ method, body, files = {}, encoding = "json" }: ApiCall): OutgoingRequest["body"] {
  const hasFiles = Object.keys(files).length > 0;
  if (body === undefined && !hasFiles) return undefined;
  if (method === "GET" || method === "HEAD") {
    throw new TrueupError({ code: "usage", message: `${method} takes no body.`, hint: "Put the parameters into the query." });
  }
  if (Array.isArray(body) || (encoding === "json" && !hasFiles)) {
    const content = JSON.stringify(body);
    return () => ({ content, type: "application/json" });
  }
  const fields = (body ?? {}) as JsonObject;
  if (encoding === "form" && !hasFiles) {
    const content = encodeFields(fields);
    return () => ({ content, type: "application/x-www-form-urlencoded" });
  }
  return () => ({ content: multipart(fields, files) });
}

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
function multipart(body: JsonObject, files: Readonly<Record<string, FilePart>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) for (const [field, text] of textFields(name, value)) form.append(field, text);
  for (const [name, { filename, bytes, type }] of Object.entries(files)) {
    const known = type ?? types[extname(filename).toLowerCase()] ?? "application/octet-stream";
    form.append(name, new Blob([new Uint8Array(bytes)], { type: known }), filename);
  }
  return form;
}
