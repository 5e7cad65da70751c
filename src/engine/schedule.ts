import type { Call } from "../core/plan.js";

/** How a call ended. */
export type Ending = "done" | "failed" | "skipped";

/** What `runCalls` needs to know. */
export interface ScheduleOptions {
  /** Calls that may be in flight at once. */
  readonly concurrency: number;
  /** Carries out one call; a rejection is a failure. */
  readonly run: (call: Call) => Promise<void>;
  readonly onEnd: (call: Call, ending: Ending, error?: unknown) => void;
  /** Once aborted, no further call starts; those in flight are finished. */
  readonly signal?: AbortSignal;
}

/**
 * Carries out calls as early as what they come after allows, side by side, at most `concurrency` at once. A failed call skips what comes
 * after it and nothing else. Calls of one chain run one at a time in the order of the plan, whether or not an earlier one failed.
 */
export async function runCalls(calls: readonly Call[], options: ScheduleOptions): Promise<void> {
  const endings = new Map<string, Ending>();
  const followers = new Map<string, Call[]>();
  const open = new Map<string, number>();
  for (const call of calls) {
    open.set(call.id, call.after.length);
    for (const id of call.after) followers.set(id, [...(followers.get(id) ?? []), call]);
  }
  const ready: Call[] = calls.filter((call) => call.after.length === 0);
  const busyChains = new Set<string>();
  let running = 0;

  await new Promise<void>((resolve) => {
    const end = (call: Call, ending: Ending, error?: unknown): void => {
      endings.set(call.id, ending);
      options.onEnd(call, ending, error);
      for (const follower of followers.get(call.id) ?? []) {
        const left = (open.get(follower.id) ?? 1) - 1;
        open.set(follower.id, left);
        if (left > 0) continue;
        if (mustSkip(follower)) end(follower, "skipped");
        else ready.push(follower);
      }
    };
    const start = (call: Call): void => {
      running++;
      if (call.chain !== undefined) busyChains.add(call.chain);
      options
        .run(call)
        .then(
          () => end(call, "done"),
          (error: unknown) => end(call, "failed", error),
        )
        .finally(() => {
          running--;
          if (call.chain !== undefined) busyChains.delete(call.chain);
          next();
        });
    };
    const next = (): void => {
      for (;;) {
        const index = ready.findIndex(
          (call) => mustSkip(call) || (running < options.concurrency && !busyChains.has(call.chain ?? "")),
        );
        if (index < 0) break;
        const [call] = ready.splice(index, 1);
        if (!call) break;
        if (mustSkip(call)) end(call, "skipped");
        else start(call);
      }
      if (running === 0 && ready.length === 0) resolve();
    };
    const mustSkip = (call: Call) => options.signal?.aborted === true || call.after.some((id) => endings.get(id) !== "done");
    next();
  });
}
