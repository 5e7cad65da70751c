import { EMULATOR_AGENT, isLoopback } from "./origins.js";
import type { Json } from "./records.js";
import { parsedUrl } from "./url.js";

/** Milliseconds that the other side has for its whole answer. */
const PATIENCE = 5_000;

/** Messages that may wait for one address; whatever comes beyond is dropped, for a webhook promises nothing. */
const MOST_WAITING = 100;

/** What goes out. */
interface OutgoingMessage {
  readonly url: string;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a message; without a status it did not arrive. */
type Delivery = {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of what the other side answered, or why there is no answer. */
  readonly text: string;
  /** Seconds. */
  readonly duration: number;
};

/** Characters of an answer that are kept. */
const LONGEST_ANSWER = 8_192;

/** Where messages may go. */
interface Reach {
  /** True when services of this machine may be sent to. */
  readonly loopback: boolean;
  /** Names of further hosts that may be sent to; `*` for all. */
  readonly hosts: readonly string[];
}

/**
 * Sends what goes out to addresses of others, one message at a time to each address, in their order. It tries once and follows no redirect; what became of
 * a message only who asked for it is told. What is out of reach is never connected to: an address of a seed or of somebody's file could be anybody's.
 */
export class Outbox {
  readonly #reach: Reach;
  readonly #stopped = new AbortController();
  readonly #waiting = new Map<string, { last: Promise<void>; count: number }>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Queues a message and returns at once. */
  send(message: OutgoingMessage, tell?: (delivery: Delivery) => void): void {
    const { url } = message;
    if (this.#stopped.signal.aborted) return;
    if (!this.#mayReach(url)) {
      tell?.({ status: null, headers: {}, text: "The emulator was not told that it may reach this address", duration: 0 });
      return;
    }
    const queue = this.#waiting.get(url) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= MOST_WAITING) return;
    this.#waiting.set(url, queue);
    queue.count += 1;
    queue.last = queue.last
      .then(() => this.#post(message, tell))
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

  async #post({ url, body, headers = {} }: OutgoingMessage, tell: ((delivery: Delivery) => void) | undefined): Promise<void> {
    this.#stopped.signal.throwIfAborted();
    const began = performance.now();
    const seconds = (): number => Math.round(performance.now() - began) / 1000;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "User-Agent": EMULATOR_AGENT, Connection: "close", ...headers },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(PATIENCE)]),
      });
      if (tell === undefined) await response.body?.cancel();
      else {
        const text = (await response.text()).slice(0, LONGEST_ANSWER);
        tell({ status: response.status, headers: Object.fromEntries(response.headers), text, duration: seconds() });
      }
    } catch (error) {
      if (!this.#stopped.signal.aborted)
        tell?.({ status: null, headers: {}, text: error instanceof Error ? error.message : String(error), duration: seconds() });
    }
  }
}
