import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform } from "../emulator/platform.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { describeTerraform, terraform } from "../terraform/command.js";
import { mirrorConfiguration } from "../terraform/installation.js";
import { packagesOf } from "./cores.js";
import { builtCommand, runProgram, writeFiles, writeProgram } from "./project.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
const architecture = process.arch === "x64" ? "amd64" : process.arch;
let install: PackedInstall | undefined;
let place = "";
let configuration = "";
beforeAll(async () => {
  install = await installPacked(packagesOf("cdktf"));
  place = install.place;
  const version = join(place, "mirror/registry.terraform.io/hashicorp/null/3.2.4", `${process.platform}_${architecture}`);
  mkdirSync(version, { recursive: true });
  const made = join(version, "terraform-provider-null_v3.2.4");
  execFileSync(process.execPath, [join(top, "scripts/bundle-provider.mjs"), join(top, "test/constructs/null-provider.ts"), made]);
  configuration = join(place, "terraform.rc");
  writeFileSync(configuration, mirrorConfiguration(join(place, "mirror")));
});
afterAll(() => install?.remove());

const properties = `{ path: "trueup", command: ${builtCommand}, tokenFrom: "PLATFORM_TOKEN" }`;

/** A directory of files, a program beside it, and terraform in the stack that it synthesizes. */
async function project(name: string, statements: string) {
  const root = join(place, name);
  const { url, token, call } = await startPlatform({ seed: "none" });
  writeFiles(join(root, "trueup"));
  writeProgram(root, "cdktf", "NullReconcileRun, ReconcileRun", statements);
  expect(await runProgram(root)).toEqual({ code: 0, said: "" });
  const stack = join(root, "cdktf.out/stacks/stack");
  const env = { TRUEUP_URL: url, PLATFORM_TOKEN: token, TF_CLI_CONFIG_FILE: configuration };
  const run = (...args: readonly string[]) => terraform(args, stack, { ...env, TF_INPUT: "0", TF_CLI_ARGS_apply: "-no-color" });
  return { root, call, stack, run };
}

describeTerraform("NullReconcileRun", () => {
  it(
    "applies the files on a null_resource of the null provider, and again when they have changed",
    { tags: ["nightly"] },
    async () => {
      const { root, call, run } = await project("applied", `new NullReconcileRun(stack, "run", ${properties});`);
      expect(await run("init")).toMatchObject({ exitCode: 0 });
      const applied = await run("apply", "-auto-approve");
      expect(applied, applied.stdout + applied.stderr).toMatchObject({ exitCode: 0 });
      expect((await call("GET", "/topics")).body).toMatchObject([{ name: "anvils" }]);
      expect(await run("plan", "-detailed-exitcode")).toMatchObject({ exitCode: 0 });
      cpSync(join(top, "examples/acme/topics.yaml"), join(root, "trueup/more.yaml"));
      cpSync(join(top, "examples/acme/assets"), join(root, "trueup/assets"), { recursive: true });
      await runProgram(root);
      const again = await run("apply", "-auto-approve");
      expect(again.stdout).toContain("null_resource.run must be replaced");
      expect((await call("GET", "/topics")).body).toHaveLength(5);
      expect(await run("plan", "-detailed-exitcode")).toMatchObject({ exitCode: 0 });
      expect(await run("destroy", "-auto-approve")).toMatchObject({ exitCode: 0 });
      expect((await call("GET", "/topics")).body).toHaveLength(5);
    },
  );

  it(
    "becomes a ReconcileRun that says it was the other: nothing is made, destroyed or run for it",
    { tags: ["nightly"] },
    async () => {
      const { root, run, stack } = await project("moved", `new NullReconcileRun(stack, "run", ${properties});`);
      await run("init");
      expect(await run("apply", "-auto-approve")).toMatchObject({ exitCode: 0 });
      const statement = `new ReconcileRun(stack, "run", ${properties}).moveFromId("null_resource.run");`;
      writeProgram(root, "cdktf", "ReconcileRun", statement);
      await runProgram(root);
      expect(readFileSync(join(stack, "cdk.tf.json"), "utf8")).not.toContain("hashicorp/null");
      await run("init");
      const moved = await run("apply", "-auto-approve");
      expect(moved.stdout + moved.stderr).toContain("0 added, 0 changed, 0 destroyed");
      expect(moved.stdout).not.toContain("local-exec");
      const after = await run("state", "list");
      expect(after.stdout + after.stderr).toContain("terraform_data.run");
    },
  );
});

describe("NullReconcileRun", () => {
  it("takes the null provider that the stack has, and makes one for all where there is none", async () => {
    const own = `new (await import("@cdktf/provider-null")).provider.NullProvider(stack, "mine");\n`;
    const two = ["a", "b"].map((id) => `new NullReconcileRun(stack, "${id}", ${properties});`).join("\n");
    for (const [name, statements] of [
      ["own", own + two],
      ["made", two],
    ] as const) {
      const { stack } = await project(name, statements);
      const json = JSON.parse(readFileSync(join(stack, "cdk.tf.json"), "utf8")) as Record<string, Record<string, unknown>>;
      expect(json["provider"]).toEqual({ null: [{}] });
      expect(Object.keys(json["resource"]?.["null_resource"] ?? {})).toEqual(["a", "b"]);
    }
  });

  it("names the package that it lacks, and nothing else of trueup/cdktf needs it", { tags: ["nightly"] }, async () => {
    const without = await installPacked(["cdktf", "constructs", "yaml"]);
    try {
      writeFiles(join(without.place, "trueup"));
      writeProgram(without.place, "cdktf", "NullReconcileRun, Topic, TrueupProvider", `new TrueupProvider(stack, "p");`);
      expect(await runProgram(without.place)).toEqual({ code: 0, said: "" });
      writeProgram(without.place, "cdktf", "NullReconcileRun", `new NullReconcileRun(stack, "run", ${properties});`);
      const { code, said } = await runProgram(without.place);
      expect(code).toBe(1);
      expect(said).toContain("NullReconcileRun needs the package @cdktf/provider-null: install it, or use ReconcileRun");
    } finally {
      without.remove();
    }
  });
});
