// @module-tag slow
import { describe, expect, it, onTestFinished } from "vitest";
import { type Json, type JsonObject, textAt } from "../../src/core/json.js";
import { openBench } from "./bench.js";
import { Core, shown } from "./core.js";
import { made, open, told } from "./on-bench.js";

describe("a thing", () => {
  it("has only what the configuration names in its state, and leaves the rest alone", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_project");
    const project = await made(core, { full_path: "acme/web", description: "D", wiki_access_level: "private" });
    expect(Object.keys(shown(project)).sort()).toEqual(["description", "full_path", "id", "wiki_access_level"]);
    await bench.call("PUT", "/projects/acme%2Fweb", { merge_method: "ff", issues_access_level: "disabled" });
    await bench.again();
    const read = await core.read(project);
    expect(shown(read)).toEqual(shown(project));
    await made(core, { full_path: "acme/web", description: "E" }, read);
    const live = await bench.call("GET", "/projects/acme%2Fweb");
    expect(live).toMatchObject({
      description: "E",
      merge_method: "ff",
      issues_access_level: "disabled",
      wiki_access_level: "private",
    });
  });
});

describe("an attribute that the schema does not know", () => {
  it("is sent, found where somebody changes it, and set right again", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_application_settings");
    const config = { admin_mode: true, unchecked: { help_page_url: "https://help.acme.example/a" } };
    const settings = await made(core, config);
    expect(await bench.call("GET", "/application/settings")).toMatchObject({ help_page_url: "https://help.acme.example/a" });
    await bench.call("PUT", "/application/settings", { help_page_url: "https://help.acme.example/b" });
    await bench.again();
    const drifted = await core.read(settings);
    expect(shown(drifted)["unchecked"]).toEqual({ help_page_url: "https://help.acme.example/b" });
    expect((await told(core, config, drifted)).action).toBe("update");
    const healed = await made(core, config, drifted);
    expect(await bench.call("GET", "/application/settings")).toMatchObject({ help_page_url: "https://help.acme.example/a" });
    expect((await told(core, config, await core.read(healed))).action).toBe("none");
  });
});

describe("a thing that gets another name", () => {
  it.each([
    ["trueup_topic", { name: "old", title: "T" }, { name: "new", title: "T" }],
    ["trueup_group", { full_path: "acme/old", name: "Old" }, { full_path: "acme/one/new", name: "New" }],
    ["trueup_project", { full_path: "acme/old", description: "D" }, { full_path: "acme/two/new", description: "E" }],
    [
      "trueup_approval_rule",
      { project: "acme/base", name: "old", approvals_required: 1, users: ["alice"] },
      { project: "acme/base", name: "new", approvals_required: 1, users: ["alice"] },
    ],
  ])("%s stays the same thing: it is renamed or transferred in place", async (type, before, after) => {
    const core = new Core((await open()).provider, type);
    const old = await made(core, before);
    expect(await told(core, after, old)).toEqual({ action: "update", told: [] });
    const renamed = await made(core, after, old);
    expect(shown(renamed)["id"]).toBe(shown(old)["id"]);
    expect(shown(await core.read(renamed))).toEqual(shown(renamed));
    expect((await told(core, after, renamed)).action).toBe("none");
  });

  it("is found by its number where somebody else renamed it, and named back", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_project");
    const project = await made(core, { full_path: "acme/web", description: "D" });
    await bench.call("PUT", `/projects/${textAt(shown(project), "id")}`, { path: "other" });
    await bench.again();
    const found = await core.read(project);
    expect(shown(found)["full_path"]).toBe("acme/other");
    const back = await made(core, { full_path: "acme/web", description: "D" }, found);
    expect(shown(await core.read(back))).toEqual(shown(project));
  });
});

