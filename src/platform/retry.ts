import type { Json } from "../core/json.js";
import type { RequestEnding } from "./concurrency-limit.js";
import type { Patience } from "./connection.js";
import { readErrorBody } from "./error-body.js";
import type { Exchange } from "./exchange.js";
import { numberHeader, rateRefusal, retryAfter } from "./headers.js";

/** A complete reply after its body was read as what was asked for. */
export type CompleteReply = Extract<Exchange, { outcome: "reply" }> & { readonly body: Json | undefined };

/** An exchange after that. */
export type ReadExchange =
  | Exclude<Exchange, { outcome: "reply" }>
  | CompleteReply
  /** A success whose body is a web page where JSON was asked for. */
  | { readonly outcome: "foreign"; readonly status: number; readonly said: string };

/** What to do after a try: be content with the outcome, or wait that many milliseconds and repeat. `holds`: what else may not leave meanwhile. */
export type Verdict = "settled" | { readonly wait: number; readonly holds: "nothing" | "route" | "all" };

/** One try of a request, as the decision to repeat it needs it. */
export interface Try {
  readonly method: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Milliseconds waited before. */
  readonly waited: number;
  readonly now: number;
}

/** A server that fails the same way this often will do so again. */
const attemptsAt500 = 3;

/**
 * Decides whether a request is repeated. What is safe to repeat: any method if the server never took it (no connection, 429, 403 for the rate, 503 with `Retry-After`), and GET, HEAD, PUT and
 * DELETE also after lost replies, 408, 5xx and the 409 of a resource lock (the reference of real servers, ordering, section 4). A POST whose reply was lost is never repeated.
 */
export function judge(reading: ReadExchange, asked: Try, patience: Patience, random: () => number = Math.random): Verdict {
  if (!mayRepeat(reading, asked) || asked.attempt >= patience.attempts) return "settled";
  const isRouteLimited = isAboutRoute(reading);
  const serverWait = reading.outcome === "reply" ? waitAsked(reading, asked.now) : undefined;
  const knownWait = serverWait ?? (isRouteLimited ? usualWindow : undefined);
  const step = patience.backoff * 2 ** (asked.attempt - 1);
  // Half of a delay is chance, so that requests that failed together do not come back together.
  const wait = knownWait === undefined ? step * (0.5 + random() / 2) : knownWait + random() * patience.backoff;
  if (asked.waited + wait > patience.maxWait) return "settled";
  return { wait, holds: knownWait === undefined ? "nothing" : isRouteLimited ? "route" : "all" };
}

function waitAsked({ status, headers }: CompleteReply, now: number): number | undefined {
  return status === 403 ? rateRefusal(headers, now) : retryAfter(headers, now);
}

/** Limits of single routes count requests for a minute, and not all servers say how much of it is left. */
const usualWindow = 60_000;

/** True for a 429 that is about the one route (the reference of real servers, section A: the words of limits inside the application, whose replies tell nothing else). */
function isAboutRoute(reading: ReadExchange): boolean {
  if (reading.outcome !== "reply" || reading.status !== 429) return false;
  return /this endpoint has been requested too many times/i.test(reading.bytes.subarray(0, 1000).toString());
}

/** How a try ended as far as the server's load goes. */
export function endingOf(reading: ReadExchange): RequestEnding {
  if (reading.outcome === "lost" || reading.outcome === "unsent") return "failed";
  if (reading.outcome !== "reply") return "other";
  const { status, headers } = reading;
  if (status === 429) return isAboutRoute(reading) || numberHeader(headers, "ratelimit-remaining") === 0 ? "rationed" : "refused";
  if (status >= 500) return "failed";
  return status < 300 ? "success" : "other";
}

function mayRepeat(reading: ReadExchange, { method, attempt, now }: Try): boolean {
  const idempotent = isIdempotent(method);
  if (reading.outcome === "unsent") return !reading.hopeless;
  if (reading.outcome === "lost") return idempotent;
  if (reading.outcome !== "reply") return false;
  switch (reading.status) {
    case 429:
      return true;
    case 403:
      return rateRefusal(reading.headers, now) !== undefined;
    case 503:
      return idempotent || retryAfter(reading.headers, now) !== undefined;
    case 500:
      return idempotent && attempt < attemptsAt500;
    case 408:
    case 502:
    case 504:
      return idempotent;
    case 409:
      return idempotent && /resource lock/i.test(readErrorBody(reading.bytes.toString(), "").message);
    default:
      return false;
  }
}

/** True for methods that a second time changes nothing more. */
export function isIdempotent(method: string): boolean {
  return ["GET", "HEAD", "PUT", "DELETE"].includes(method);
}

/** True if the server may have done what was asked, although it did not say so. */
export function mayHaveTakenEffect(reading: ReadExchange): boolean {
  switch (reading.outcome) {
    case "lost":
    case "foreign":
      return true;
    case "interrupted":
      return reading.sent;
    case "too_large":
      return reading.status < 400;
    case "unsent":
      return false;
    default:
      // A gateway answers these for a server that may still be at work.
      if (reading.status === 503) return retryAfter(reading.headers, 0) === undefined;
      return reading.status === 502 || reading.status === 504;
  }
}
