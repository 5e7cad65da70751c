import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ConcurrencyLimit, initialLimit, type Observation, observed } from "../../src/platform/concurrency-limit.js";

const bounds = { start: 8, most: 64 };

/** A server in virtual time: how long a request takes and how it ends, by how many it has in flight with this one. */
interface Simulated {
  readonly ms: (inFlight: number, now: number) => number;
  readonly refusesAbove?: number;
  readonly fails?: (now: number) => boolean;
}

interface Run {
  readonly seconds: number;
  readonly refused: number;
  readonly mostInFlight: number;
  readonly state: ConcurrencyLimit;
}

/** Sends that many requests as the limit allows, each refused one again 300 ms later. */
function simulate(server: Simulated, requests: number, begin = initialLimit(bounds), fixed?: number): Run {
  let [state, now, left, refused, mostInFlight, flying, taken] = [begin, 0, requests, 0, 0, 0, 0];
  const events: { at: number; run: () => void }[] = [];
  const later = (at: number, run: () => void): void => {
    const place = events.findIndex((one) => one.at > at);
    events.splice(place < 0 ? events.length : place, 0, { at, run });
  };
  const sendAll = (): void => {
    while (left > 0 && flying < Math.floor(fixed ?? state.limit)) {
      left--;
      flying++;
      mostInFlight = Math.max(mostInFlight, flying);
      send(flying);
    }
  };
  const send = (inFlight: number): void => {
    // What it refuses it has not in flight.
    const isRefused = taken >= (server.refusesAbove ?? Number.POSITIVE_INFINITY);
    if (!isRefused) taken++;
    const outcome = isRefused ? "refused" : server.fails?.(now) ? "failed" : "success";
    const ms = server.ms(inFlight, now);
    later(now + ms, () => {
      state = observed(state, { at: now, ms, route: "GET /a/:id", inFlight, outcome }, bounds);
      flying--;
      if (!isRefused) taken--;
      if (outcome !== "success") {
        if (isRefused) refused++;
        later(now + 300, () => {
          left++;
          sendAll();
        });
      }
      sendAll();
    });
  };
  sendAll();
  for (let event = events.shift(); event; event = events.shift()) {
    now = event.at;
    event.run();
  }
  return { seconds: now / 1000, refused, mostInFlight, state };
}

const observations: fc.Arbitrary<Observation> = fc.record({
  at: fc.integer({ min: 0, max: 10_000_000 }),
  ms: fc.double({ min: 0, max: 60_000, noNaN: true }),
  route: fc.constantFrom("GET /a", "GET /b", "PUT /a"),
  inFlight: fc.integer({ min: 1, max: 200 }),
  outcome: fc.constantFrom("success", "refused", "rationed", "failed", "other"),
});
const histories = fc.array(observations, { maxLength: 200 }).map((all) => all.toSorted((one, other) => one.at - other.at));
const after = (history: readonly Observation[], start = bounds): ConcurrencyLimit =>
  history.reduce((state, one) => observed(state, one, start), initialLimit(start));

describe("the limit of requests in flight", () => {
  it("is never below one nor above its bound, whatever happens", () => {
    const some = fc.record({ start: fc.integer({ min: 1, max: 100 }), most: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(histories, some, (history, within) => {
        let state = initialLimit(within);
        for (const one of history) {
          state = observed(state, one, within);
          expect(state.limit).toBeGreaterThanOrEqual(1);
          expect(state.limit).toBeLessThanOrEqual(within.most);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("is halved by a 429 and by a failure, once for all that were in flight together", () => {
    fc.assert(
      fc.property(histories, fc.constantFrom("refused", "rationed", "failed"), (history, outcome) => {
        const before = after(history);
        const one = { ms: 50, route: "GET /a", inFlight: Math.max(2, Math.floor(before.limit)), outcome } as const;
        const cut = observed(before, { ...one, at: 20_000_000 }, bounds);
        expect(cut.limit).toBeLessThanOrEqual(Math.max(1, before.limit / 2));
        expect(observed(cut, { ...one, at: 20_000_010 }, bounds).limit).toBe(cut.limit);
      }),
      { numRuns: 50 },
    );
  });

  it("recovers from whatever was before, up to where 429s began", () => {
    fc.assert(
      fc.property(histories, (history) => {
        let [state, at] = [after(history), 20_000_000];
        for (let count = 0; count < 2000; count++) {
          at += 10;
          const inFlight = Math.floor(state.limit);
          state = observed(state, { at, ms: 50, route: "GET /fresh", inFlight, outcome: "success" }, bounds);
        }
        expect(state.limit).toBeGreaterThanOrEqual(Math.min(state.ceiling?.limit ?? bounds.most, bounds.most));
      }),
      { numRuns: 10 },
    );
  });

  it("does not grow for who does not use it", () => {
    let state = initialLimit(bounds);
    for (let at = 0; at < 50_000; at += 50)
      state = observed(state, { at, ms: 50, route: "GET /a", inFlight: 1, outcome: "success" }, bounds);
    expect(state.limit).toBe(8);
  });

  it("grows to its bound where the latency holds, in a fraction of the time that 8 in flight take", () => {
    const run = simulate({ ms: () => 50 }, 4000);
    expect(run.mostInFlight).toBe(64);
    expect(run.seconds).toBeLessThan(5);
    expect(run.refused).toBe(0);
  });

  it("stops growing where requests only wait for each other", () => {
    // So many at once are served in 50 ms, all others wait for them.
    const run = simulate({ ms: (inFlight) => 50 * Math.max(1, inFlight / 12) }, 4000);
    expect(run.mostInFlight).toBeLessThanOrEqual(30);
    expect(run.state.limit).toBeGreaterThanOrEqual(8);
  });

  it("is no smaller than at first because of latency alone", () => {
    const run = simulate({ ms: (_, now) => (now < 1000 ? 50 : 900) }, 2000);
    expect(run.state.limit).toBeGreaterThanOrEqual(8);
  });

  it.each([1, 3, 9, 10, 11, 20, 50])(
    "a server that refuses above %i in flight is asked too often a few times in a whole run, which is about as fast as at that number",
    (cap) => {
      const server = { ms: () => 50, refusesAbove: cap };
      const requests = cap < 5 ? 500 : 4000;
      const [run, best] = [simulate(server, requests), simulate(server, requests, initialLimit(bounds), cap)];
      expect(run.refused).toBeLessThanOrEqual(cap > 20 || cap < 8 ? 12 : 5);
      expect(run.seconds).toBeLessThan(best.seconds * 1.25 + 1);
    },
  );

  it("where 429s began is tried again twice at most, after long rests", () => {
    const run = simulate({ ms: () => 500, refusesAbove: 10 }, 20_000);
    expect(run.seconds).toBeGreaterThan(900);
    expect(run.refused).toBeLessThanOrEqual(10);
  });

  it("goes beyond a ceiling that is no longer there", () => {
    let isBusy = true;
    const server: Simulated = {
      ms: (_, now) => {
        isBusy = now < 10_000;
        return 100;
      },
      get refusesAbove() {
        return isBusy ? 10 : 1000;
      },
    };
    expect(simulate(server, 15_000).mostInFlight).toBe(64);
  });

  it("is what it was soon after a server failed for a while", () => {
    const run = simulate({ ms: () => 50, fails: (now) => now > 2000 && now < 2500 }, 6000);
    expect(run.state.limit).toBeGreaterThan(48);
  });
});