describe("what lies in a project", () => {
  it("goes along when the project is renamed, as the same thing", async () => {
    const bench = await open();
    const [projects, rules] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_approval_rule")];
    const project = await made(projects, { full_path: "acme/web" });
    const rule = await made(rules, { project: "acme/web", name: "R", approvals_required: 1, users: ["alice"] });
    const after = { project: "acme/site", name: "R", approvals_required: 2, users: ["alice"] };
    await projects.plan(projects.config({ full_path: "acme/site" }), project);
    expect((await rules.planAlso(rules.config(after), rule)).action).toBe("update");
    await made(projects, { full_path: "acme/site" }, project);
    const moved = await made(rules, after, rule);
    expect(shown(moved)).toEqual({ ...after, id: shown(rule)["id"] });
  });

  it("goes along with all that nobody declares, though it has no number", async () => {
    const bench = await open();
    const [projects, wikis] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_integration")];
    const config = (project: string) => ({ project, pumble: { webhook: "https://hooks.example.com/of-the-test" } });
    const project = await made(projects, { full_path: "acme/web" });
    const integration = await made(wikis, config("acme/web"));
    await bench.call("PUT", "/projects/acme%2Fweb/integrations/pumble", {
      webhook: "https://hooks.example.com/of-the-test",
      push_events: false,
    });
    await made(projects, { full_path: "acme/site" }, project);
    await made(wikis, config("acme/site"), integration);
    expect(await bench.call("GET", "/projects/acme%2Fsite/integrations/pumble")).toMatchObject({ push_events: false });
  });

  it("is still known where somebody else renames the project", async () => {
    const bench = await open();
    const [projects, rules] = [new Core(bench.provider, "trueup_project"), new Core(bench.provider, "trueup_approval_rule")];
    const config = { project: "acme/web", name: "R", approvals_required: 1, users: ["alice"] };
    const project = await made(projects, { full_path: "acme/web" });
    const rule = await made(rules, config);
    await bench.call("PUT", `/projects/${textAt(shown(project), "id")}`, { path: "other" });
    await bench.again();
    const found = await rules.read(rule);
    expect((await told(rules, config, found)).action).toBe("none");
  });

  it("is made anew in another project, and is gone from the old one", async () => {
    const core = new Core((await open()).provider, "trueup_integration");
    const config = (project: string) => ({ project, external_wiki: { external_wiki_url: "https://wiki.example.com" } });
    const before = await made(core, config("acme/base"));
    const after = await made(core, config("acme/spare"), before);
    expect(shown(await core.read(after))).toEqual(shown(after));
    expect(await core.read(before)).toBeUndefined();
  });

  it("is replaced where it becomes another kind of thing", async () => {
    const core = new Core((await open()).provider, "trueup_integration");
    const before = await made(core, { project: "acme/base", external_wiki: { external_wiki_url: "https://wiki.example.com" } });
    expect((await told(core, { project: "acme/base", pumble: { webhook: "https://hooks.example.com/x" } }, before)).action).toBe(
      "replace",
    );
  });
});

