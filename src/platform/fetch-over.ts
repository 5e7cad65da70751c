import { TrueupError } from "../core/errors.js";
import type { Connection } from "./connection.js";
import { deliver } from "./deliver.js";
import { targetOnServer } from "./path.js";

/** What a client library asks of `fetch`. */
export interface FetchRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Headers of a client library that go along. Its credential is not among them: that of the connection goes, and to its server alone. */
const passed = ["accept", "content-type", "x-github-api-version"];

/**
 * A `fetch` for client libraries of other services: it sends over a connection, so with its credential, limits, patience and certificates, and to no other server. It gives
 * successes only. Throws ApiError for every other reply, and TrueupError `path.invalid` for an address elsewhere.
 */
export function fetchOver(connection: Connection): (url: string, request: FetchRequest) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    const target = targetOnServer(connection, url);
    if (target === undefined)
      throw new TrueupError({ code: "path.invalid", message: `${method} goes to another server than ${connection.url}` });
    const kept = Object.fromEntries(passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
    const content = body === undefined ? {} : { body: () => ({ content: body }) };
    const reply = await deliver(connection, { method, path: target, target, accept: "json", headers: kept, ...content });
    const link = reply.headers["link"];
    const shown = { "content-type": "application/json", ...(link === undefined ? {} : { link }) };
    return new Response(reply.status === 204 ? null : JSON.stringify(reply.body ?? null), {
      status: reply.status,
      headers: shown,
    });
  };
}
