// @module-tag slow
import { describe, expect, it, onTestFinished } from "vitest";
import { type JsonObject, textAt } from "../../src/core/json.js";
import { unknown } from "../../src/terraform/cty/value.js";
import { withValues } from "../../src/terraform/finished.js";
import { type Bench, openBench } from "./bench.js";
import { Core, shown } from "./core.js";
import { made, open, told } from "./on-bench.js";

const rule = (project: string) => ({ project, name: "R", approvals_required: 1, users: ["alice"] });
const wiki = (project: string) => ({ project, external_wiki: { external_wiki_url: "https://wiki.example.com" } });
const settings = (project: string) => ({ project, reset_approvals_on_push: false });
const environment = (group: string) => ({ group, name: "staging", deploy_access_levels: [{ access_level: "maintainer" }] });

/** A bench whose server deletes at once, as one does that keeps nothing for some days. */
async function openImmediate(): Promise<Bench> {
  const bench = await openBench({ tier: "ultimate", dialect: "vendor", version: "15.4.0" });
  onTestFinished(() => bench.close());
  const off = { delayed_group_deletion: false, delayed_project_deletion: false };
  await bench.call("PUT", "/application/settings", off);
  return bench;
}

/** The second plan of a resource that Terraform replaces: the first was of what is in the state. */
async function planAnew(core: Core, config: JsonObject) {
  const { diagnostics } = await core.planAlso(core.config(config));
  return diagnostics.map(({ severity, summary }) => `${severity} ${summary}`);
}

