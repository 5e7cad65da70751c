// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import { type JsonObject, textAt } from "../../src/core/json.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({
    tier: "ultimate",
    seed: {
      users: [{ username: "alice" }],
      groups: [
        { full_path: "acme", name: "Acme", members: { alice: 50 } },
        { full_path: "acme/team", name: "Team" },
      ],
      projects: [{ path_with_namespace: "acme/web", name: "Web" }],
    },
  });
});
afterEach(() => bench.close());

const group = (path: string): Address => ({ kind: "group", path });
const project = (path: string): Address => ({ kind: "project", path });
const rule = (path: string, key: string): Address => ({ kind: "approval_rule", path, key });
const idOf = async (parts: Address): Promise<string> => String((await bench.resources.read(parts))?.id);

describe.each([true, false])("what changed behind our back, bulk reading %s", (bulk) => {
  it("a group or project that was renamed or transferred is found by its number", async () => {
    const resources = await bench.open({ bulk });
    const [team, web] = [await idOf(group("acme/team")), await idOf(project("acme/web"))];
    await bench.call("PUT", `/groups/${team}`, { path: "crew" });
    await bench.call("PUT", `/projects/${web}/transfer`, { namespace: "acme/crew" });
    expect(await resources.read(group("acme/team"), { id: team, attributes: ["name"] })).toMatchObject({ path: "acme/crew" });
    expect(await resources.read(project("acme/web"), { id: web, attributes: [] })).toMatchObject({ path: "acme/crew/web" });
    expect(await resources.read(project("acme/web"), { attributes: [] })).toBeUndefined();
  });

  it("another project at the old path is never taken for it", async () => {
    const resources = await bench.open({ bulk });
    const web = await idOf(project("acme/web"));
    await bench.call("PUT", `/projects/${web}`, { path: "site" });
    const acme = await idOf(group("acme"));
    await bench.call("POST", "/projects", { name: "New", path: "web", namespace_id: Number(acme) });
    expect(await resources.read(project("acme/web"), { id: web, attributes: [] })).toMatchObject({
      id: Number(web),
      path: "acme/site",
    });
    await expect(
      resources.apply(resource(project("acme/web"), { description: "Web" }, { id: web }), false),
    ).rejects.toMatchObject({
      code: "resource.other",
    });
    await expect(resources.remove(project("acme/web"), web)).rejects.toMatchObject({ code: "resource.other" });
    await expect(
      resources.apply(resource(project("acme/web"), {}, { id: web, from: project("acme/site") }), false),
    ).rejects.toMatchObject({ code: "move.both-exist" });
    expect(await resources.read(project("acme/web"))).toBeDefined();
  });

  it("what hangs on a renamed project is read and removed by the path that is known", async () => {
    const resources = await bench.open({ bulk });
    const spec = { approvals_required: 1, users: ["alice"] };
    const { live } = await resources.apply(resource(rule("acme/web", "Security"), spec), true);
    await bench.call("PUT", `/projects/${await idOf(project("acme/web"))}`, { path: "site" });
    const fresh = await bench.open({ bulk });
    const read = await fresh.read(rule("acme/web", "Security"), {
      id: String(live.id),
      attributes: ["approvals_required", "users"],
    });
    expect(read).toEqual(live);
    await fresh.remove(rule("acme/web", "Security"), String(live.id));
    expect(await fresh.read(rule("acme/site", "Security"))).toBeUndefined();
  });

  it("a rule or topic that was renamed is found by its number, and renamed back", async () => {
    const resources = await bench.open({ bulk });
    const spec = { approvals_required: 1, users: ["alice"] };
    const made = await resources.apply(resource(rule("acme/web", "Security"), spec), true);
    const id = String(made.live.id);
    await bench.call("PUT", `/projects/acme%2Fweb/approval_rules/${id}`, { name: "Safety", approvals_required: 1 });
    const fresh = await bench.open({ bulk });
    expect(await fresh.read(rule("acme/web", "Security"), { id, attributes: [] })).toMatchObject({ key: "Safety" });
    const back = await fresh.apply(resource(rule("acme/web", "Security"), spec, { from: rule("acme/web", "Safety"), id }), false);
    expect(back.live).toMatchObject({ key: "Security", id: made.live.id });
  });

  it("what is scheduled for deletion is not there any more, and is restored by creating it", async () => {
    const resources = await bench.open({ bulk });
    await bench.call("PUT", "/application/settings", {
      delayed_group_deletion: true,
      delayed_project_deletion: true,
      deletion_adjourned_period: 7,
    });
    const web = await idOf(project("acme/web"));
    expect(await resources.remove(project("acme/web"), web)).toEqual([]);
    expect(textAt((await bench.call("GET", `/projects/${web}`)) as JsonObject, "marked_for_deletion_on")).toMatch(
      /^\d{4}-\d\d-\d\d$/,
    );
    expect(await resources.read(project("acme/web"), { id: web })).toBeUndefined();
    expect(await resources.remove(project("acme/web"), web)).toEqual([]);
    await expect(resources.apply(resource(project("acme/web"), { description: "Web" }), true)).resolves.toMatchObject({
      live: { id: Number(web), spec: { description: "Web" } },
    });
  });

  it("what was deleted is gone, and is not made anew by a change", async () => {
    const resources = await bench.open({ bulk });
    const web = await idOf(project("acme/web"));
    await bench.call("PUT", "/application/settings", { delayed_project_deletion: false, delayed_group_deletion: false });
    await bench.call("DELETE", `/projects/${web}`);
    await expect.poll(async () => (await bench.open({ bulk })).read(project("acme/web"), { id: web })).toBeUndefined();
    await expect(resources.apply(resource(project("acme/web"), { description: "Web" }), false)).rejects.toMatchObject({
      code: "resource.gone",
      hint: expect.stringContaining("plan again") as string,
    });
    expect(await resources.remove(project("acme/web"), web)).toEqual([]);
  });
});
