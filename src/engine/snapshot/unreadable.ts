import type { ApiError } from "../../core/errors.js";
import { type Facts, type Need, needKey } from "./needs.js";

/** What could not be read. It ends what is decided of one thing, and never leaves the rooms that decide but as the error of the read (`readErrorOf`). */
class Unreadable {
  constructor(readonly error: ApiError) {}
}

/** Facts of which some could not be read, with the error of each by the key of the need: asking for one of those ends what `ifReadable` or `orUnread` decides. */
export function factsWithout(facts: Facts, unreadable: ReadonlyMap<string, ApiError>): Facts {
  return <N extends Need>(need: N) => {
    const error = unreadable.get(needKey(need));
    if (error) throw new Unreadable(error);
    return facts(need);
  };
}

/** What is decided; undefined where something of it may not be read. */
export function ifReadable<T>(decide: () => T): T | undefined {
  const decided = orUnread(decide);
  return "unread" in decided ? undefined : decided.decision;
}

/** What is decided, or the status of the read that it lacks. */
export function orUnread<T>(decide: () => T): { readonly decision: T } | { readonly unread: number } {
  try {
    return { decision: decide() };
  } catch (error) {
    if (error instanceof Unreadable) return { unread: error.error.status };
    throw error;
  }
}

/** The error of the read, of what a decision could not do without; any other error as it is. */
export function readErrorOf(error: unknown): unknown {
  return error instanceof Unreadable ? error.error : error;
}
