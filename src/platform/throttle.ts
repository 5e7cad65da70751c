import type { Clock } from "./clock.js";
import {
  type ConcurrencyBounds,
  type ConcurrencyLimit,
  type RequestEnding,
  initialLimit,
  observed,
} from "./concurrency-limit.js";
import type { ReplyHeaders } from "./headers.js";
import { RateAllowances } from "./rate-allowances.js";

/** The bounds to keep to. */
export interface ThrottleOptions {
  readonly clock: Clock;
  /** Requests in flight at once, reads and writes together: so many, or between bounds as many as the server bears. */
  readonly concurrency: number | ConcurrencyBounds;
  /** Requests a second; undefined for no bound of our own. */
  readonly maxRps?: number | undefined;
  /** The longest wait in milliseconds that a server may impose. */
  readonly maxWait: number;
}

/** How one request went, told while it still counts as in flight. */
export interface Passage {
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly ending: RequestEnding;
  /** Of the reply, where one came. */
  readonly headers?: ReplyHeaders | undefined;
  /** What else must not leave before so many milliseconds: anything, or anything of the same route. */
  readonly holds?: { readonly wait: number; readonly holds: "nothing" | "route" | "all" } | undefined;
}

/**
 * Says when a request may leave: bounds how many are in flight (`concurrency-limit.ts`), keeps to `maxRps` by a token bucket, and keeps to what the server tells
 * by `RateLimit-*` and `Retry-After` (`rate-allowances.ts`).
 */
export class Throttle {
  private taken = 0;
  private flying = 0;
  private readonly queue: (() => void)[] = [];
  private pausedUntil = 0;
  private readonly allowances: RateAllowances;
  private readonly bounds: ConcurrencyBounds | undefined;
  private adaptive: ConcurrencyLimit;
  /** When the token bucket will be full again. */
  private bucketFull = 0;

  constructor(private readonly options: ThrottleOptions) {
    const { concurrency, maxWait } = options;
    this.bounds = typeof concurrency === "number" ? undefined : concurrency;
    this.adaptive = initialLimit(this.bounds ?? { start: Number(concurrency), most: Number(concurrency) });
    this.allowances = new RateAllowances(maxWait);
  }

  /** Requests that may be in flight at once, as far as is known now. */
  get concurrency(): number {
    return Math.floor(this.adaptive.limit);
  }

  /**
   * Runs the work, which is one request of that route, as soon as it may leave. The work calls `learn` with how it went before it ends. Rejects with the signal's reason when that is aborted while waiting.
   */
  async run<T>(route: string, work: (learn: (passage: Passage) => void) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.leave(route, signal);
    const inFlight = ++this.flying;
    try {
      return await work((passage) => this.learn(route, inFlight, passage));
    } finally {
      this.flying--;
      this.free();
    }
  }

  private learn(route: string, inFlight: number, { ms, ending, headers, holds }: Passage): void {
    const now = this.options.clock.now();
    if (holds?.holds === "all") this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(holds.wait, this.options.maxWait));
    if (holds?.holds === "route") this.allowances.close(route, holds.wait, now);
    if (headers) this.allowances.learn({ route, headers, others: this.flying - 1, now });
    if (this.bounds) this.adaptive = observed(this.adaptive, { at: now, ms, route, inFlight, outcome: ending }, this.bounds);
  }

  /** Waits until a request of the route may leave, and takes its place among those in flight. */
  private async leave(route: string, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      // Whoever waits for a route that is used up keeps nobody else from leaving.
      // oxlint-disable-next-line no-await-in-loop
      await this.sleep(() => this.allowances.wait(route, this.options.clock.now()), signal);
      // oxlint-disable-next-line no-await-in-loop
      await this.enter(signal);
      try {
        // oxlint-disable-next-line no-await-in-loop
        if (await this.claim(route, signal)) return;
      } catch (error) {
        this.free();
        throw error;
      }
      this.free();
    }
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.taken < this.concurrency) {
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

  /** Gives a place back, and lets in as many of the queue as there is place for. */
  private free(): void {
    this.taken--;
    while (this.taken < this.concurrency) {
      const next = this.queue.shift();
      if (!next) return;
      this.taken++;
      next();
    }
  }

  /** Takes one request out of every allowance, as soon as may be; false if that of the route is used up meanwhile. */
  private async claim(route: string, signal: AbortSignal | undefined): Promise<boolean> {
    const { clock } = this.options;
    let isUsedUp = false;
    await this.sleep(() => {
      const now = clock.now();
      if (this.pausedUntil > now) return this.pausedUntil - now;
      isUsedUp = this.allowances.wait(route, now) > 0;
      return isUsedUp ? 0 : this.takeToken(now);
    }, signal);
    if (!isUsedUp) this.allowances.take(route, clock.now());
    return !isUsedUp;
  }

  /** Sleeps as long as it is told, again and again, until it is told 0. */
  private async sleep(due: () => number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const wait = due();
      if (wait <= 0) return;
      // oxlint-disable-next-line no-await-in-loop
      await this.options.clock.sleep(wait, signal);
    }
  }

  /** Takes a token out of the bucket; or, taking none, the milliseconds after which to ask again. */
  private takeToken(now: number): number {
    const { maxRps } = this.options;
    if (maxRps === undefined) return 0;
    // A tenth of a second's worth may leave at once: timers are too coarse to space out a high rate evenly.
    const [interval, burst] = [1000 / maxRps, Math.max(1, Math.floor(maxRps / 10))];
    const ahead = Math.max(this.bucketFull, now) - now - (burst - 1) * interval;
    if (ahead > 0) return ahead;
    this.bucketFull = Math.max(this.bucketFull, now) + interval;
    return 0;
  }
}
