import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatOrigin } from "../../src/core/errors.js";
import type { Layers } from "../../src/core/layer.js";
import { DeclaredEntries } from "../../src/desired/body.js";
import { sortDiagnostics } from "../../src/desired/index.js";
import { layerDiagnostics } from "../../src/policies/check.js";
import { kinds } from "../../src/program/kinds.js";
import { line, loadText } from "../desired/workspace.js";

const files = `policies:
  a: { projects: ["acme/**"], over: [e], enforce: [topics], set: { merge_method: ff, topics: { add: [shop] }, ci_default_git_depth: { at_least: 20 } } }
  b: { projects: ["acme/*"], set: { merge_method: merge, ci_default_git_depth: { at_most: 10 } } }
  c: { projects: ["*/web"], where: { visibility: public }, set: { merge_method: rebase_merge, topics: { remove: [shop] } } }
  d: { projects: ["acme/web"], set: { visibility: private, ci_default_git_depth: 5, topics: [web] }, ignore: [topics] }
  e: { projects: ["acme/**"], over: [a], set: { merge_method: merge } }
presets:
  p: { extends: [q], ci_default_git_depth: 1 }
  q: { extends: [p], topics: { remove: [shop] } }
projects:
  acme/web: { extends: p, ci_default_git_depth: 15 }
  acme/api: { topics: [], merge_method: ff }
exceptions:
  - { policy: a, match: acme/*, attribute: merge_method, value: merge, reason: r }
  - { policy: a, match: acme/api, attribute: merge_method, value: ff, reason: r }
  - { policy: b, match: acme/web, attribute: ci_default_git_depth, value: 1, reason: r, until: 2026-11-30 }
`;

describe("contradictions between layers", () => {
  it("are the same in whatever order policies, presets and exceptions are read", async () => {
    const { state } = await loadText(files, { now: new Date("2026-11-23T00:00:00Z") });
    const { layers, resources } = state;
    if (!layers) throw new Error("the files have no layers");
    const all = (given: Layers) => {
      const bodies = resources.map((desired) => ({ desired, wrong: new Set<string>() }));
      return bodies.length === 0 ? [] : sortDiagnostics(layerDiagnostics(given, worldOf(bodies))).map(line);
    };
    const first = all(layers);
    expect(first.length).toBeGreaterThan(10);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...layers.policies], { minLength: layers.policies.length }),
        fc.shuffledSubarray([...layers.presets], { minLength: layers.presets.length }),
        fc.shuffledSubarray([...layers.exceptions], { minLength: layers.exceptions.length }),
        (policies, presets, exceptions) => {
          expect(all({ ...layers, policies, presets, exceptions })).toEqual(first);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("are never errors for time alone: files that are sound stay so when an exception ends", async () => {
    const text = `policies:
  base: { projects: ["acme/**"], enforce: [merge_method], set: { merge_method: ff, ci_default_git_depth: { at_least: 20 }, topics: { includes: shop } } }
  deep: { projects: ["acme/legacy/*"], set: { ci_default_git_depth: 5 } }
projects:
  acme/legacy/web: { merge_method: merge, topics: [] }
exceptions:
  - { policy: base, match: acme/legacy/*, attribute: merge_method, reason: r, until: 2027-05-31 }
  - { policy: base, match: acme/legacy/*, attribute: ci_default_git_depth, reason: r, until: 2027-05-31 }
  - { policy: base, match: "acme/**", attribute: topics, reason: r, until: 2027-05-31 }
`;
    const on = async (day: string) => (await loadText(text, { now: new Date(day) })).diagnostics;
    expect(await on("2027-05-01")).toEqual([]);
    const after = await on("2027-06-01");
    expect(after.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(after.map(({ rule, origin }) => `${rule} ${formatOrigin(origin)}`)).toEqual([
      "bound.weaker a.yaml:3:47",
      "policy.enforced a.yaml:5:22",
      "bound.weaker a.yaml:5:43",
      "exception.ended a.yaml:7:5",
      "exception.ended a.yaml:8:5",
      "exception.ended a.yaml:9:5",
    ]);
  });
});

function worldOf(entries: readonly Pick<DeclaredEntries["entries"][number], "desired" | "wrong">[]): DeclaredEntries {
  return Object.assign(new DeclaredEntries([], kinds), { entries });
}
