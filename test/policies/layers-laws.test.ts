// @module-tag slow
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Json, isObject } from "../../src/core/json.js";
import { topKind } from "../../src/core/kind.js";
import type { Desired } from "../../src/core/plan.js";
import { loadDesired } from "../../src/desired/index.js";
import { Composer } from "../../src/policies/composer.js";
import { PolicyIndex } from "../../src/policies/held.js";
import { isRolledOut } from "../../src/policies/in-force.js";
import { kinds } from "../../src/program/kinds.js";
import { acme, planned, project } from "../engine/in-memory.js";
import { openDirectory } from "../harness/directory.js";
import { type Files, company, filesFor } from "../program/layered-company.js";

const runs = Number(process.env["TRUEUP_LAW_RUNS"] ?? 6);
const files = company.chain(filesFor);

/** What files say, one value a line. */
async function loaded(parts: Readonly<Record<string, object>>) {
  const desk = openDirectory(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part, undefined, 1)])),
  );
  onTestFinished(() => desk.close());
  const { state, diagnostics, texts } = await loadDesired(Object.keys(parts), { kinds, cwd: desk.path, env: {} });
  return { state, texts: texts(), isValid: diagnostics.every(({ severity }) => severity !== "error") };
}

/** What each declared project is to be while every policy that names it holds. */
function composed({ state }: Awaited<ReturnType<typeof loaded>>): readonly Desired[] {
  const { layers, resources } = state;
  if (!layers) return resources;
  const index = new PolicyIndex(layers);
  const composer = new Composer(kinds, index);
  const things = resources.filter(({ kind }) => kind === "project");
  return things.flatMap((desired) => {
    const children = resources.filter(({ kind, path }) => kind !== "project" && path === desired.path);
    const thing = { kind: topKind(kinds, "project"), desired, children, address: desired.address, path: desired.path ?? "" };
    return composer.resources(thing, index.naming("project", thing.path));
  });
}

/** The parts of files in files of their own, in another order. */
function spread(said: Files, places: readonly number[]): Record<string, Record<string, Record<string, Json>>> {
  const parts: Record<string, Record<string, Record<string, Json>>> = {};
  let turn = 0;
  for (const [key, section] of Object.entries(said).toReversed())
    for (const [name, body] of Object.entries(section as Record<string, Json>).toReversed()) {
      const file = `${places[turn++ % places.length] ?? 0}.json`;
      const part = ((parts[file] ??= {})[key] ??= {});
      part[name] = body;
    }
  return parts;
}

describe("layers", () => {
  it("come to the same whatever files they stand in, and in which order", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.array(fc.nat(4), { minLength: 5, maxLength: 9 }), async ({ exceptions, ...said }, places) => {
        const meant = (all: readonly Desired[]) =>
          all
            .map(({ address, spec, layers = {} }) => JSON.stringify([address, spec, Object.entries(layers).map(String).sort()]))
            .sort();
        const one = await loaded({ "a.json": { ...said, exceptions } });
        const parts = spread(said, places);
        const many = await loaded({ "z.json": { exceptions }, ...(parts as Record<string, object>) });
        expect(many.isValid).toBe(one.isValid);
        if (one.isValid) expect(meant(composed(many))).toEqual(meant(composed(one)));
      }),
      { numRuns: runs },
    );
  });

  it("give every value, and every item of a set, one line that says it", async () => {
    await fc.assert(
      fc.asyncProperty(files, async (said) => {
        const one = await loaded({ "a.json": said });
        if (!one.isValid) return;
        const lines = JSON.stringify(said, undefined, 1).split("\n");
        for (const { address, spec, origins } of composed(one))
          for (const [path, value] of leaves(spec)) {
            const origin = origins[path];
            expect(origin, `${address} ${path}`).toBeDefined();
            const line = lines[(origin?.line ?? 0) - 1] ?? "";
            // What the word for a default stands for is said by the word.
            expect(
              [JSON.stringify(value), '"$default"'].some((text) => line.includes(text)),
              `${address} ${path}: ${line}`,
            ).toBe(true);
          }
      }),
      { numRuns: runs },
    );
  });

  it("name the strictest line where bounds change what is live, whatever their order", async () => {
    const bounds = fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(bounds, fc.integer({ min: 1, max: 900 }), async (least, depth) => {
        const globs = ["**", "acme/**", "acme/*", "acme/web"];
        const policies = Object.fromEntries(
          least.map((at_least, index) => [
            `p${index}`,
            { projects: [globs[index] ?? "**"], undeclared: "include", set: { ci_default_git_depth: { at_least } } },
          ]),
        );
        const live = project("acme/web", 2, { spec: { archived: false, ci_default_git_depth: depth } });
        const { changes } = await planned({ policies }, [acme, live]);
        const most = Math.max(...least);
        const told = changes.flatMap(({ attributes }) => attributes.map(({ after, layer }) => ({ after, layer })));
        expect(told).toEqual(depth >= most ? [] : [{ after: most, layer: `policy p${least.indexOf(most)}` }]);
      }),
      { numRuns: runs },
    );
  });
});

