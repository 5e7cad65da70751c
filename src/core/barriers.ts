/** Calls that many others come after, listed once. */
export interface Barrier {
  /** `b` and a number; other calls name it in their `after`. */
  readonly id: string;
  readonly calls: readonly string[];
}

/** A call, as far as it says what it comes after. */
interface Follower {
  readonly after: readonly string[];
}

/** The ids of the calls that each call of a plan comes after, whether it names them or a barrier that holds them. An id that is neither stands as it is. */
export function earlierCalls({
  barriers = [],
}: {
  readonly barriers?: readonly Barrier[];
}): (call: Follower) => readonly string[] {
  const held = new Map(barriers.map(({ id, calls }) => [id, calls]));
  const expanded = new Map<Follower, readonly string[]>();
  return (call) => {
    if (held.size === 0) return call.after;
    const found = expanded.get(call) ?? [...new Set(call.after.flatMap((id) => held.get(id) ?? [id]))];
    expanded.set(call, found);
    return found;
  };
}
