import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { top } from "../harness/command-line.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { coreNames, load, packagesOf, synthesize, type CoreName, type Loaded } from "./cores.js";

const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { readonly version: string };
const installs = new Map<CoreName | "alias", PackedInstall>();
beforeAll(async () => {
  for (const name of coreNames) installs.set(name, await installPacked(packagesOf(name)));
});
afterAll(() => installs.forEach((install) => install.remove()));

function installOf(name: CoreName): PackedInstall {
  const install = installs.get(name);
  if (install === undefined) throw new Error(`${name} is not installed`);
  mkdirSync(join(install.place, "out"), { recursive: true });
  return install;
}

function synthesizeWith(name: CoreName, build: (loaded: Loaded, stack: TerraformStack) => void): Record<string, unknown> {
  return synthesizeIn(installOf(name), name, build);
}

/** What the program synthesizes that was installed there. */
function synthesizeIn(
  install: PackedInstall,
  name: CoreName,
  build: (loaded: Loaded, stack: TerraformStack) => void,
): Record<string, unknown> {
  const loaded = load(install, name);
  return synthesize(loaded, install.place, (stack) => {
    new loaded.trueup.TrueupProvider(stack, "trueup");
    build(loaded, stack);
  });
}

/** A group with what hangs on it, and every way to refer to something. */
function company({ core, trueup }: Loaded, stack: TerraformStack): void {
  const token = new core.TerraformVariable(stack, "webhook", { type: "string", sensitive: true });
  const acme = new trueup.Group(stack, "acme", { fullPath: "acme", name: "Acme", visibility: "internal" });
  const topic = new trueup.Topic(stack, "typescript", { name: "typescript", title: "TypeScript" });
  const web = new trueup.Project(stack, "web", {
    fullPath: `${acme.fullPath}/web`,
    visibility: acme.visibility,
    topics: [topic.name],
    mergeCommitTemplate: "%{title}\n\n%{if}",
    containerExpirationPolicy: { enabled: true, keepN: 10, nameRegex: ".*" },
    sharedWithGroups: [{ group: acme.fullPath, accessLevel: "developer" }],
    unchecked: { some_newer_setting: 5, deeperStill: { aB: ["x"] } },
    lifecycle: { preventDestroy: true },
  });
  new trueup.ApprovalRule(stack, "rule", { project: web.fullPath, name: "Security", approvalsRequired: 2, users: ["alice"] });
  new trueup.Integration(stack, "chat", { project: web.fullPath, pumble: { webhook: token.stringValue, pushEvents: true } });
  new trueup.DataTrueupProject(stack, "other", { fullPath: "acme/other" });
  web.importFrom("acme/web");
  new core.TerraformOutput(stack, "description", { value: web.description });
}

describe.each(coreNames)("constructs for %s", (name) => {
  it("are plain resources in Terraform's names, with references, and keys that the user chose as they are", () => {
    const json = synthesizeWith(name, company);
    expect(json).toMatchObject({
      terraform: { required_providers: { trueup: { source: "trueup/trueup", version } } },
      resource: {
        trueup_project: {
          web: {
            full_path: "${trueup_group.acme.full_path}/web",
            visibility: "${trueup_group.acme.visibility}",
            topics: ["${trueup_topic.typescript.name}"],
            merge_commit_template: "%%{title}\n\n%{if}",
            container_expiration_policy: { enabled: true, keep_n: 10, name_regex: ".*" },
            shared_with_groups: [{ group: "${trueup_group.acme.full_path}", access_level: "developer" }],
            unchecked: { some_newer_setting: 5, deeperStill: { aB: ["x"] } },
            lifecycle: { prevent_destroy: true },
          },
        },
        trueup_integration: { chat: { project: "${trueup_project.web.full_path}", pumble: { webhook: "${var.webhook}" } } },
      },
      data: { trueup_project: { other: { full_path: "acme/other" } } },
      import: [{ to: "trueup_project.web", id: "acme/web" }],
      output: { description: { value: "${trueup_project.web.description}" } },
    });
  });

  it("refuse a property that there is not, and say what it is called", () => {
    const wrong = (properties: object) => () =>
      synthesizeWith(name, ({ trueup }, stack) => {
        new trueup.Group(stack, "acme", { fullPath: "acme", name: "Acme", ...properties });
      });
    expect(wrong({ full_path: "acme" })).toThrow("trueup_group at stack/acme: there is no property full_path. Use fullPath.");
    expect(wrong({ sharedWithGroups: [{ grup: "x" }] })).toThrow(
      "trueup_group at stack/acme, sharedWithGroups, item 1: there is no property grup. The properties are group, ",
    );
    expect(wrong({ sharedWithGroups: "x" })).toThrow("sharedWithGroups: a list must stand here");
  });

  it("ask for the provider", () => {
    const { trueup, core } = load(installOf(name), name);
    const app = new core.App({ outdir: join(installOf(name).place, "out/none") });
    new trueup.Topic(new core.TerraformStack(app, "stack"), "topic", { name: "topic", title: "Topic" });
    expect(() => app.synth()).toThrow(/provider construct/);
  });

  it("refuse to be written as HCL, which the cores cannot do for all values", () => {
    const { trueup, core } = load(installOf(name), name);
    const app = new core.App({ outdir: join(installOf(name).place, "out/hcl") });
    const stack = new core.TerraformStack(app, "stack");
    new trueup.TrueupProvider(stack, "trueup");
    expect(() => stack.toHclTerraform()).toThrow("stack/trueup: the constructs of trueup synthesize JSON only");
  });
});

describe("the two cores", () => {
  it("are one for a program that has cdktn under the name cdktf, as programs do that use other libraries for cdktf", async () => {
    const install = await installPacked(["constructs", "yaml"]);
    installs.set("alias", install);
    symlinkSync(join(top, "node_modules/cdktn"), join(install.place, "node_modules/cdktf"));
    expect(synthesizeIn(install, "cdktf", company)).toEqual(synthesizeWith("cdktn", company));
  });

  it("synthesize the same JSON", () => {
    expect(synthesizeWith("cdktn", company)).toEqual(synthesizeWith("cdktf", company));
  });
});
