import { append } from "../../core/collections.js";
import type { Call } from "../../core/plan.js";

/** How a call ended. */
export type Ending = "done" | "failed" | "skipped";

/** What `runCalls` needs to know. */
export interface ScheduleOptions {
  /** Calls that may be in flight at once: so many, or as many as it says whenever one is to begin. */
  readonly concurrency: number | (() => number);
  /** The ids of the calls that one comes after; without it those that it names. */
  readonly earlier?: (call: Call) => readonly string[];
  /** Carries out one call; a rejection is a failure. */
  readonly run: (call: Call) => Promise<void>;
  readonly onEnd: (call: Call, ending: Ending, error?: unknown) => void;
  /** Once aborted, no further call starts; those in flight are finished. */
  readonly signal?: AbortSignal;
}

/**
 * Carries out calls as early as what they come after allows, side by side, at most `concurrency` at once. A failed call skips what comes
 * after it and nothing else. Calls of one chain run one at a time in the order of the plan, whether or not an earlier one failed.
 * Resolves when every call has ended; rejects with what `onEnd` throws.
 */
export async function runCalls(calls: readonly Call[], options: ScheduleOptions): Promise<void> {
  const endings = new Map<string, Ending>();
  const { earlier = ({ after }: Call) => after } = options;
  const { followers, waitsFor } = followersOf(calls, earlier);
  const ready = calls.filter((call) => waitsFor.get(call.id) === 0);
  const isSkipped = (call: Call) => options.signal?.aborted === true || earlier(call).some((id) => endings.get(id) !== "done");
  const { concurrency } = options;
  const most = typeof concurrency === "number" ? () => concurrency : concurrency;
  let running = 0;

  await new Promise<void>((resolve, reject) => {
    const end = (call: Call, ending: Ending, error?: unknown): void => {
      endings.set(call.id, ending);
      options.onEnd(call, ending, error);
      for (const follower of followers.get(call.id) ?? []) {
        const left = (waitsFor.get(follower.id) ?? 1) - 1;
        waitsFor.set(follower.id, left);
        if (left === 0) ready.push(follower);
      }
    };
    const start = (call: Call): void => {
      running++;
      options
        .run(call)
        .then(
          () => end(call, "done"),
          (error: unknown) => end(call, "failed", error),
        )
        .then(() => {
          running--;
          next();
        })
        .catch(reject);
    };
    const next = (): void => {
      for (let call = ready[0]; call; call = ready[0]) {
        const skip = isSkipped(call);
        if (!skip && running >= most()) return;
        ready.shift();
        if (skip) end(call, "skipped");
        else start(call);
      }
      if (running === 0) resolve();
    };
    next();
  });
}

/** Which calls wait for the end of each call, and for how many each waits: for those it comes after, and for the one before it in its chain. */
function followersOf(calls: readonly Call[], earlierCalls: (call: Call) => readonly string[]) {
  const followers = new Map<string, Call[]>();
  const waitsFor = new Map<string, number>();
  const lastOfChain = new Map<string, string>();
  for (const call of calls) {
    const earlier = new Set(earlierCalls(call));
    if (call.chain !== undefined) {
      const before = lastOfChain.get(call.chain);
      if (before !== undefined) earlier.add(before);
      lastOfChain.set(call.chain, call.id);
    }
    waitsFor.set(call.id, earlier.size);
    for (const id of earlier) append(followers, id, call);
  }
  return { followers, waitsFor };
}
