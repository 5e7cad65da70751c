import type { Clock } from "./clock.js";
import { type ReplyHeaders, numberHeader, serverTime } from "./headers.js";

/** The bounds to keep to. */
export interface ThrottleOptions {
  readonly clock: Clock;
  /** Requests in flight at once, reads and writes together. */
  readonly concurrency: number;
  /** Requests a second; undefined for no bound of our own. */
  readonly maxRps?: number | undefined;
  /** The longest wait in milliseconds that a server may impose. */
  readonly maxWait: number;
}

/**
 * Says when a request may leave: bounds how many are in flight, keeps to `maxRps` by a token bucket, and keeps to what the server tells
 * by `RateLimit-*` and `Retry-After` (the reference of real servers, section A, 429).
 */
export class Throttle {
  private taken = 0;
  private flying = 0;
  private readonly queue: (() => void)[] = [];
  private pausedUntil = 0;
  private window: { reset: number; left: number } | undefined;
  /** When the token bucket will be full again. */
  private bucketFull = 0;

  constructor(private readonly options: ThrottleOptions) {}

  /** Runs the work as soon as it may leave. Rejects with the signal's reason when that is aborted while waiting. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      await this.pace(signal);
      this.flying++;
      try {
        return await work();
      } finally {
        this.flying--;
      }
    } finally {
      this.leave();
    }
  }

  /** Lets nothing leave for that many milliseconds. */
  pause(milliseconds: number): void {
    const until = this.options.clock.now() + Math.min(milliseconds, this.options.maxWait);
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  /** Learns from the headers of a reply how many requests are left until when. Call it while the request still counts as in flight. */
  learn(headers: ReplyHeaders): void {
    const remaining = numberHeader(headers, "ratelimit-remaining");
    const stamp = numberHeader(headers, "ratelimit-reset");
    if (remaining === undefined || stamp === undefined) return;
    const now = this.options.clock.now();
    // Real servers give a unix time; a small number is the seconds of the IETF draft.
    const wait = stamp < 1_000_000_000 ? stamp * 1000 : stamp * 1000 - serverTime(headers, now);
    if (wait <= 0) return;
    const reset = now + Math.min(wait, this.options.maxWait);
    if (this.window && Math.abs(this.window.reset - reset) < 1500) {
      this.window.left = Math.min(this.window.left, remaining);
    } else if (!this.window || reset > this.window.reset) {
      // The server has not counted what is still on its way.
      this.window = { reset, left: remaining - (this.flying - 1) };
    }
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.taken < this.options.concurrency) {
      this.taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const abandon = (): void => {
        this.queue.splice(this.queue.indexOf(begin), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("interrupted"));
      };
      const begin = (): void => {
        signal?.removeEventListener("abort", abandon);
        resolve();
      };
      this.queue.push(begin);
      signal?.addEventListener("abort", abandon, { once: true });
    });
  }

  /** Hands the place to the next in the queue, if any. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.taken--;
  }

  private async pace(signal: AbortSignal | undefined): Promise<void> {
    const { clock } = this.options;
    for (;;) {
      signal?.throwIfAborted();
      const wait = this.claim();
      if (wait <= 0) return;
      await clock.sleep(wait, signal);
    }
  }

  /** Takes one request out of every allowance; or, taking nothing, the milliseconds after which to ask again. */
  private claim(): number {
    const now = this.options.clock.now();
    if (this.pausedUntil > now) return this.pausedUntil - now;
    if (this.window && this.window.reset <= now) this.window = undefined;
    if (this.window && this.window.left <= 0) return this.window.reset - now;
    const { maxRps } = this.options;
    if (maxRps !== undefined) {
      // A tenth of a second's worth may leave at once: timers are too coarse to space out a high rate evenly.
      const [interval, burst] = [1000 / maxRps, Math.max(1, Math.floor(maxRps / 10))];
      const ahead = Math.max(this.bucketFull, now) - now - (burst - 1) * interval;
      if (ahead > 0) return ahead;
      this.bucketFull = Math.max(this.bucketFull, now) + interval;
    }
    if (this.window) this.window.left--;
    return 0;
  }
}
