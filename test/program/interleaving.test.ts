// @module-tag slow
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Address } from "../../src/core/address.js";
import { textAt } from "../../src/core/json.js";
import { parseFault } from "../../src/emulator/core/faults.js";
import { draws } from "../ring.js";
import { openBench, resource } from "./bench.js";

/** What is written and read: a value of one thing, which every write makes another one. */
const things: readonly { readonly parts: Address; readonly attribute: string }[] = [
  ...["one/web", "one/api", "one/sub/app", "two/web", "two/api", "three/web"].map((path) => ({
    parts: { kind: "project", path },
    attribute: "description",
  })),
  ...["one/sub", "two"].map((path) => ({ parts: { kind: "group", path }, attribute: "description" })),
  ...["rust", "go"].map((path) => ({ parts: { kind: "topic", path }, attribute: "title" })),
];

interface Write {
  readonly thing: number;
  readonly value: string;
  readonly began: number;
  ended: number;
}

const steps = fc.array(
  fc.record({
    /** One thing is written, or all are read at once. */
    written: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(things.length - 1) }),
    /** Milliseconds after the step before it. */
    after: fc.integer({ min: 0, max: 20 }),
    byNumber: fc.boolean(),
  }),
  { minLength: 10, maxLength: 40 },
);

test(
  "whatever is read and written at the same time: a read never gives what was overwritten before it began",
  { tags: ["race"] },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const bench = await openBench({
          // Writes take effect late, and some replies come late: there is time for reads in between.
          latency: 3,
          faults: [parseFault("PUT /** delay=25 rate=0.7"), parseFault("GET /** delay=8 rate=0.3")],
          seed: {
            groups: ["one", "one/sub", "two", "three"].map((full_path) => ({ full_path, name: full_path })),
            projects: ["one/web", "one/api", "one/sub/app", "two/web", "two/api", "three/web"].map((path_with_namespace) => ({
              path_with_namespace,
              name: path_with_namespace,
            })),
            topics: ["rust", "go"].map((name) => ({ name, title: name })),
          },
        });
        try {
          const { resources } = bench;
          const ids = await Promise.all(things.map(async ({ parts }) => String((await resources.read(parts))?.id)));
          let clock = 0;
          const writes: Write[] = [];
          const wrong: string[] = [];
          const read = async (thing: number, byNumber: boolean): Promise<void> => {
            const { parts, attribute } = things[thing] ?? { parts: { kind: "" }, attribute: "" };
            const began = clock++;
            const live = await resources.read(parts, { attributes: [attribute], ...(byNumber ? { id: ids[thing] ?? "" } : {}) });
            const ended = clock++;
            const value = textAt(live?.spec ?? {}, attribute);
            const own = writes.filter((one) => one.thing === thing);
            const source = own.find((one) => one.value === value);
            const earlier = own.filter((one) => one.ended < began);
            const isStale = earlier.some((one) => source === undefined || one.began > source.ended);
            if (isStale || (source && source.began > ended)) wrong.push(`${parts.path ?? ""} gave ${value}`);
          };
          const write = async (thing: number, value: string): Promise<void> => {
            const { parts, attribute } = things[thing] ?? { parts: { kind: "" }, attribute: "" };
            const own: Write = { thing, value, began: clock++, ended: Number.POSITIVE_INFINITY };
            writes.push(own);
            await resources.apply(resource(parts, { [attribute]: value }), false);
            own.ended = clock++;
          };
          const readAll = async (byNumber: boolean): Promise<void> => {
            await Promise.all(things.map(async (_, thing) => read(thing, byNumber)));
          };
          const under: Promise<void>[] = [];
          for (const [index, { written, after, byNumber }] of all.entries()) {
            await new Promise((resolve) => setTimeout(resolve, after));
            under.push(written === null ? readAll(byNumber) : write(written, `value ${index}`));
          }
          await Promise.all(under);
          await readAll(false);
          expect(wrong).toEqual([]);
        } finally {
          await bench.close();
        }
      }),
      { numRuns: draws(15) },
    );
  },
);
