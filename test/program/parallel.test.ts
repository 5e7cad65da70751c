// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import { textAt } from "../../src/core/json.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({
    tier: "ultimate",
    latency: 2,
    seed: {
      users: [{ username: "alice" }],
      groups: [{ full_path: "acme", name: "Acme", members: { alice: 50 } }],
      projects: [{ path_with_namespace: "acme/web", name: "Web" }],
    },
  });
});
afterEach(() => bench.close());

const ten = Array.from({ length: 10 }, (_, index) => index);
const rule = (index: number): Address => ({ kind: "approval_rule", path: "acme/web", key: `Rule ${index}` });
const subgroup = (index: number): Address => ({ kind: "group", path: `acme/team-${index}` });
const project: Address = { kind: "project", path: "acme/web" };

describe("ten at a time", () => {
  it("rules of one project are created, changed and removed", async () => {
    const { resources } = bench;
    const spec = (approvals_required: number) => ({ approvals_required, users: ["alice"] });
    const made = await Promise.all(ten.map(async (index) => resources.apply(resource(rule(index), spec(1)), true)));
    expect(new Set(made.map(({ live }) => live.id)).size).toBe(10);
    const changed = await Promise.all(ten.map(async (index) => resources.apply(resource(rule(index), spec(2)), false)));
    expect(changed.map(({ before }) => before)).toEqual(ten.map(() => ({ approvals_required: 1 })));
    await Promise.all(ten.map(async (index) => resources.remove(rule(index))));
    const left = await Promise.all(ten.map(async (index) => resources.read(rule(index))));
    expect(left.filter((one) => one !== undefined)).toEqual([]);
  });

  it("subgroups of one group are created, changed, renamed and removed", async () => {
    const { resources } = bench;
    const spec = (index: number, description: string) => ({ name: `Team ${index}`, description });
    await Promise.all(ten.map(async (index) => resources.apply(resource(subgroup(index), spec(index, "old")), true)));
    await Promise.all(ten.map(async (index) => resources.apply(resource(subgroup(index), spec(index, "new")), false)));
    const moved = await Promise.all(
      ten.map(async (index) =>
        resources.apply(resource(subgroup(index + 10), spec(index, "new"), { from: subgroup(index) }), false),
      ),
    );
    expect(moved.map(({ live }) => live.path)).toEqual(ten.map((index) => `acme/team-${index + 10}`));
    await Promise.all(ten.map(async (index) => resources.remove(subgroup(index + 10))));
    const left = await Promise.all(ten.map(async (index) => resources.read(subgroup(index + 10))));
    expect(left.filter((one) => one !== undefined)).toEqual([]);
  });

  it("what hangs on an archived project is changed, and the project is archived again", async () => {
    const { resources } = bench;
    await resources.apply(resource(project, { archived: true }), false);
    await Promise.all([
      ...ten.map(async (index) => resources.apply(resource(rule(index), { approvals_required: 1, users: ["alice"] }), true)),
      resources.apply(resource({ kind: "approval_settings", path: "acme/web" }, { reset_approvals_on_push: false }), true),
      resources.apply(
        resource({ kind: "integration", path: "acme/web", key: "emails-on-push" }, { recipients: "a@example.com" }),
        true,
      ),
      resources.apply(resource(project, { description: "closed" }), false),
    ]);
    const live = await resources.read(project, { attributes: ["archived", "description"] });
    expect(live?.spec).toEqual({ archived: true, description: "closed" });
    const rules = await Promise.all(ten.map(async (index) => resources.read(rule(index))));
    expect(rules.filter((one) => one === undefined)).toEqual([]);
  });

  it("the same thing gets the value of one resource whole, and one of ten creations wins", async () => {
    const { resources } = bench;
    const created = await Promise.allSettled(ten.map(async () => resources.apply(resource(subgroup(1), { name: "Team" }), true)));
    expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(created.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []))).toEqual(
      Array.from({ length: 9 }, () => "resource.exists"),
    );
    await Promise.all(
      ten.map(async (index) =>
        resources.apply(resource(project, { name: `Web ${index}`, description: `number ${index}` }), false),
      ),
    );
    const live = await resources.read(project, { attributes: ["name", "description"] });
    expect(textAt(live?.spec ?? {}, "name").split(" ")[1]).toBe(textAt(live?.spec ?? {}, "description").split(" ")[1]);
  });
});
