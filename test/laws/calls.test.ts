// @module-tag slow
import fc from "fast-check";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture } from "../harness/fixture.js";
import { type Sample, samples } from "./calls/worlds.js";

/** Plans, applies and plans again: how many calls were planned, which writes arrived, and what was left to do. */
async function counted({ files, platform }: Sample) {
  const fixture = await openFixture(inProcess, platform);
  try {
    fixture.write("trueup/all.yaml", JSON.stringify(files));
    const planned = await fixture.run(["plan", "--json"]);
    expect(planned.code, planned.stdout + planned.stderr).toBeLessThanOrEqual(0);
    const { calls } = JSON.parse(planned.stdout) as {
      readonly calls: readonly { readonly method: string; readonly path: string }[];
    };
    fixture.server.forget();
    const applied = await fixture.run(["apply", "--yes"]);
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    const writes = fixture.writes();
    const again = await fixture.run(["plan", "--json"]);
    const { changes } = JSON.parse(again.stdout) as { readonly changes: readonly { readonly address: string }[] };
    return { calls: calls.map(({ method, path }) => `${method} ${path}`), writes, left: changes.map(({ address }) => address) };
  } finally {
    await fixture.close();
  }
}

test.each(fc.sample(samples, { numRuns: 60, seed: 34 }).map((s, i) => ({ i, s })))(
  "case $i",
  async ({ s }) => {
    const { calls, writes, left } = await counted(s);
    expect(left).toEqual([]);
    expect({ n: writes.length, more: writes }, JSON.stringify({ s, calls }, undefined, 1)).toEqual({
      n: calls.length,
      more: writes,
    });
  },
  30000,
);