describe("what hangs on a group or project", () => {
  it.each([
    ["trueup_approval_rule", rule("acme/base"), rule("acme/spare")],
    ["trueup_integration", wiki("acme/base"), wiki("acme/spare")],
    ["trueup_approval_settings", settings("acme/base"), settings("acme/spare")],
    ["trueup_protected_environment", environment("acme"), { ...environment("acme"), name: "testing" }],
  ])("%s is replaced, and not updated, where it is to hang on another one", async (type, before, after) => {
    const core = new Core((await open()).provider, type);
    const managed = await made(core, before);
    expect((await told(core, after, managed)).action).toBe("replace");
  });

  it("is replaced where nobody can tell yet on what it will hang, unless that is what moves", async () => {
    const bench = await open();
    const [projects, rules] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_approval_rule")];
    const project = await made(projects, { full_path: "acme/web" });
    const managed = await made(rules, rule("acme/web"));
    const unsaid = withValues(rules.config(rule("acme/web")), { project: unknown });
    expect((await rules.plan(unsaid, managed)).action).toBe("replace");
    await projects.plan(withValues(projects.config({ full_path: "acme/web" }), { full_path: unknown }), project);
    expect((await rules.planAlso(unsaid, managed)).action).toBe("update");
  });

  it("goes along with a group above it, and where the move was carried out before", async () => {
    const bench = await open();
    const [groups, wikis] = [new Core(bench.provider, "trueup_group"), new Core(bench.provider, "trueup_integration")];
    const projects = new Core(bench.provider, "trueup_project");
    const group = await made(groups, { full_path: "acme/old", name: "Old" });
    await made(projects, { full_path: "acme/old/web" });
    const managed = await made(wikis, wiki("acme/old/web"));
    await groups.plan(groups.config({ full_path: "acme/new", name: "Old" }), group);
    expect((await wikis.planAlso(wikis.config(wiki("acme/new/web")), managed)).action).toBe("update");
    await made(groups, { full_path: "acme/new", name: "Old" }, group);
    expect((await told(wikis, wiki("acme/new/web"), managed)).action).toBe("update");
    expect((await told(wikis, wiki("acme/base"), managed)).action).toBe("replace");
  });

  it("goes along where somebody else moved the project and the configuration follows", async () => {
    const bench = await open();
    const [projects, rules] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_approval_rule")];
    const project = await made(projects, { full_path: "acme/web" });
    const managed = await made(rules, rule("acme/web"));
    await bench.call("PUT", `/projects/${textAt(shown(project), "id")}`, { path: "site" });
    await bench.again();
    await projects.read(project);
    expect((await rules.planAlso(rules.config(rule("acme/site")), managed)).action).toBe("update");
    await bench.again();
    const moved = await made(rules, rule("acme/site"), managed);
    expect(shown(moved)["id"]).toBe(shown(managed)["id"]);
  });

  it("is not deleted by an apply whose plan took it to be moved along", async () => {
    const bench = await open();
    const [projects, wikis] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_integration")];
    const project = await made(projects, { full_path: "acme/web" });
    const managed = await made(wikis, wiki("acme/web"));
    await bench.again();
    await projects.planAlso(projects.config({ full_path: "acme/site" }), project);
    const { planned, remembered } = await wikis.planAlso(wikis.config(wiki("acme/site")), managed);
    bench.server.forget();
    const refused = await wikis.carryOut(wiki("acme/site"), managed, planned, remembered);
    expect(refused.diagnostics?.map(({ summary }) => summary)).toEqual([
      "integration:acme/site:external-wiki is not there: what it belongs to was not moved as the plan took it to be [resource.elsewhere]",
    ]);
    expect(bench.server.arrived.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("is made again in the same apply as the project that is replaced", async () => {
    const bench = await openImmediate();
    const [projects, rules, wikis] = ["trueup_project", "trueup_approval_rule", "trueup_integration"].map(
      (type) => new Core(bench.provider, type),
    ) as [Core, Core, Core];
    const project = await made(projects, { full_path: "acme/web" });
    const children = [
      [rules, rule("acme/web")],
      [wikis, wiki("acme/web")],
      [new Core(bench.provider, "trueup_approval_settings"), settings("acme/web")],
    ] as const;
    const managed = await Promise.all(children.map(async ([core, config]) => made(core, config)));
    await bench.again();
    await projects.planAlso(projects.config({ full_path: "acme/web" }), project);
    expect(await planAnew(projects, { full_path: "acme/web" })).toEqual([
      "WARNING project:acme/web is deleted with all that it holds, and made anew",
    ]);
    const actions = await Promise.all(
      children.map(async ([core, config], index) => (await core.planAlso(core.config(config), managed[index])).action),
    );
    expect(actions).toEqual(["replace", "replace", "replace"]);
  });

  it("stays where the project is planned as it is", async () => {
    const bench = await open();
    const [projects, rules] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_approval_rule")];
    const project = await made(projects, { full_path: "acme/web" });
    const managed = await made(rules, rule("acme/web"));
    await projects.plan(projects.config({ full_path: "acme/web" }), project);
    expect((await rules.planAlso(rules.config(rule("acme/web")), managed)).action).toBe("none");
  });
});

describe("a group or project", () => {
  const config = { full_path: "acme/web" };
  const freely = { ...config, deletion_protection: false };

  it("is not deleted and not replaced unless its state says that it may be, in words that tell what to write", async () => {
    const bench = await open({ deletion_protection: true });
    const core = new Core(bench.provider, "trueup_project");
    const project = await made(core, config);
    const { diagnostics } = await core.plan(undefined, project);
    expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
      ["ERROR", "project:acme/web is protected from deletion [delete.protected]"],
    ]);
    expect(diagnostics[0]?.detail).toContain("deletion_protection = false");
    await core.plan(core.config(freely), project);
    expect(await planAnew(core, freely)).toEqual(["ERROR project:acme/web is protected from deletion [delete.protected]"]);
    const free = await made(core, freely, project);
    expect((await core.plan(undefined, free)).diagnostics).toEqual([]);
    expect(await core.apply(undefined, free)).toBeUndefined();
  });

  it("is not deleted by an apply whose plan did not see what it is either", async () => {
    const bench = await open({ deletion_protection: true });
    const core = new Core(bench.provider, "trueup_project");
    const project = await made(core, config);
    bench.server.forget();
    const refused = await core.carryOut(undefined, project, null, project.remembered);
    expect(refused.diagnostics?.map(({ summary }) => summary)).toEqual([
      "project:acme/web is protected from deletion [delete.protected]",
    ]);
    expect(bench.server.arrived.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("is protected by its own word where the provider's block says otherwise, and so is what lies in a group that is replaced", async () => {
    const bench = await openImmediate();
    const [groups, projects] = [new Core(bench.provider, "trueup_group"), new Core(bench.provider, "trueup_project")];
    const group = await made(groups, { full_path: "acme/new", name: "New" });
    const guarded = { full_path: "acme/new/web", deletion_protection: true };
    const project = await made(projects, guarded);
    await groups.plan(groups.config({ full_path: "acme/new", name: "New" }), group);
    await planAnew(groups, { full_path: "acme/new", name: "New" });
    const { diagnostics } = await projects.planAlso(projects.config(guarded), project);
    expect(diagnostics.map(({ summary }) => summary)).toContain(
      "project:acme/new/web is protected from deletion [delete.protected]",
    );
  });

  it("that the platform only schedules for deletion is not replaced: the deletion is taken back, and the apply fails", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_project");
    const project = await made(core, { ...freely, description: "D" });
    await core.plan(core.config(freely), project);
    const { planned, remembered } = await core.planAlso(core.config(freely));
    expect(planned).not.toBeNull();
    const refused = await core.carryOut(undefined, project, null, remembered);
    expect(refused.diagnostics?.map(({ summary }) => summary)).toEqual([
      expect.stringContaining("project:acme/web cannot be replaced: the platform keeps what is deleted"),
    ]);
    const live = (await bench.call("GET", "/projects/acme%2Fweb")) as JsonObject;
    expect([live["marked_for_deletion_on"], live["description"]]).toEqual([null, "D"]);
  });

  it("is really another one after a replacement where the platform deletes at once", async () => {
    const bench = await openImmediate();
    const core = new Core(bench.provider, "trueup_group");
    const group = await made(core, { full_path: "acme/new", name: "New" });
    await core.plan(core.config({ full_path: "acme/new", name: "New" }), group);
    const { remembered } = await core.planAlso(core.config({ full_path: "acme/new", name: "New" }));
    expect((await core.carryOut(undefined, group, null, remembered)).diagnostics).toEqual([]);
    const another = await made(core, { full_path: "acme/new", name: "New" });
    expect(shown(another)["id"]).not.toBe(shown(group)["id"]);
  });

  it("says so where it was on its way out and was restored in place of being made", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_project");
    const project = await made(core, freely);
    await core.apply(undefined, project);
    const { planned, remembered } = await core.plan(core.config(freely));
    const { diagnostics } = await core.carryOut(freely, undefined, planned, remembered);
    expect(diagnostics?.map(({ severity, summary }) => `${severity} ${summary}`)).toEqual([
      expect.stringMatching(/^WARNING project:acme\/web was scheduled for deletion: it was restored/),
    ]);
  });
});
