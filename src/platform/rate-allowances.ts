import { numberHeader, type ReplyHeaders, serverTime } from "./headers.js";

/** What a reply says of how many requests are left, and until when. */
export interface Ration {
  readonly route: string;
  readonly headers: ReplyHeaders;
  /** Other requests that are in flight, which the server has not counted yet. */
  readonly others: number;
  readonly now: number;
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
export class RateAllowances {
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

  constructor(
    /** The longest wait in milliseconds that a server may impose. */
    private readonly maxWait: number,
  ) {}

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

  /** Learns from the headers of a reply. */
  learn({ route, headers, others, now }: Ration): void {
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

  /**
   * Learns from a 429 that is about one route, after which nothing of it may leave for that many milliseconds: what was sent since the route was free fits into the time until it is free again.
   */
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
    for (const one of this.namesOfRoutes.values()) if (one !== "") counts.set(one, (counts.get(one) ?? 0) + 1);
    const [largest] = [...counts].toSorted(([, one], [, other]) => other - one);
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