describe("a rollout", () => {
  const name = fc.string({ minLength: 1, maxLength: 12 });

  it("takes nothing out when it is raised, nothing in at 0 % and all in at 100 %", () => {
    fc.assert(
      fc.property(
        name,
        fc.nat(1e9),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (policy, id, one, other) => {
          const [low, high] = one < other ? [one, other] : [other, one];
          const isIn = (rollout: number) => isRolledOut({ name: policy, rollout }, id);
          expect(isIn(low) && !isIn(high)).toBe(false);
          expect([isIn(0), isIn(100)]).toEqual([false, true]);
        },
      ),
    );
  });

  it("of 30 % is for about three in ten", () => {
    const isIn = Array.from({ length: 2000 }, (_, id) => isRolledOut({ name: "baseline", rollout: 30 }, id + 1));
    expect(isIn.filter(Boolean).length).toBeGreaterThan(520);
    expect(isIn.filter(Boolean).length).toBeLessThan(680);
  });

  it("changes what it changed before and more when it is raised, and is only reported for the rest", async () => {
    const live = Array.from({ length: 30 }, (_, index) =>
      project(`acme/p${index}`, 10 + index, { spec: { archived: false, merge_method: "merge" } }),
    );
    const changedAt = async (rollout: string) => {
      const policy = { projects: ["acme/**"], undeclared: "include", rollout, set: { merge_method: "ff" } };
      const { changes, warnings } = await planned({ policies: { baseline: policy } }, [acme, ...live]);
      return { changed: changes.map(({ address }) => address), told: warnings.map(({ message }) => message) };
    };
    const [none, some, more, all] = await Promise.all(["0%", "20%", "60%", "100%"].map(changedAt));
    expect([none?.changed.length, all?.changed.length]).toEqual([0, 30]);
    expect(some?.changed.length).toBeGreaterThan(0);
    expect(more?.changed).toEqual(expect.arrayContaining(some?.changed ?? []));
    expect(none?.told).toEqual([
      "policy baseline is in force for 0 of 30 that it matches (rollout: 0%); for the other 30 it is only reported",
    ]);
  });
});

describe("what is live", () => {
  const visibility = fc.constantFrom("private", "internal", "public");
  const spec = fc.record({
    visibility,
    archived: fc.boolean(),
    topics: fc.subarray(["shop", "service", "legacy"]),
    merge_method: fc.constantFrom("ff", "merge"),
  });

  it("makes no error of files that are valid, whoever changes it", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.array(spec, { maxLength: 3 }), async (said, specs) => {
        if (!(await loaded({ "a.json": said })).isValid) return;
        const live = specs.map((one, index) => project(`acme/p${index + 1}`, 10 + index, { spec: one }));
        await expect(planned(said, [acme, ...live])).resolves.toBeDefined();
      }),
      { numRuns: runs },
    );
  });
});

/** Every scalar, and every item of a set, with its dotted path. */
function leaves(value: unknown, path = ""): (readonly [string, unknown])[] {
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, below(String(index))));
  if (isObject(value as Json)) return Object.entries(value as object).flatMap(([name, part]) => leaves(part, below(name)));
  return [[path, value]];
}
