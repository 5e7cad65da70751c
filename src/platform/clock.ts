import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

/** Time as the client sees it: what waits and what measures goes through here. */
export interface Clock {
  /** Milliseconds since 1970; never goes backwards. */
  now(): number;
  /** Waits that many milliseconds. Rejects as soon as the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};
