// @module-tag slow
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { unknown } from "../../src/terraform/cty/value.js";
import { withValues } from "../../src/terraform/finished.js";
import type { ProviderService } from "../../src/terraform/plugin/service.js";
import { openBench } from "./bench.js";
import { blockOf, Core } from "./core.js";
import { made, open } from "./on-bench.js";

async function configured(provider: ProviderService, block: JsonObject) {
  const config = blockOf(block);
  const { diagnostics = [] } = await provider.configureProvider({ config });
  return diagnostics.map(({ severity, summary }) => `${severity} ${summary}`);
}

describe("a server or token that does not work", () => {
  it("is told once, when the provider is configured", async () => {
    const bench = await open();
    expect(await configured(bench.provider, { url: bench.server.url, token: "of-nobody" })).toEqual([
      expect.stringMatching(/^ERROR .*401/),
    ]);
    expect(await configured(bench.provider, { url: "http://127.0.0.1:1", token: "of-nobody" })).toEqual([
      expect.stringMatching(/^ERROR .*127\.0\.0\.1:1/),
    ]);
  });

  it("is not asked again for each resource where it stops answering on the way", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_topic");
    const topics = await Promise.all(
      ["one", "two", "three", "four", "five"].map(async (name) => made(core, { name, title: "T" })),
    );
    await bench.again();
    bench.server.misbehave({ trouble: { drop: "before" } });
    for (const topic of topics.slice(0, 3)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is tried
      await expect(core.read(topic)).rejects.toThrow(/got no complete reply/);
    }
    bench.server.forget();
    for (const other of topics.slice(3)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is tried
      await expect(core.read(other)).rejects.toThrow(/was not tried again/);
    }
    expect(bench.server.arrived).toEqual([]);
  });
});

describe("two resources for one thing", () => {
  const settings = { max_attachment_size: 77 };
  const topic = { name: "gardening", title: "Gardening" };

  it.each([
    ["of a singleton that both are to take over", "trueup_application_settings", settings, { max_attachment_size: 78 }],
    ["that say the same", "trueup_application_settings", settings, settings],
    ["that both are to make", "trueup_topic", topic, { ...topic, title: "Gardens" }],
    ["in another case", "trueup_project", { full_path: "acme/web" }, { full_path: "Acme/Web" }],
  ])("%s are refused in one plan", async (_, type, one, other) => {
    const core = new Core((await open()).provider, type);
    await core.planAlso(core.config(one));
    const { diagnostics } = await core.planAlso(core.config(other));
    expect(diagnostics.map(({ severity, summary }) => `${severity} ${summary}`)).toEqual([
      expect.stringMatching(`^ERROR Another ${type} of this configuration manages `),
    ]);
  });

  it("are refused where both are in the state, and where one is and the other is new", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_application_settings");
    const managed = await made(core, settings);
    for (const prior of [managed, undefined]) {
      // oxlint-disable-next-line no-await-in-loop -- one command after the other
      await bench.again();
      // oxlint-disable-next-line no-await-in-loop
      await core.planAlso(core.config(settings), managed);
      // oxlint-disable-next-line no-await-in-loop
      const { diagnostics } = await core.planAlso(core.config({ max_attachment_size: 5 }), prior);
      expect(diagnostics).toHaveLength(1);
    }
  });

  it("are not found where it is not known yet which thing each means", async () => {
    const core = new Core((await open()).provider, "trueup_integration");
    const config = withValues(core.config({ project: "acme/base" }), { pumble: unknown });
    for (const again of [config, config]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is tried
      expect((await core.planAlso(again)).diagnostics).toEqual([]);
    }
  });

  it("are two where each has a key of its own, or the other's name until now", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_approval_rule");
    const rule = (name: string) => ({ project: "acme/base", name, approvals_required: 1, users: ["alice"] });
    const [one, other] = [await made(core, rule("R")), await made(core, rule("r"))];
    await bench.again();
    expect((await core.planAlso(core.config(rule("r")), one)).diagnostics).toEqual([]);
    expect((await core.planAlso(core.config(rule("R")), other)).diagnostics).toEqual([]);
  });
});

describe("a plan of Terraform says what one of files says", () => {
  const rule = { project: "acme/base", name: "R", approvals_required: 1 };

  it.each([
    ["user", { users: ["nobody-here"] }, /^ERROR users.*: there is no user nobody-here/],
    ["group", { groups: ["no/such/group"] }, /^ERROR groups.*: there is no group no\/such\/group/],
    [
      "branch",
      { users: ["alice"], protected_branches: ["no-such-branch"] },
      /^ERROR protected_branches.*: there is no protected branch no-such-branch/,
    ],
  ])("of a %s that is not there", async (_, names, message) => {
    const core = new Core((await open()).provider, "trueup_approval_rule");
    const { diagnostics } = await core.plan(core.config({ ...rule, ...names }));
    expect(diagnostics.map(({ severity, summary }) => `${severity} ${summary}`)).toEqual([expect.stringMatching(message)]);
  });

  it("but not of what the same run makes before, nor where it is to be", async () => {
    const { provider } = await open();
    const [groups, projects, rules] = ["trueup_group", "trueup_project", "trueup_approval_rule"].map(
      (type) => new Core(provider, type),
    ) as [Core, Core, Core];
    const team = { full_path: "acme/team", name: "Team", visibility: "public" };
    const web = { full_path: "acme/team/web", shared_with_groups: [{ group: "acme/one", access_level: "developer" }] };
    expect((await groups.planAlso(groups.config(team))).diagnostics).toEqual([]);
    expect((await projects.planAlso(projects.config(web))).diagnostics).toEqual([]);
    const { diagnostics } = await rules.planAlso(rules.config({ ...rule, project: web.full_path, groups: ["acme/team"] }));
    expect(diagnostics).toEqual([]);
  });

  it("of what is left out because it does not apply, and reads each name once however many resources have it", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_approval_rule");
    await bench.again();
    bench.server.forget();
    for (const name of ["A", "B", "C"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is tried
      expect((await core.planAlso(core.config({ ...rule, name, users: ["alice"] }))).diagnostics).toEqual([]);
    }
    const paths = bench.server.arrived.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("with its warnings", async () => {
    const bench = await openBench({ tier: "ultimate", dialect: "vendor", version: "15.4.0" });
    onTestFinished(() => bench.close());
    const core = new Core(bench.provider, "trueup_protected_branch");
    const imported = await core.import("acme/base:main");
    const branch = { project: "acme/base", name: "main", allow_force_push: true };
    const { diagnostics } = await core.plan(core.config(branch), imported);
    expect(diagnostics.map(({ severity, detail }) => `${severity} ${detail}`)).toEqual(["WARNING [replace.window]"]);
  });
});
