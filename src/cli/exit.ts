import type { Result } from "../core/plan.js";

/** Exit codes of every command (design, The command line). */
export const exit = {
  ok: 0,
  /** Bad usage, refused, or nothing succeeded. */
  failed: 1,
  /** There are changes: `drift` always, `plan` with `--detailed-exitcode`. */
  changes: 2,
  /** Something was applied, and something failed, was skipped, did not stick or had moved; or a plan holds something back, or could not read something. */
  partly: 3,
  /** Ended by SIGINT. */
  interrupted: 130,
  /** Ended by SIGTERM. */
  terminated: 143,
} as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** True for what does not carry out all that the files say: something is held back, or could not be read. */
export function leavesSomething({ held, unread }: Pick<Result, "held" | "unread">): boolean {
  return held !== undefined || unread !== undefined;
}

/** The exit code that says what became of an apply that nobody interrupted. */
export function exitOf(result: Result): ExitCode {
  const ended = new Set(result.outcomes.map((outcome) => outcome.status));
  const wrong = ["failed", "skipped", "not_stuck", "stale"] as const;
  if (!wrong.some((status) => ended.has(status))) return leavesSomething(result) ? exit.partly : exit.ok;
  const isPartly = ended.has("done") || ended.has("not_stuck") || result.outcomes.some((outcome) => outcome.partly);
  return isPartly ? exit.partly : exit.failed;
}
