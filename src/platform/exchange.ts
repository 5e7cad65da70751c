import type { FormData } from "undici";
import type { Method } from "../core/route.js";
import type { TimeoutName } from "../core/timeouts.js";
import type { Connection } from "./connection.js";
import { type ReplyHeaders, plainHeaders } from "./headers.js";
import { type Cause, causesOf, whyUnreachable } from "./unreachable.js";

/** A request that is ready for the wire. */
export interface Outgoing {
  readonly method: Method;
  /** Path and query on the server, base path included. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  /** Bytes that the reply may have. */
  readonly limit: number;
  /** Milliseconds that are left of what the request may take. */
  readonly left: number;
}

/**
 * How one exchange ended:
 * - `reply`: completely.
 * - `unsent`: no connection stood, so the server knows nothing of the request; `hopeless` if a repeat cannot help, and `hint` what to do.
 * - `lost`: the request may have arrived, but no complete reply came.
 * - `too_large`: the reply had more than `most` bytes.
 *
 * Where patience came to its end, `timeout` says which.
 * - `interrupted`: the signal ended it, before or after it was `sent`.
 */
export type Exchange =
  | { readonly outcome: "reply"; readonly status: number; readonly headers: ReplyHeaders; readonly bytes: Buffer }
  | {
      readonly outcome: "unsent";
      readonly reason: string;
      readonly hint?: string;
      readonly hopeless: boolean;
      readonly timeout?: TimeoutName;
    }
  | { readonly outcome: "lost"; readonly reason: string; readonly timeout?: TimeoutName }
  | { readonly outcome: "too_large"; readonly status: number; readonly most: number }
  | { readonly outcome: "interrupted"; readonly sent: boolean };

/** Sends one request once and reads the whole reply. Never throws for what a server or a network does; throws for a request that cannot be written. */
export async function exchange(
  connection: Connection,
  { method, target, headers, body, limit, left }: Outgoing,
): Promise<Exchange> {
  const { pool, timeouts, signal, count } = connection;
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  let overdue = false;
  const timer = setTimeout(() => {
    overdue = true;
    stop.abort();
  }, left);
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    if (signal.aborted) return { outcome: "interrupted", sent: false };
    count.requests++;
    const reply = await pool.request({ method, path: target, headers, body: body ?? null, signal: stop.signal });
    const status = reply.statusCode;
    const bytes = await readAll(reply.body, limit);
    if (bytes === undefined) return { outcome: "too_large", status, most: limit };
    return { outcome: "reply", status, headers: plainHeaders(reply.headers), bytes };
  } catch (error) {
    if (signal.aborted) return { outcome: "interrupted", sent: true };
    if (overdue) return { outcome: "lost", reason: `no complete reply within ${timeouts.request / 1000} s`, timeout: "request" };
    return failureOf(error, connection);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
  }
}

/** Undefined if there are more bytes than allowed; the rest is not read. */
export async function readAll(body: AsyncIterable<unknown>, limit: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) continue;
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function failureOf(error: unknown, { timeouts, url, purpose }: Connection): Exchange {
  const causes = causesOf(error);
  const [first = { code: "", syscall: "", message: "" }] = causes;
  const { code } = first;
  switch (code) {
    case "UND_ERR_CONNECT_TIMEOUT": {
      const reason = `no connection within ${timeouts.connect / 1000} s`;
      return { outcome: "unsent", reason, hopeless: false, timeout: "connect" };
    }
    case "UND_ERR_HEADERS_TIMEOUT":
      return { outcome: "lost", reason: `no reply within ${timeouts.headers / 1000} s`, timeout: "headers" };
    case "UND_ERR_BODY_TIMEOUT":
      return { outcome: "lost", reason: `the reply stopped for ${timeouts.body / 1000} s`, timeout: "body" };
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
      return { outcome: "interrupted", sent: true };
    case "UND_ERR_INVALID_ARG":
      // A mistake of ours, which no repeat mends.
      throw error;
  }
  const plain = whyUnreachable(first, url, purpose);
  if (plain?.hopeless) return { outcome: "unsent", ...plain };
  const reason = first.message || code;
  if (causes.length > 0 && causes.every((cause) => isBeforeSending(cause)))
    return { outcome: "unsent", ...(plain ?? { reason, hopeless: false }) };
  return { outcome: "lost", reason };
}

function isBeforeSending({ code, syscall }: Cause): boolean {
  return syscall === "connect" || syscall === "getaddrinfo" || code === "ECONNREFUSED";
}
