/** What one request taught, once it ended. Times are in milliseconds. */
export interface Observation {
  /** When it ended. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
  /** Its method and route: only requests of one route are expected to take the same time. */
  readonly route: string;
  /** Requests in flight when it was sent, itself among them. */
  readonly inFlight: number;
  readonly outcome: RequestEnding;
}

/**
 * How a request ended, as far as the server's load goes: `refused` is a 429 that says nothing of an allowance, so that too many at once may be the reason; `rationed` one that
 * does; `failed` a 5xx or no reply at all; `other` says nothing of the load.
 */
export type RequestEnding = "success" | "refused" | "rationed" | "failed" | "other";

/** Between what the limit moves. */
export interface ConcurrencyBounds {
  readonly start: number;
  readonly most: number;
}

/** How many requests may be in flight, and what that was learnt from. */
export interface ConcurrencyLimit {
  /** Whole part: requests that may be in flight at once. */
  readonly limit: number;
  /** Below this it recovers by one with each success, for it was there before without harm. */
  readonly safe: number;
  /** Above this requests were refused, last at `since`. */
  readonly ceiling?: { readonly limit: number; readonly since: number } | undefined;
  /** How often it went above a ceiling again. */
  readonly probes: number;
  /** When it was cut last: what was sent before that counts for the same cut. */
  readonly cutAt: number;
  /** By route: milliseconds of a request, smoothed, and the smallest such while the server was quiet. */
  readonly latencies: ReadonlyMap<string, Latency>;
  /** The successes since the last step: how much slower than quiet each was. */
  readonly round: readonly number[];
  /** True if requests of the round made use of the limit. */
  readonly isFull: boolean;
}

interface Latency {
  readonly smoothed: number;
  readonly quiet: number;
  readonly at: number;
}

const smoothing = 0.1;
/** Below this many times the quiet latency it grows. */
const steady = 2;
/** Differences below this say more about the computer than about the server. */
const smallest = 5;
/** A median of fewer is chance. */
const shortest = 4;
/** The share of what a latency is above the quiet one that counts as quiet after a second: a server that is slower for good is that no longer. */
const forgetting = 0.01;
/** So long no ceiling is tried, four times as long after each try, and so often in all. */
const [rest, mostProbes] = [60_000, 2];
/** Routes that are told apart; all others count as one, so that memory stays bounded. */
const mostRoutes = 256;

/** A limit that nothing is known of yet. */
export function initialLimit({ start, most }: ConcurrencyBounds): ConcurrencyLimit {
  const limit = Math.max(1, Math.min(start, most));
  return { limit, safe: limit, probes: 0, cutAt: Number.NEGATIVE_INFINITY, latencies: new Map(), round: [], isFull: false };
}

/**
 * The limit after one more request has ended. Additive increase and multiplicative decrease, with the latency as a second sign: once in a round of as many successes as may be in flight it grows by
 * an eighth (by one at least) while the latency stays near that of a quiet server (as the Gradient2 limit of Netflix' concurrency-limits compares a short with a long average, but for each route), and
 * it is halved, once for all that were in flight together, by a 429 or a failure. Where 429s began it remembers the ceiling, and goes above it twice at most, each time after a long rest. Latency alone only keeps it from
 * growing: what is slow without more requests in flight has another reason. Pure: the only clock is `at`.
 */
export function observed(state: ConcurrencyLimit, seen: Observation, bounds: ConcurrencyBounds): ConcurrencyLimit {
  switch (seen.outcome) {
    case "success":
      return succeeded(state, seen, bounds);
    case "refused":
      return refused(state, seen, bounds);
    case "rationed":
      return isKnown(state, seen) ? state : { ...cut(state, seen), safe: state.limit };
    case "failed":
      return isKnown(state, seen) ? state : cut(state, seen);
    default:
      return state;
  }
}

/** True for what was in flight when the limit was cut: it tells of the load before. */
function isKnown(state: ConcurrencyLimit, { at, ms }: Observation): boolean {
  return at - ms <= state.cutAt;
}

function cut(state: ConcurrencyLimit, { at }: Observation): ConcurrencyLimit {
  const limit = Math.max(1, Math.floor(state.limit / 2));
  return { ...state, limit, safe: limit, cutAt: at, round: [], isFull: false };
}

function refused(state: ConcurrencyLimit, seen: Observation, { most }: ConcurrencyBounds): ConcurrencyLimit {
  const below = Math.max(1, Math.min(seen.inFlight - 1, most));
  const isSame = isKnown(state, seen);
  // Replies that are on their way count here and no longer there: a ceiling that is met again was seen too high, and by more than one.
  const ceiling = state.ceiling?.limit ?? below;
  const limit = Math.min(below, isSame || ceiling < 8 ? ceiling : Math.floor((ceiling * 7) / 8));
  const next = isSame ? state : cut(state, seen);
  return { ...next, limit: Math.min(next.limit, limit), safe: limit, ceiling: { limit, since: seen.at } };
}

function succeeded(before: ConcurrencyLimit, seen: Observation, bounds: ConcurrencyBounds): ConcurrencyLimit {
  const state = measured(before, seen);
  if (state.isFull && state.limit < state.safe) return { ...state, limit: Math.min(state.safe, state.limit + 1) };
  if (state.round.length < Math.max(shortest, state.limit)) return state;
  const next = { ...state, round: [], isFull: false };
  return state.isFull && median(state.round) < steady ? grown(next, seen.at, bounds) : next;
}

function grown(state: ConcurrencyLimit, at: number, { most }: ConcurrencyBounds): ConcurrencyLimit {
  const { ceiling, limit, probes } = state;
  const larger = Math.min(most, limit + Math.max(1, limit / 8));
  if (!ceiling || larger <= ceiling.limit) return { ...state, limit: larger };
  const mayProbe = probes < mostProbes && at - ceiling.since >= rest * 4 ** probes;
  if (!mayProbe || ceiling.limit >= most) return { ...state, limit: Math.min(most, Math.max(limit, ceiling.limit)) };
  return { ...state, limit: Math.min(most, Math.max(limit, ceiling.limit) + 1), ceiling: undefined, probes: probes + 1 };
}

/** With the latency of a success, and how slow it was beside the quiet one of its route. */
function measured(state: ConcurrencyLimit, { at, ms, route, inFlight }: Observation): ConcurrencyLimit {
  const name = state.latencies.has(route) || state.latencies.size < mostRoutes ? route : "";
  const took = Math.max(ms, smallest);
  const known = state.latencies.get(name);
  const smoothed = known ? known.smoothed + smoothing * (took - known.smoothed) : took;
  const forgotten = known ? Math.min(1, (forgetting * Math.max(at - known.at, 0)) / 1000) : 0;
  const quiet = known ? Math.min(smoothed, known.quiet + forgotten * (smoothed - known.quiet)) : took;
  return {
    ...state,
    latencies: new Map(state.latencies).set(name, { smoothed, quiet, at }),
    round: [...state.round, took / quiet],
    isFull: state.isFull || inFlight >= Math.floor(state.limit) * 0.75,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
}
