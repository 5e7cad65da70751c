/** Counts requests by method and route template. */
export class Stats {
  readonly #counts = new Map<string, number>();

  count(route: string): void {
    this.#counts.set(route, (this.#counts.get(route) ?? 0) + 1);
  }

  reset(): void {
    this.#counts.clear();
  }

  report(): { total: number; routes: Record<string, number> } {
    const routes = Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { total: Object.values(routes).reduce((sum, count) => sum + count, 0), routes };
  }
}
