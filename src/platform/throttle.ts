import type { Clock } from "./clock.js";
import {
  type ConcurrencyBounds,
  type ConcurrencyLimit,
  initialLimit,
  observed,
  type RequestEnding,
} from "./concurrency-limit.js";
import { numberHeader, type ReplyHeaders, serverTime } from "./headers.js";

/** The bounds to keep to. */
interface ThrottleOptions {
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
 * by `RateLimit-*` and `Retry-After` (below).
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
    if (headers) this.allowances.learn(route, headers, this.flying - 1, now);
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

/** One window of an allowance. */
interface Window {
  /** When it is filled again. */
  reset: number;
  /** Requests that may still be sent until then, the reserve among them. */
  left: number;
  /** Of these, requests that are not used: the other clients of the same user need some, too. */
  reserve: number;
}

/** What a route without headers was found to allow: so many requests in so many milliseconds. */
interface Learnt {
  readonly requests: number;
  readonly period: number;
  begun: number;
  used: number;
}

/** The part of an allowance that is used. */
const used = 0.95;
/** Resets that differ by less are the same one, told in whole seconds. */
const sameReset = 1500;
/** What was refused after fewer requests was used up by somebody else, and tells nothing of how many there are. */
const enough = 100;
/** Routes and allowances that are told apart, so that memory stays bounded whatever a server says. */
const most = 256;

/**
 * Keeps to what a server allows: to about 95 % of what `RateLimit-Limit`, `-Remaining` and `-Reset` say, for each allowance that replies tell apart by `RateLimit-Name` or else by their limit; and, for
 * routes whose replies tell nothing and that are limited all the same, to what a 429 showed (the reference of real servers, section A, and bulk reads, section 1).
 */
class RateAllowances {
  /** By name of the allowance. */
  private readonly windows = new Map<string, Window>();
  /** By route: the name of its allowance, as its last reply said; empty for one whose replies say none. */
  private readonly namesOfRoutes = new Map<string, string>();
  /** The allowance that most routes have, two at least: a new route is taken to have it, too. */
  private usual: string | undefined;
  /** By route: requests sent since `begun`. */
  private readonly sent = new Map<string, { begun: number; count: number }>();
  private readonly learnt = new Map<string, Learnt>();
  /** By route: until when nothing may leave. */
  private readonly closed = new Map<string, number>();

  /** @param maxWait the longest wait in milliseconds that a server may impose */
  constructor(private readonly maxWait: number) {}

  /** Milliseconds until a request of the route may leave; 0 if it may at once. */
  wait(route: string, now: number): number {
    const closed = (this.closed.get(route) ?? 0) - now;
    if (closed > 0) return closed;
    const learnt = this.learnt.get(route);
    if (learnt && now < learnt.begun + learnt.period && learnt.used >= learnt.requests) return learnt.begun + learnt.period - now;
    const window = this.windowOf(route, now);
    return window && window.left <= window.reserve ? window.reset - now : 0;
  }

  /** Counts a request that leaves now. */
  take(route: string, now: number): void {
    const window = this.windowOf(route, now);
    if (window) window.left--;
    const learnt = this.learnt.get(route);
    if (learnt && now >= learnt.begun + learnt.period) [learnt.begun, learnt.used] = [now, 0];
    if (learnt) learnt.used++;
    const sent = this.sent.get(route);
    if (sent) sent.count++;
    else if (this.sent.size < most) this.sent.set(route, { begun: now, count: 1 });
  }

  /** Learns from the headers of a reply; `others` are requests in flight that the server has not counted yet. */
  learn(route: string, headers: ReplyHeaders, others: number, now: number): void {
    const remaining = numberHeader(headers, "ratelimit-remaining");
    const stamp = numberHeader(headers, "ratelimit-reset");
    if (remaining === undefined || stamp === undefined) {
      this.belongs(route, "");
      return;
    }
    // Real servers give a unix time; a small number is the seconds of the IETF draft.
    const wait = stamp < 1_000_000_000 ? stamp * 1000 : stamp * 1000 - serverTime(headers, now);
    if (wait <= 0) return;
    const limit = numberHeader(headers, "ratelimit-limit");
    const name = `=${headers["ratelimit-name"] ?? limit ?? ""}`;
    this.belongs(route, name);
    const reset = now + Math.min(wait, this.maxWait);
    const reserve = Math.floor((limit ?? 0) * (1 - used));
    const window = this.windows.get(name);
    if (window && Math.abs(window.reset - reset) < sameReset) window.left = Math.min(window.left, remaining);
    else if ((!window || reset > window.reset) && (window || this.windows.size < most))
      this.windows.set(name, { reset, left: remaining - others, reserve });
  }

  /** Learns from a 429 that is about one route, after which nothing of it may leave for that many milliseconds: what was sent since the route was free fits into the time until it is free again. */
  close(route: string, milliseconds: number, now: number): void {
    const until = now + Math.min(milliseconds, this.maxWait);
    if ((this.closed.get(route) ?? 0) > now) return;
    const sent = this.sent.get(route);
    if (sent && sent.count >= enough && this.learnt.size < most) {
      const requests = Math.floor((sent.count - 1) * used);
      this.learnt.set(route, { requests, period: Math.max(until - sent.begun, 1), begun: until, used: 0 });
    }
    this.closed.set(route, until);
    this.sent.delete(route);
  }

  /** A route whose replies once told keeps its allowance when one does not: some servers tell only with a 429, and what answers in their place never does. */
  private belongs(route: string, name: string): void {
    const before = this.namesOfRoutes.get(route);
    if (before === name || (name === "" && before !== undefined)) return;
    if (before === undefined && this.namesOfRoutes.size >= most) return;
    this.namesOfRoutes.set(route, name);
    const counts = new Map<string, number>();
    for (const routeName of this.namesOfRoutes.values())
      if (routeName !== "") counts.set(routeName, (counts.get(routeName) ?? 0) + 1);
    const [largest] = [...counts].toSorted(([, a], [, b]) => b - a);
    this.usual = largest && largest[1] > 1 ? largest[0] : undefined;
  }

  private windowOf(route: string, now: number): Window | undefined {
    const name = this.namesOfRoutes.get(route) ?? this.usual;
    const window = name === undefined ? undefined : this.windows.get(name);
    if (!window || name === undefined || window.reset > now) return window;
    this.windows.delete(name);
    return undefined;
  }
}
