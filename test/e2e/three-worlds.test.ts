import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";
import { describeTerraform, terraform, type TerraformRun } from "../terraform/command.js";
import { startProviderFor } from "../terraform/installation.js";

const run = promisify(execFile);
const company = join(top, "examples/acme");
const secrets = { ACME_SPAM_KEY: "spam-key-of-three-worlds", ACME_CHAT_WEBHOOK: "https://chat.example/hooks/three-worlds" };
/** The same, for Terraform, under the names that a converted configuration and one from an export give them. */
const variables = {
  TF_VAR_acme_spam_key: secrets.ACME_SPAM_KEY,
  TF_VAR_acme_chat_webhook: secrets.ACME_CHAT_WEBHOOK,
  TF_VAR_spamfilter_api_key: secrets.ACME_SPAM_KEY,
  TF_VAR_acme_shop_web_pumble_webhook: secrets.ACME_CHAT_WEBHOOK,
};

/** A directory of the company as `trueup convert` writes it. */
async function converted(language: string): Promise<string> {
  const made = directory();
  expect(await inProcess(["convert", "--to", language, "--out", made, company])).toMatchObject({ code: 0 });
  return made;
}

/** Terraform in a directory, on a platform. */
async function terraformIn(where: string, { env }: RunningEmulator): Promise<(...args: string[]) => Promise<TerraformRun>> {
  const provider = await startProviderFor(where, env);
  onTestFinished(() => provider.close());
  return async (...args) => {
    const ran = await terraform(args, where, { ...provider.env, ...variables });
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0);
    return ran;
  };
}

/** The stack that the converted program synthesizes, as a directory for Terraform. */
async function synthesized(): Promise<string> {
  const program = await converted("cdktf");
  mkdirSync(join(program, "node_modules"));
  symlinkSync(top, join(program, "node_modules/trueup"));
  for (const name of ["cdktn", "constructs", "@types", "undici-types"]) {
    symlinkSync(join(top, "node_modules", name), join(program, "node_modules", name));
  }
  await run(process.execPath, [join(top, "node_modules/typescript/bin/tsc"), "-p", program]);
  await run(process.execPath, ["main.js"], { cwd: program });
  return join(program, "cdktf.out/stacks/trueup");
}

/** Everything that an export of a platform writes, by path. */
async function exported({ env }: RunningEmulator): Promise<Readonly<Record<string, string>>> {
  const made = directory();
  expect(await inProcess(["export", "--out", made], { env })).toMatchObject({ code: 0 });
  const files = readdirSync(made, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(made, name)).isFile());
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(made, name)).toString("base64")]));
}

describeTerraform("the example company, made in three ways", () => {
  it(
    "is the same by files, by Terraform and by constructs, and each of the others then finds nothing to do",
    { tags: ["nightly"] },
    async () => {
      const [byFiles, byTerraform, byConstructs] = [await platform(), await platform(), await platform()];

      expect(
        await inProcess(["apply", company, "--yes", "--ack", "weakening:application_settings"], {
          env: { ...byFiles.env, ...secrets },
        }),
      ).toMatchObject({ code: 0 });
      const [hcl, stack] = [await converted("hcl"), await synthesized()];
      const pages = readdirSync(hcl).filter((name) => name.endsWith(".tf"));
      const things = pages.flatMap((name) => readFileSync(join(hcl, name), "utf8").match(/^resource "/gm) ?? []).length;
      for (const [world, where] of [[byTerraform, hcl] as const, [byConstructs, stack] as const]) {
        const within = await terraformIn(where, world);
        await within("init", "-input=false");
        expect((await within("apply", "-input=false", "-auto-approve", "-no-color")).stdout).toContain(
          `${things} added, 0 changed`,
        );
        expect((await within("plan", "-input=false", "-detailed-exitcode", "-no-color")).stdout).toContain("No changes");
      }

      const files = await exported(byFiles);
      expect(Object.keys(files)).toContain("acme.yaml");
      expect(await exported(byTerraform)).toEqual(files);
      expect(await exported(byConstructs)).toEqual(files);

      for (const { env } of [byTerraform, byConstructs]) {
        expect(await inProcess(["drift", company], { env: { ...env, ...secrets } })).toMatchObject({ code: 0 });
      }
      const imports = await converted("hcl-import");
      for (const world of [byFiles, byTerraform, byConstructs]) {
        const within = await terraformIn(imports, world);
        await within("init", "-input=false");
        const { stdout } = await within("plan", "-input=false", "-no-color");
        expect(stdout).toContain(`Plan: ${things} to import, 0 to add, 0 to change, 0 to destroy.`);
      }
    },
  );

  it("is imported as an export of the instance writes it, and nothing changes", async () => {
    const world = await platform({ seed: "default" });
    expect(
      await inProcess(["apply", company, "--yes", "--ack", "weakening:application_settings"], {
        env: { ...world.env, ...secrets },
      }),
    ).toMatchObject({ code: 0 });
    const where = directory();
    expect(await inProcess(["export", "--format", "hcl-import", "--out", where], { env: world.env })).toMatchObject({ code: 0 });
    const count = readFileSync(join(where, "imports.tf"), "utf8").match(/^import \{/gm)?.length ?? 0;
    const within = await terraformIn(where, world);
    await within("init", "-input=false");
    expect(await within("validate")).toMatchObject({ exitCode: 0 });
    const { stdout } = await within("plan", "-input=false", "-no-color");
    expect(stdout).toContain(`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
    await within("apply", "-input=false", "-auto-approve");
    expect((await within("plan", "-input=false", "-no-color")).stdout).toContain("No changes");
  });
});
