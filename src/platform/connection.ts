import { setMaxListeners } from "node:events";
import { Pool } from "undici";
import { TrueupError } from "../core/errors.js";
import type { Redactor } from "../core/redact.js";
import { defaultTimeouts, type Timeouts } from "../core/timeouts.js";
import type { Purpose } from "./advice.js";
import { type Clock, systemClock } from "./clock.js";
import type { ConcurrencyBounds } from "./concurrency-limit.js";
import type { Credential } from "./credential.js";
import { Throttle } from "./throttle.js";

/** One request as a debug log may show it: no body and no credential. */
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
  /** The headers with their secrets masked, which takes time. Those that were received are empty if no reply came. */
  readonly headers: () => ShownHeaders;
}

/** Headers of an exchange, without secrets. */
export interface ShownHeaders {
  readonly sent: Readonly<Record<string, string>>;
  readonly received: Readonly<Record<string, string>>;
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

/** What is read at most. */
export interface Limits {
  /** Bytes of a reply. */
  readonly reply: number;
  /** Bytes of a file. */
  readonly download: number;
  /** Pages of a list: some lists are kept in memory until they are complete. */
  readonly pages: number;
}

/** How to reach one server, and how hard to press it. */
export interface ConnectionOptions {
  /** Base address as `resolveServer` gives it. */
  readonly url: string;
  readonly credential: Credential;
  /** Certificates (PEM) of the authorities that sign for the server, in place of those that this computer trusts. */
  readonly ca?: string | undefined;
  /** Learns the token, and cleans every error and event. */
  readonly redactor: Redactor;
  /** Requests in flight at once, reads and writes together, always so many; without it as many as the server bears, 8 at first. */
  readonly concurrency?: number | undefined;
  /** Where `concurrency` is not given: requests in flight at once at most; default 64. */
  readonly maxConcurrency?: number | undefined;
  /** Requests a second; default no bound. */
  readonly maxRps?: number | undefined;
  /** Ends waiting and running requests at once. */
  readonly signal?: AbortSignal | undefined;
  /** Default connect 10 s, headers 60 s, body 30 s, request 120 s, and no limit for the run. */
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Default 5 attempts, 300 ms, 300 s. */
  readonly patience?: Partial<Patience> | undefined;
  /** Default 64 MB for replies, 20 MB for downloads, and 2,000 pages. */
  readonly limits?: Partial<Limits> | undefined;
  readonly clock?: Clock | undefined;
  readonly userAgent?: string | undefined;
  /** For whom errors say what to do next; default `plan`. */
  readonly purpose?: Purpose | undefined;
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
}

/** What the read and the write side share: one server, one credential, one pool of sockets, one throttle, one count. */
export interface Connection extends Pick<ConnectionOptions, "url" | "credential" | "redactor" | "onRequest"> {
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly patience: Patience;
  readonly limits: Limits;
  /** Ends waiting and running requests: the caller's, and that of the run's limit. */
  readonly signal: AbortSignal;
  /** Aborted once the run took as long as it may. */
  readonly runOver: AbortSignal;
  readonly userAgent: string;
  readonly purpose: Purpose;
  /** Our own sockets: undici's `request` would else take those of Node. */
  readonly pool: Pool;
  /** Requests sent until now, repeats included. */
  readonly count: { requests: number };
  /** Ends all sockets; requests in flight fail. */
  close(): Promise<void>;
}

const megabyte = 1_000_000;

/** Opens a connection; sends nothing yet. Throws TrueupError `usage` for bounds that make no sense. */
export function openConnection(options: ConnectionOptions): Connection {
  const concurrency = concurrencyOf(options);
  const { url, credential, redactor, maxRps, onRequest } = options;
  if (maxRps !== undefined && !(maxRps > 0 && maxRps <= 100_000)) {
    throw new TrueupError({ code: "usage", message: `The requests per second must be a number above 0, not ${maxRps}.` });
  }
  if (typeof credential.token === "string") redactor.add(credential.token);
  const clock = options.clock ?? systemClock;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const patience = { attempts: 5, backoff: 300, maxWait: 300_000, ...options.patience };
  const run = limitOf(timeouts.run);
  const signal = AbortSignal.any([run.signal, ...(options.signal ? [options.signal] : [])]);
  // Every request in flight listens to it, which Node would take for a leak.
  for (const source of [signal, run.signal, ...(options.signal ? [options.signal] : [])]) setMaxListeners(0, source);
  const pool = new Pool(new URL(url).origin, {
    connections: typeof concurrency === "number" ? concurrency : concurrency.most,
    connect: { timeout: timeouts.connect, ...(options.ca === undefined ? {} : { ca: options.ca }) },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
  });
  return {
    url,
    credential,
    redactor,
    onRequest,
    throttle: new Throttle({ clock, concurrency, maxRps, maxWait: patience.maxWait }),
    clock,
    timeouts,
    patience,
    limits: { reply: 64 * megabyte, download: 20 * megabyte, pages: 2000, ...options.limits },
    signal,
    runOver: run.signal,
    userAgent: options.userAgent ?? "trueup",
    purpose: options.purpose ?? "plan",
    pool,
    count: { requests: 0 },
    close: async () => {
      run.end();
      await pool.destroy();
    },
  };
}

/** Requests in flight at once, where the server says nothing yet, and at most. */
const [firstConcurrency, mostConcurrency] = [8, 64];

function concurrencyOf({ concurrency, maxConcurrency = mostConcurrency }: ConnectionOptions): number | ConcurrencyBounds {
  for (const limit of [concurrency ?? 1, maxConcurrency]) {
    if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) continue;
    throw new TrueupError({ code: "usage", message: `The concurrency must be a whole number from 1 to 1000, not ${limit}.` });
  }
  return concurrency ?? { start: Math.min(firstConcurrency, maxConcurrency), most: maxConcurrency };
}

/** The longest time that a timer takes. */
const longestTimer = 2 ** 31 - 1;

/** A signal that is aborted when so many milliseconds are over. It keeps no process from ending. */
function limitOf(milliseconds: number): { readonly signal: AbortSignal; readonly end: () => void } {
  const stop = new AbortController();
  const timer = milliseconds > longestTimer ? undefined : setTimeout(() => stop.abort(), milliseconds).unref();
  return { signal: stop.signal, end: () => clearTimeout(timer) };
}
