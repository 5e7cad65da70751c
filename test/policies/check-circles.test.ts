// @module-tag slow
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circles } from "../../src/policies/check.js";
import { layersOf } from "../desired/layers/reading.js";
import { load, problemsOf } from "../desired/workspace.js";

const origin = { file: "a.yaml", line: 1, column: 1 };
const told = { rule: "preset.cycle", address: (name: string) => name, attribute: "extends", message: "circle" };

/** What circles of these names are told, of names as digits. */
function toldOf(names: readonly (readonly number[])[]): string[] {
  const members = names.map((others, at) => ({ name: String(at), names: others.map((one) => ({ name: String(one), origin })) }));
  return circles(members, told).map(({ message }) => message.replace("circle: ", ""));
}

/** All names that come after one, by every way. */
function after(names: readonly (readonly number[])[], first: number): Set<number> {
  const found = new Set(names[first]);
  for (const one of found) for (const next of names[one] ?? []) found.add(next);
  return found;
}

describe("circles of names", () => {
  it("are told each once: of what is told each step is one of the files, and each name on a circle is told of or lies on a way to one that is", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(6), { maxLength: 3 }), { minLength: 7, maxLength: 7 }), (names) => {
        const ways = toldOf(names).map((text) => text.split(" -> ").map(Number));
        for (const way of ways) {
          expect(way[0]).toBe(way.at(-1));
          expect(new Set(way).size).toBe(way.length - 1);
          way.slice(1).forEach((name, at) => expect(names[way[at] ?? -1]).toContain(name));
        }
        const onCircles = names.flatMap((_, at) => (after(names, at).has(at) ? [at] : []));
        expect(new Set(ways.flat())).toEqual(new Set(onCircles));
      }),
      { numRuns: 500 },
    );
  });

  it("take no time where there are none, and little where one is long", () => {
    const start = performance.now();
    const chain = Array.from({ length: 20_000 }, (_, at) => [at + 1]);
    expect(toldOf([...chain, []])).toEqual([]);
    expect(toldOf([...chain, [0]])).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("presets that extend others", () => {
  const extending = (names: readonly (readonly [string, readonly string[]])[]) =>
    Object.fromEntries(
      names.map(([name, bases]) => [name, { description: name, ...(bases.length > 0 ? { extends: bases } : {}) }]),
    );
  const presetsOf = async (presets: object, top: string) => {
    const file = { presets, projects: { "acme/web": { extends: [top] } } };
    return layersOf(await load({ "a.yaml": JSON.stringify(file) })).things.get("project:acme/web")?.presets;
  };

  it("are resolved once each: a diamond of 30 steps is one pass", async () => {
    const steps = Array.from({ length: 30 }, (_, at) => at);
    const diamond = steps.flatMap((at): [string, string[]][] => [
      [`a${at}`, at === 0 ? [] : [`a${at - 1}`, `b${at - 1}`]],
      [`b${at}`, at === 0 ? [] : [`a${at - 1}`, `b${at - 1}`]],
    ]);
    const start = performance.now();
    expect(await presetsOf(extending([...diamond, ["top", ["a29", "b29"]]]), "top")).toEqual([
      ...steps.flatMap((at) => [`a${at}`, `b${at}`]),
      "top",
    ]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("may stand in a chain of 5,000", async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `p${at}`);
    const presets = extending(names.map((name, at) => [name, at === 0 ? [] : [`p${at - 1}`]]));
    const start = performance.now();
    expect(await presetsOf(presets, "p4999")).toEqual(names);
    const open = { ...presets, p0: { extends: ["p4999"] } };
    const problems = await problemsOf(JSON.stringify({ presets: open, projects: { "acme/web": { extends: ["p4999"] } } }));
    expect(problems.filter((problem) => problem.includes("preset.cycle"))).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
