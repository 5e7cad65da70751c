import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({
    tier: "ultimate",
    seed: { users: [{ username: "alice" }], groups: [{ full_path: "acme", name: "Acme", members: { alice: 50 } }] },
  });
});
afterEach(() => bench.close());

const group = (path: string): Address => ({ kind: "group", path });
const project = (path: string): Address => ({ kind: "project", path });
const topic = (path: string): Address => ({ kind: "topic", path });
const rule = (key: string): Address => ({ kind: "approval_rule", path: "acme/web", key });

describe("what gets another name stays the same thing", () => {
  it("a group, with all that lies in it", async () => {
    const { resources } = bench;
    const { live } = await resources.apply(resource(group("acme/old"), { name: "Team" }), true);
    await resources.apply(resource(project("acme/old/web"), {}), true);
    const moved = await resources.apply(resource(group("acme/new"), { name: "Team" }, { from: group("acme/old") }), false);
    expect(moved.live).toEqual({ ...live, path: "acme/new" });
    expect(await resources.read(project("acme/new/web"))).toBeDefined();
    expect(await resources.read(group("acme/old"))).toBeUndefined();
  });

  it("a project, renamed and transferred at once", async () => {
    const { resources } = bench;
    await resources.apply(resource(group("acme/other"), { name: "Other" }), true);
    const { live } = await resources.apply(resource(project("acme/web"), { description: "Web" }), true);
    const moved = await resources.apply(
      resource(project("acme/other/site"), { description: "Site" }, { from: project("acme/web"), id: String(live.id) }),
      false,
    );
    expect(moved.live).toMatchObject({ id: live.id, path: "acme/other/site", spec: { description: "Site" } });
    expect(moved.before).toEqual({ description: "Web" });
  });

  it("a topic, with or without another change", async () => {
    const { resources } = bench;
    const { live } = await resources.apply(resource(topic("ts"), { title: "TypeScript", description: "Types" }), true);
    const renamed = await resources.apply(resource(topic("typescript"), { title: "TypeScript" }, { from: topic("ts") }), false);
    expect(renamed.live).toMatchObject({ id: live.id, path: "typescript" });
    expect(renamed.before).toEqual({});
    const again = await resources.apply(resource(topic("types"), { title: "Types" }, { from: topic("typescript") }), false);
    expect(again.live).toMatchObject({ id: live.id, path: "types", spec: { title: "Types" } });
    expect((await resources.read(topic("types")))?.spec["description"]).toBe("Types");
  });

  it("an approval rule, which keeps what nobody manages", async () => {
    const { resources } = bench;
    await resources.apply(resource(project("acme/web"), {}), true);
    const spec = { approvals_required: 2, users: ["alice"] };
    const { live } = await resources.apply(resource(rule("Security"), spec), true);
    const renamed = await resources.apply(resource(rule("Safety"), { approvals_required: 2 }, { from: rule("Security") }), false);
    expect(renamed.live).toMatchObject({ id: live.id, key: "Safety" });
    expect((await resources.read(rule("Safety")))?.spec["users"]).toEqual(["alice"]);
    const both = await resources.apply(
      resource(rule("Care"), { approvals_required: 1, users: ["alice"] }, { id: String(live.id) }),
      false,
    );
    expect(both.live).toMatchObject({ id: live.id, key: "Care", spec: { approvals_required: 1, users: ["alice"] } });
    expect(await bench.call("GET", "/projects/acme%2Fweb/approval_rules")).toHaveLength(1);
  });

  it("a rule for any approver", async () => {
    const { resources } = bench;
    await resources.apply(resource(project("acme/web"), {}), true);
    const spec = { rule_type: "any_approver", approvals_required: 1 };
    const { live } = await resources.apply(resource(rule("Anybody"), spec), true);
    const renamed = await resources.apply(
      resource(rule("Everybody"), spec, { from: rule("Anybody"), id: String(live.id) }),
      false,
    );
    expect(renamed).toMatchObject({ live: { id: live.id, key: "Everybody" }, warnings: [] });
  });

  it("unless the new name is taken, which is refused before anything is written", async () => {
    const { resources } = bench;
    await resources.apply(resource(topic("ts"), { title: "TypeScript" }), true);
    await resources.apply(resource(topic("typescript"), { title: "TypeScript" }), true);
    await expect(
      resources.apply(resource(topic("typescript"), { title: "TypeScript" }, { from: topic("ts") }), false),
    ).rejects.toMatchObject({
      code: "move.both-exist",
      message: expect.stringContaining("both ts and typescript exist") as string,
    });
    await resources.apply(resource(group("acme/one"), { name: "A" }), true);
    await resources.apply(resource(group("acme/two"), { name: "B" }), true);
    await expect(
      resources.apply(resource(group("acme/two"), { name: "A" }, { from: group("acme/one") }), false),
    ).rejects.toMatchObject({ code: "move.both-exist" });
  });
});
