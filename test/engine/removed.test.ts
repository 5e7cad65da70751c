import { describe, expect, it } from "vitest";
import type { Desired } from "../../src/core/plan.js";
import { removedSince, withoutRemoved } from "../../src/engine/plan/revisions.js";
import { kinds } from "../../src/program/kinds.js";
import { loadText } from "../desired/workspace.js";

/** What files say, as far as they declare it themselves. */
async function said(files: object): Promise<readonly Desired[]> {
  const { state, diagnostics } = await loadText(JSON.stringify(files));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return state.resources;
}

const addresses = (list: readonly Desired[]) => list.map(({ address, ensure }) => `${ensure} ${address}`);
const project = (more: object = {}) => ({ projects: { "acme/web": { merge_method: "ff", ...more } } });
const rules = { approval_rules: { "Two eyes": { approvals_required: 2 } } };

describe("what was declared and is no longer", () => {
  it("is to be absent; what hangs on it goes with it", async () => {
    expect(addresses(removedSince(kinds, await said(project(rules)), await said({ topics: { web: {} } })))).toEqual([
      "absent project:acme/web",
    ]);
    expect(addresses(removedSince(kinds, await said(project(rules)), await said(project())))).toEqual([
      "absent approval_rule:acme/web:Two eyes",
    ]);
    expect(removedSince(kinds, await said(project(rules)), await said(project(rules)))).toEqual([]);
  });

  it("is not deleted where only a policy reached it", async () => {
    const reached = (await said(project())).map((one): Desired => ({ ...one, reached: true }));
    expect(removedSince(kinds, reached, [])).toEqual([]);
    // What policies gave to a thing goes, though the thing stays.
    const given = (await said(project(rules))).map((one): Desired => ({ ...one, reached: true }));
    expect(addresses(removedSince(kinds, given, []))).toEqual(["absent approval_rule:acme/web:Two eyes"]);
  });

  it("is not deleted where it was renamed or moved", async () => {
    const renamed = { approval_rules: { "Four eyes": { moved_from: "Two eyes", approvals_required: 2 } } };
    expect(removedSince(kinds, await said(project(rules)), await said(project(renamed)))).toEqual([]);
    const moved = { projects: { "acme/site": { moved_from: "acme/web", merge_method: "ff" } } };
    expect(removedSince(kinds, await said(project()), await said(moved))).toEqual([]);
  });

  it("is not deleted where the files by now say that it is not ours", async () => {
    const now = await said(project());
    const ignoring = (key?: string) =>
      now.map((one): Desired => {
        const child = { kind: "approval_rule", ...(key === undefined ? {} : { key }) };
        return { ...one, ignored: [{ child, path: [], text: "approval_rules", origin: one.origin }] };
      });
    const before = await said(project(rules));
    for (const key of [undefined, "Two eyes", "two *"]) expect(removedSince(kinds, before, ignoring(key)), key).toEqual([]);
    expect(removedSince(kinds, before, ignoring("Three eyes"))).toHaveLength(1);
  });

  it("is not deleted singly where the files delete what it hangs on, nor where they still name it", async () => {
    const absent = { projects: { "acme/web": { ensure: "absent" } } };
    expect(removedSince(kinds, await said(project(rules)), await said(absent))).toEqual([]);
    const [topics, naming] = [await said({ topics: { shop: {} } }), await said(project({ topics: ["shop"] }))];
    expect(removedSince(kinds, topics, naming)).toEqual([]);
    expect(addresses(removedSince(kinds, topics, await said(project())))).toEqual(["absent topic:shop"]);
  });
});

it("policies ask for nothing of what is removed, nor of what hangs on it", async () => {
  const now = (await said(project(rules))).map((one): Desired => ({ ...one, reached: true }));
  const gone = now.filter(({ kind }) => kind === "project");
  expect(withoutRemoved(kinds, now, gone)).toEqual([]);
  expect(withoutRemoved(kinds, now, [])).toEqual(now);
});
