import type { PolicyException } from "./layer.js";

/** The day of an instant, UTC: `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** True for an exception whose last day has passed. */
export function hasPassed({ until }: Pick<PolicyException, "until">, today: string): boolean {
  return until !== undefined && until < today;
}