describe("what is always there", () => {
  const setting = "reset_approvals_on_push";

  it("gets back what it was before, when it is destroyed", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_application_settings");
    const before = (await bench.call("GET", "/application/settings")) as JsonObject;
    const first = await made(core, { max_attachment_size: 77 });
    const second = await made(core, { max_attachment_size: 78, default_project_visibility: "internal" }, first);
    expect(await core.apply(undefined, second)).toBeUndefined();
    const after = (await bench.call("GET", "/application/settings")) as JsonObject;
    for (const name of ["max_attachment_size", "default_project_visibility"]) expect(after[name]).toEqual(before[name]);
  });

  it("gets that back too, when another one is managed in its place, which keeps its own", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_approval_settings");
    const live = async (project: string): Promise<Json | undefined> =>
      ((await bench.call("GET", `/projects/acme%2F${project}/approvals`)) as JsonObject)[setting];
    const change = async (project: string): Promise<Json> => (await live(project)) !== true;
    await bench.call("POST", "/projects/acme%2Fspare/approvals", { [setting]: await change("base") });
    const [base, spare] = [await live("base"), await live("spare")];
    const first = await made(core, { project: "acme/base", [setting]: await change("base") });
    const second = await made(core, { project: "acme/spare", [setting]: await change("spare") }, first);
    expect([await live("base"), await live("spare")]).toEqual([base, spare !== true]);
    await core.apply(undefined, second);
    expect([await live("base"), await live("spare")]).toEqual([base, spare]);
  });

  it("has nothing to be put back, and no warning, where it was as it was asked for", async () => {
    const bench = await open();
    await bench.call("PUT", "/application/settings", { max_attachment_size: 77 });
    const core = new Core(bench.provider, "trueup_application_settings");
    const settings = await made(core, { max_attachment_size: 77 });
    expect((await core.plan(undefined, settings)).diagnostics).toEqual([]);
    expect(await core.apply(undefined, settings)).toBeUndefined();
  });

  it("is left with a warning, where that is not known", async () => {
    const core = new Core((await open()).provider, "trueup_application_settings");
    const imported = await core.import("application_settings");
    const { diagnostics } = await core.plan(undefined, imported);
    expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
      ["WARNING", "Application settings cannot be deleted and stays as it is"],
    ]);
  });
});

describe("a plan", () => {
  it("refuses what the server cannot do, at the attribute", async () => {
    const bench = await openBench({ tier: "free", dialect: "vendor", version: "15.4.0" });
    onTestFinished(() => bench.close());
    const core = new Core(bench.provider, "trueup_group");
    const { told: refused } = await told(core, {
      full_path: "acme/new",
      name: "New",
      shared_runners_setting: "enabled",
      ip_restriction_ranges: "10.0.0.0/8",
    });
    expect(refused).toEqual([
      [
        "ERROR",
        "ip_restriction_ranges needs premium; this server is free (by its licence)",
        { attributeName: "ip_restriction_ranges" },
      ],
    ]);
  });

  it("warns of what is only taken when the thing is created", async () => {
    const core = new Core((await open()).provider, "trueup_project");
    const project = await made(core, { full_path: "acme/web" });
    expect(await told(core, { full_path: "acme/web", initialize_with_readme: true }, project)).toEqual({
      action: "update",
      told: [
        [
          "WARNING",
          "initialize_with_readme is only taken when the thing is created: the change sends nothing",
          { attributeName: "initialize_with_readme" },
        ],
      ],
    });
  });

  it("says that a secret is needed to create a thing, at its place", async () => {
    const core = new Core((await open()).provider, "trueup_integration");
    const { told: refused } = await told(core, { project: "acme/base", datadog: { api_url: "https://d.example.com" } });
    expect(refused).toEqual([["ERROR", "datadog.api_key is needed to create it", { attributeName: "datadog" }]]);
  });

  it("that is carried out in part keeps what was made, and says how to go on with it", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_project");
    const config = {
      full_path: "acme/web",
      description: "D",
      shared_with_groups: [{ group: "acme/one", access_level: "guest" }],
    };
    bench.server.misbehave({ method: "POST", path: /share$/, trouble: { answer: { status: 400, body: '{"message":"no"}' } } });
    await expect(core.apply(config)).rejects.toThrow(/answered 400[^]*terraform untaint/);
    bench.server.misbehave();
    const found = await core.import("acme/web");
    expect(shown(await made(core, config, found))).toMatchObject(config);
  });

  it("of what is there already is refused when it is applied, and tells how to import it", async () => {
    const core = new Core((await open()).provider, "trueup_project");
    const block = 'import {\n  to = trueup_project.NAME\n  id = "project:acme/base"\n}';
    await expect(core.apply({ full_path: "acme/base" })).rejects.toThrow(/is there already/);
    await expect(core.apply({ full_path: "acme/base" })).rejects.toThrow(block);
  });
});
