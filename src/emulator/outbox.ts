import type { Json } from "./json.js";
import { EMULATOR_AGENT, isLoopback } from "./origins.js";
import { parsedUrl } from "./url.js";

/** Milliseconds that the other side has for its whole answer. */
const PATIENCE = 5_000;
/** Messages that may wait for one address; whatever comes beyond is dropped, for a webhook promises nothing. */
const MOST_WAITING = 100;

/** Where messages may go. */
export interface Reach {
  /** True when services of this machine may be sent to. */
  readonly loopback: boolean;
  /** Names of further hosts that may be sent to; `*` for all. */
  readonly hosts: readonly string[];
}

/**
 * Sends what goes out to addresses of others, one message at a time to each address, in their order. It tries once, follows no redirect, reads no answer
 * and tells nobody what became of it. What is out of reach is never connected to: an address of a seed or of somebody's file could be anybody's.
 */
export class Outbox {
  readonly #reach: Reach;
  readonly #stopped = new AbortController();
  readonly #waiting = new Map<string, { last: Promise<void>; count: number }>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Queues a JSON body for an address and returns at once. */
  send(url: string, body: Json): void {
    if (this.#stopped.signal.aborted || !this.#mayReach(url)) return;
    const queue = this.#waiting.get(url) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= MOST_WAITING) return;
    this.#waiting.set(url, queue);
    queue.count += 1;
    queue.last = queue.last
      .then(() => this.#post(url, body))
      .catch(() => undefined)
      .finally(() => {
        queue.count -= 1;
        if (queue.count === 0) this.#waiting.delete(url);
      });
  }

  /** Drops what waits and what is under way. */
  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.all([...this.#waiting.values()].map(({ last }) => last));
  }

  #mayReach(url: string): boolean {
    const { protocol, hostname } = parsedUrl(url) ?? {};
    if (hostname === undefined || (protocol !== "http:" && protocol !== "https:")) return false;
    if (this.#reach.hosts.some((name) => name === "*" || name.toLowerCase() === hostname)) return true;
    return this.#reach.loopback && isLoopback(hostname.replaceAll(/^\[|\]$/g, ""));
  }

  async #post(url: string, body: Json): Promise<void> {
    this.#stopped.signal.throwIfAborted();
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": EMULATOR_AGENT, Connection: "close" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(PATIENCE)]),
    });
    await response.body?.cancel();
  }
}
