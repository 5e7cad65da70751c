import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call } from "../../src/core/plan.js";
import { type Ending, runCalls } from "../../src/engine/apply/schedule.js";

const call = (id: string, after: string[] = [], chain?: string): Call => ({
  id,
  method: "POST",
  path: "/x",
  params: {},
  after,
  ...(chain === undefined ? {} : { chain }),
});

/** Any acyclic set of calls: each comes after some of those before it. */
const graphs = fc
  .array(
    fc.record({
      after: fc.array(fc.nat(), { maxLength: 3 }),
      chain: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
      fails: fc.boolean(),
    }),
    {
      maxLength: 25,
    },
  )
  .map((rows) =>
    rows.map((row, index) => ({
      call: call(`c${index}`, index === 0 ? [] : [...new Set(row.after.map((one) => `c${one % index}`))], row.chain),
      fails: row.fails,
    })),
  );

async function run(rows: readonly { call: Call; fails: boolean }[], concurrency: number, signal?: AbortSignal) {
  const endings = new Map<string, Ending>();
  const started: string[] = [];
  let running = 0;
  let most = 0;
  const chains = new Map<string, number>();
  let broken = false;
  await runCalls(
    rows.map((row) => row.call),
    {
      concurrency,
      ...(signal ? { signal } : {}),
      run: async (one) => {
        started.push(one.id);
        running++;
        most = Math.max(most, running);
        const inChain = (chains.get(one.chain ?? "") ?? 0) + 1;
        if (one.chain !== undefined && inChain > 1) broken = true;
        chains.set(one.chain ?? "", inChain);
        broken ||= one.after.some((id) => endings.get(id) !== "done");
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        chains.set(one.chain ?? "", inChain - 1);
        if (rows.find((row) => row.call.id === one.id)?.fails) throw new Error("no");
      },
      onEnd: (one, ending) => endings.set(one.id, ending),
    },
  );
  return { endings, started, most, broken };
}

describe("carrying out calls", () => {
  it("ends every call, starts none before those it comes after are done, and keeps to the concurrency and to chains", async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer({ min: 1, max: 5 }), async (rows, concurrency) => {
        const { endings, started, most, broken } = await run(rows, concurrency);
        expect(endings.size).toBe(rows.length);
        expect(most).toBeLessThanOrEqual(concurrency);
        expect(broken).toBe(false);
        for (const chain of ["a", "b"]) {
          const planned = rows.flatMap(({ call: one }) => (one.chain === chain ? [one.id] : []));
          expect(started.filter((id) => planned.includes(id))).toEqual(planned.filter((id) => started.includes(id)));
        }
      }),
    );
  });

  it("skips exactly what comes after a failure, and carries out everything else", async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (rows) => {
        const { endings } = await run(rows, 3);
        for (const { call: one, fails } of rows) {
          const blocked = one.after.some((id) => endings.get(id) !== "done");
          expect(endings.get(one.id)).toBe(blocked ? "skipped" : fails ? "failed" : "done");
        }
      }),
    );
  });

  it("starts nothing more once it is interrupted, and finishes what is in flight", async () => {
    const abort = new AbortController();
    const rows = Array.from({ length: 6 }, (_, index) => ({ call: call(`c${index}`), fails: false }));
    const endings: Ending[] = [];
    await runCalls(
      rows.map((row) => row.call),
      {
        concurrency: 2,
        signal: abort.signal,
        run: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          abort.abort();
        },
        onEnd: (_, ending) => endings.push(ending),
      },
    );
    expect(endings.filter((one) => one === "done")).toHaveLength(2);
    expect(endings.filter((one) => one === "skipped")).toHaveLength(4);
  });
});
