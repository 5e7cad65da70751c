import { setMaxListeners } from "node:events";
import { Pool } from "undici";
import { TrueupError } from "../core/errors.js";
import type { Redactor } from "../core/redact.js";
import type { Purpose } from "./advice.js";
import { type Clock, systemClock } from "./clock.js";
import type { Credential } from "./credential.js";
import { Throttle } from "./throttle.js";

/** One request as a debug log may show it: no body, no header, no credential. */
export interface RequestEvent {
  readonly method: string;
  /** Below `/api/v4`, or of a download the whole path. Secrets are masked. */
  readonly path: string;
  /** HTTP status; 0 if no reply came. */
  readonly status: number;
  /** Milliseconds until the whole reply was there. */
  readonly ms: number;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** All in milliseconds. */
export interface Timeouts {
  /** Until the connection stands. */
  readonly connect: number;
  /** Until the reply begins. */
  readonly headers: number;
  /** Between two pieces of the reply. */
  readonly body: number;
  /** The whole exchange. */
  readonly total: number;
}

/** How long and how often a request is repeated. */
export interface Patience {
  /** Tries in all. */
  readonly attempts: number;
  /** First delay in milliseconds; it doubles each time, with jitter. */
  readonly backoff: number;
  /** The longest wait in milliseconds, one at a time and all repeats of a request together. */
  readonly maxWait: number;
}

/** Bytes. */
export interface Limits {
  readonly reply: number;
  readonly download: number;
}

/** How to reach one server, and how hard to press it. */
export interface ConnectionOptions {
  /** Base address as `resolveServer` gives it. */
  readonly url: string;
  readonly credential: Credential;
  /** Learns the token, and cleans every error and event. */
  readonly redactor: Redactor;
  /** Requests in flight at once, reads and writes together; default 8. */
  readonly concurrency?: number | undefined;
  /** Requests a second; default no bound. */
  readonly maxRps?: number | undefined;
  /** Ends waiting and running requests at once. */
  readonly signal?: AbortSignal | undefined;
  /** Default connect 10 s, headers and body 60 s, total 300 s. */
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Default 5 attempts, 300 ms, 300 s. */
  readonly patience?: Partial<Patience> | undefined;
  /** Default 64 MB for replies and 20 MB for downloads. */
  readonly limits?: Partial<Limits> | undefined;
  readonly clock?: Clock | undefined;
  readonly userAgent?: string | undefined;
  /** For whom errors say what to do next; default `plan`. */
  readonly purpose?: Purpose | undefined;
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
}

/** What the read and the write side share: one server, one credential, one pool of sockets, one throttle, one count. */
export interface Connection {
  readonly url: string;
  readonly credential: Credential;
  readonly redactor: Redactor;
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly patience: Patience;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  readonly userAgent: string;
  readonly purpose: Purpose;
  /** Our own sockets: undici's `request` would else take those of Node. */
  readonly pool: Pool;
  /** Requests sent until now, repeats included. */
  readonly count: { requests: number };
  readonly onRequest: ((event: RequestEvent) => void) | undefined;
  /** Ends all sockets; requests in flight fail. */
  close(): Promise<void>;
}

const megabyte = 1_000_000;

/** Opens a connection; sends nothing yet. Throws TrueupError `usage` for bounds that make no sense. */
export function openConnection(options: ConnectionOptions): Connection {
  const concurrency = options.concurrency ?? 8;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 1000) {
    throw new TrueupError({
      code: "usage",
      message: `The concurrency must be a whole number from 1 to 1000, not ${concurrency}.`,
    });
  }
  const { maxRps, signal } = options;
  if (maxRps !== undefined && !(maxRps > 0 && maxRps <= 100_000)) {
    throw new TrueupError({ code: "usage", message: `The requests per second must be a number above 0, not ${maxRps}.` });
  }
  // Every request in flight listens to it, which Node would take for a leak.
  if (signal) setMaxListeners(0, signal);
  const { token } = options.credential;
  if (typeof token === "string") options.redactor.add(token);
  const clock = options.clock ?? systemClock;
  const timeouts = { connect: 10_000, headers: 60_000, body: 60_000, total: 300_000, ...options.timeouts };
  const patience = { attempts: 5, backoff: 300, maxWait: 300_000, ...options.patience };
  const pool = new Pool(new URL(options.url).origin, {
    connections: concurrency,
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
  });
  return {
    url: options.url,
    credential: options.credential,
    redactor: options.redactor,
    throttle: new Throttle({ clock, concurrency, maxRps, maxWait: patience.maxWait }),
    clock,
    timeouts,
    patience,
    limits: { reply: 64 * megabyte, download: 20 * megabyte, ...options.limits },
    signal,
    userAgent: options.userAgent ?? "trueup",
    purpose: options.purpose ?? "plan",
    pool,
    count: { requests: 0 },
    onRequest: options.onRequest,
    close: async () => {
      await pool.destroy();
    },
  };
}
