import { setTimeout as pause } from "node:timers/promises";

/** How long the platform is given, in milliseconds, to show what it has accepted: reads may come from replicas that lag behind. */
export const usualSettle = 10_000;

const firstPause = 100;
const longestPause = 2_000;

/** How long to ask on. */
export interface Settling {
  /** Milliseconds in all. */
  readonly settle: number;
  /** Once aborted, the answer that is there counts. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks at once, and then again with growing pauses as long as there is no answer and time is left. What the last time gives, counts. */
export async function untilAnswered<T>(ask: () => Promise<T | undefined>, { settle, signal }: Settling): Promise<T | undefined> {
  const deadline = Date.now() + settle;
  for (let step = firstPause; ; step = Math.min(step * 2, longestPause)) {
    // oxlint-disable-next-line no-await-in-loop -- again only where the answer is still to come
    const answer = await ask();
    const left = deadline - Date.now();
    if (answer !== undefined || left <= 0 || signal?.aborted) return answer;
    // oxlint-disable-next-line no-await-in-loop
    await pause(Math.min(step, left), undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}
