import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parentPath } from "../../src/core/address.js";
import { decidePlan } from "../../src/engine/plan/decide-plan.js";
import { wholeTree, subtreeOf } from "../../src/engine/plan/scope.js";
import { decideBy, type Need } from "../../src/engine/snapshot/index.js";
import { decision, planned, project, type Shown } from "./in-memory.js";

const group = (path: string, id: number): Shown => ({ kind: "group", path, id, spec: { name: path.split("/").at(-1) ?? "" } });
const actions = ({ changes }: Pick<Awaited<ReturnType<typeof planned>>, "changes">) =>
  changes.map(({ action, address }) => `${action} ${address}`);
const allowDelete = ["group", "project"];

const groups = ["acme", "acme/aa", "acme/aa/bb", "beta"];
const projects = ["acme/pp", "acme/aa/qq", "acme/aa/bb/rr", "beta/ss"];
const globs = [
  "**",
  "acme",
  "acme/**",
  "acme/*",
  "acme/aa",
  "acme/aa/**",
  "acme/aa/*",
  "acme/**/rr",
  "acme/aa/qq",
  "beta/*",
  "*/ss",
];
const anyGlobs = fc.uniqueArray(fc.constantFrom(...globs), { minLength: 1, maxLength: 2 });

/** Files and what is live: things, some declared, policies and deletes by globs, and a project that moves between groups. */
const world = fc.record({
  live: fc.subarray([...groups, ...projects]),
  declared: fc.subarray([...groups, ...projects]),
  deleted: fc.record({ groups: fc.subarray(globs, { maxLength: 2 }), projects: fc.subarray(globs, { maxLength: 2 }) }),
  reached: fc.record({ groups: fc.subarray(globs, { maxLength: 2 }), projects: fc.subarray(globs, { maxLength: 2 }) }),
  moves: fc.boolean(),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function liveOf({ live, moves }: World): Shown[] {
  const paths = new Set([...live, ...(moves ? ["acme/aa/old"] : [])]);
  for (const path of paths) for (let at = parentPath(path); at !== undefined; at = parentPath(at)) paths.add(at);
  return [...paths].map((path, index) => (groups.includes(path) ? group(path, index + 1) : project(path, index + 1)));
}

function filesOf({ declared, deleted, reached, moves }: World): object {
  const bodies = (paths: readonly string[]) =>
    Object.fromEntries(declared.filter((path) => paths.includes(path)).map((path) => [path, { description: "said" }]));
  const policy = (kind: "groups" | "projects") =>
    reached[kind].length === 0
      ? {}
      : { [`all ${kind}`]: { [kind]: reached[kind], undeclared: "include", set: { visibility: "internal" } } };
  return {
    groups: bodies(groups),
    projects: { ...bodies(projects), ...(moves ? { "beta/new": { moved_from: "acme/aa/old" } } : {}) },
    policies: { ...policy("groups"), ...policy("projects") },
    delete_undeclared: Object.fromEntries(Object.entries(deleted).filter(([, patterns]) => patterns.length > 0)),
  };
}

describe("a plan of a subtree", () => {
  it("changes what the whole plan changes there, and nothing else, whatever files, policies and deletes say", async () => {
    await fc.assert(
      fc.asyncProperty(world, anyGlobs, async (made, under) => {
        const [files, live] = [filesOf(made), liveOf(made)];
        const [whole, part] = [await planned(files, live, { allowDelete }), await planned(files, live, { allowDelete, under })];
        const { holds } = subtreeOf(under);
        const pathOf = (address: string) => address.split(":")[1] ?? "";
        const expected = whole.changes.filter(({ address }) => holds(pathOf(address)));
        expect(actions(part).sort()).toEqual(actions({ changes: expected }).sort());
        expect(part.under).toEqual(under);
      }),
      { numRuns: 20 },
    );
  });

  it("asks for nothing outside but the groups that hold it", async () => {
    const files = {
      groups: { acme: {}, "acme/aa": {}, beta: {} },
      projects: { "acme/aa/qq": {}, "acme/pp": {}, "beta/ss": {} },
      policies: { all: { projects: ["**"], undeclared: "include", set: { visibility: "internal" } } },
      delete_undeclared: { projects: ["acme/**"], topics: true },
    };
    const live = [group("acme", 1), group("acme/aa", 2), group("beta", 3), project("acme/aa/qq", 4), project("beta/ss", 5)];
    const { basis, state, options, facts } = await decision(files, live);
    const asked: Need[] = [];
    const told: typeof facts = (need) => {
      asked.push(need);
      return facts(need);
    };
    decideBy(new Map(), () => decidePlan(basis, state, { ...options, under: ["acme/aa"] }, told));
    const places = asked.flatMap((need) =>
      need.read === "tree" ? [need.path] : need.read === "below" ? [`${need.root}/**`] : [need.read],
    );
    expect([...new Set(places)].sort()).toEqual(["acme", "acme/aa", "acme/aa/**", "acme/aa/qq"]);
  });

  it("leaves what a move takes out of it to the whole plan", async () => {
    const files = {
      groups: { acme: {}, beta: {} },
      projects: { "beta/ss": { moved_from: "acme/ss" } },
      policies: { all: { projects: ["acme/**"], undeclared: "include", set: { visibility: "internal" } } },
      delete_undeclared: { projects: ["acme/*"] },
    };
    const live = [group("acme", 1), group("beta", 2), project("acme/ss", 3), project("acme/lost", 4)];
    const part = await planned(files, live, { allowDelete, under: ["acme"] });
    expect(actions(part)).toEqual(["delete project:acme/lost"]);
  });

  it("looks where a glob and the subtree meet, at the deeper of both", () => {
    const roots = (under: readonly string[], pattern: string) => subtreeOf(under).rootsOf(pattern);
    expect(roots(["acme/aa"], "acme/**")).toEqual(["acme/aa"]);
    expect(roots(["acme/**"], "acme/aa/*")).toEqual(["acme/aa"]);
    expect(roots(["**"], "acme/*")).toEqual(["acme"]);
    expect(roots(["*/aa", "beta/**"], "**")).toEqual(["", "beta"]);
    expect(roots(["beta/**"], "acme/**")).toEqual([]);
    expect(subtreeOf([])).toBe(wholeTree);
    expect(wholeTree.rootsOf("acme/*")).toEqual(["acme"]);
  });
});
