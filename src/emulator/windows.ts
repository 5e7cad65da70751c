/** How often something was counted in its window, and when that ends, in seconds since 1970. */
export interface Counted {
  readonly count: number;
  readonly reset: number;
}

/** Counts in fixed windows that begin with the clock, as real servers do. */
export class Windows {
  readonly #counts = new Map<string, number>();
  #second = 0;

  /** @param length seconds of a window; `now` milliseconds since 1970 */
  count(key: string, length: number, now: number): Counted {
    const second = Math.floor(now / 1000);
    const reset = (Math.floor(second / length) + 1) * length;
    this.#forget(second);
    const name = `${reset} ${key}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return { count, reset };
  }

  /** Drops the windows that are over. */
  #forget(second: number): void {
    if (second === this.#second) return;
    this.#second = second;
    for (const name of this.#counts.keys()) if (Number.parseInt(name, 10) <= second) this.#counts.delete(name);
  }
}
