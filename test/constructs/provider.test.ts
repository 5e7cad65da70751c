// @module-tag nightly
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startPlatform } from "../emulator/platform.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { describeTerraform, terraform } from "../terraform/command.js";
import { startProviderFor } from "../terraform/installation.js";
import { packagesOf } from "./cores.js";
import { runProgram, writeFiles, writeProgram } from "./project.js";

let install: PackedInstall | undefined;
let place = "";
beforeAll(async () => {
  install = await installPacked(packagesOf("cdktn"));
  place = install.place;
});
afterAll(() => install?.remove());

/** Terraform in the stack that a program synthesizes, with the provider as it is built, against an empty instance. */
async function start(name: string, names: string, statements: string) {
  const root = join(place, name);
  const { url, token, call } = await startPlatform({ seed: "none" });
  writeFiles(join(root, "trueup"));
  const synthesize = async (text: string): Promise<void> => {
    writeProgram(root, "cdktn", names, `new TrueupProvider(stack, "trueup");\n${text}`);
    expect(await runProgram(root)).toEqual({ code: 0, said: "" });
  };
  await synthesize(statements);
  const provider = await startProviderFor(root, { TRUEUP_URL: url, TRUEUP_TOKEN: token });
  onTestFinished(() => provider.close());
  const env = { ...provider.env, TF_INPUT: "0" };
  const run = (...args: readonly string[]) => terraform(args, join(root, "cdktf.out/stacks/stack"), env);
  const mustRun = async (...args: readonly string[]): Promise<string> => {
    const done = await run(...args);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    return done.stdout;
  };
  await mustRun("init");
  return { root, call, synthesize, run, mustRun };
}

describeTerraform("constructs and the provider", () => {
  it("DesiredState carries out a directory of files and tells its changes, DataTrueupApi reads what came of it", async () => {
    const statements = `
      const files = new DesiredState(stack, "files", { path: (await import("node:path")).resolve("trueup") });
      const api = new DataTrueupApi(stack, "api", { path: "/topics", dependsOn: [files] });
      new TerraformOutput(stack, "changes", { value: files.changes });
      new TerraformOutput(stack, "topics", { value: api.result });`;
    const { mustRun } = await start("files", "DataTrueupApi, DesiredState, TrueupProvider", statements);
    await mustRun("apply", "-auto-approve");
    const outputs = JSON.parse(await mustRun("output", "-json")) as Record<string, { readonly value: unknown }>;
    expect(outputs["changes"]?.value).toEqual(expect.arrayContaining([expect.stringContaining("topic:anvils")]));
    expect(outputs["topics"]?.value).toMatchObject([{ name: "anvils", title: "Anvils" }]);
  });

  it("a resource can be imported, unset, guarded and given to another provider, as the core offers", async () => {
    const topic = (more: string) => `
      const other = new TrueupProvider(stack, "other", { alias: "other", tier: "premium", bulkRefresh: false });
      const group = new Group(stack, "group", { fullPath: "acme", name: "Acme", deletionProtection: false, provider: other ${more} });
      group.importFrom("acme", other);
      new Project(stack, "project", { fullPath: group.fullPath + "/web", visibility: group.visibility, deletionProtection: false });`;
    const { call, mustRun, run, synthesize } = await start("offers", "Group, Project, TrueupProvider", "");
    await call("POST", "/groups", { json: { name: "Acme", path: "acme", description: "Anvils", visibility: "internal" } });
    await synthesize(topic(`, visibility: "internal", lifecycle: { preventDestroy: true }`));
    await mustRun("init");
    expect(await mustRun("apply", "-auto-approve", "-no-color")).toContain("1 imported, 1 added, 1 changed, 0 destroyed");
    expect((await call("GET", "/projects/acme%2Fweb")).body).toMatchObject({ visibility: "internal" });
    const refused = await run("destroy", "-auto-approve", "-no-color");
    expect(refused.stderr).toContain("Instance cannot be destroyed");
    await synthesize(topic(`, visibility: "internal", unset: ["description"]`));
    await mustRun("apply", "-auto-approve");
    expect((await call("GET", "/groups/acme")).body).toMatchObject({ description: null });
    await mustRun("plan", "-detailed-exitcode");
  });
});
