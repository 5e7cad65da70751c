import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform } from "../emulator/platform.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { describeTerraform, terraform } from "../terraform/command.js";
import { packagesOf } from "./cores.js";
import { builtCommand, runProgram, writeFiles, writeProgram } from "./project.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
let install: PackedInstall | undefined;
let place = "";
beforeAll(async () => {
  install = await installPacked(packagesOf("cdktn"));
  place = install.place;
});
afterAll(() => install?.remove());

/** A directory with a program that makes a ReconcileRun, and in it a directory of files. */
function project(name: string, directory: string, properties: string): string {
  const root = join(place, name);
  writeFiles(join(root, directory));
  const given = `{ path: ${JSON.stringify(directory)}, ${properties} }`;
  writeProgram(root, "cdktn", "ReconcileRun", `new ReconcileRun(stack, "run", ${given});`);
  return root;
}

/** Every file of the synthesized stack, state included, as one text. */
function textOf(root: string): string {
  return readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

describeTerraform("ReconcileRun", () => {
  it("applies the files when their content has changed, and only then, whatever the directory is called", async () => {
    const { url, token, call } = await startPlatform({ seed: "none" });
    const directory = 'it\'s "5" $HOME ${x} %{y} 1e5 `id`';
    const root = project("changes", directory, `command: ${builtCommand}, urlFrom: "PLATFORM_URL", tokenFrom: "PLATFORM_TOKEN"`);
    const files = join(root, directory);
    const stack = join(root, "cdktf.out/stacks/stack");
    const env = { PLATFORM_URL: url, PLATFORM_TOKEN: token };
    const plan = async (): Promise<number | null> => {
      expect(await runProgram(root)).toEqual({ code: 0, said: "" });
      return (await terraform(["plan", "-detailed-exitcode", "-input=false"], stack, env)).exitCode;
    };
    const apply = () => terraform(["apply", "-auto-approve", "-input=false"], stack, env);
    expect(await runProgram(root)).toEqual({ code: 0, said: "" });
    expect(await terraform(["init"], stack, env)).toMatchObject({ exitCode: 0 });
    const first = await apply();
    expect(first, first.stdout + first.stderr).toMatchObject({ exitCode: 0 });
    expect((await call("GET", "/topics")).body).toMatchObject([{ name: "anvils", title: "Anvils" }]);
    expect(await plan()).toBe(0);

    writeFileSync(join(files, "README.md"), "Not read.");
    writeFileSync(join(files, "_draft.yaml"), "topics: { draft: { title: Draft } }");
    expect(await plan(), "files that are not read").toBe(0);

    cpSync(join(top, "examples/acme/assets/header.png"), join(files, "assets/anvil.png"));
    expect(await plan(), "a picture that a file names").toBe(2);
    const second = await apply();
    expect(second.stdout + second.stderr).toContain("topic:anvils");
    expect(await plan()).toBe(0);

    writeFileSync(join(files, "more.yml"), "topics: { hammers: { title: Hammers } }\n");
    expect(await plan(), "another file").toBe(2);
    expect(await apply()).toMatchObject({ exitCode: 0 });
    expect((await call("GET", "/topics")).body).toHaveLength(2);
    expect(textOf(join(root, "cdktf.out"))).not.toContain(token);
  });

  it(
    "takes the trueup of the project, and the environment as the command line does, if nothing else is said",
    { tags: ["nightly"] },
    async () => {
      const { url, token, call } = await startPlatform({ seed: "none" });
      const root = project("plain", "trueup", "");
      mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
      symlinkSync(join(top, "dist/cli/main.js"), join(root, "node_modules/.bin/trueup"));
      writeFileSync(join(root, "package.json"), '{"type":"module"}');
      expect(await runProgram(root)).toEqual({ code: 0, said: "" });
      const stack = join(root, "cdktf.out/stacks/stack");
      const env = { TRUEUP_URL: url, TRUEUP_TOKEN: token };
      await terraform(["init"], stack, env);
      const applied = await terraform(["apply", "-auto-approve", "-input=false"], stack, env);
      expect(applied, applied.stdout + applied.stderr).toMatchObject({ exitCode: 0 });
      expect((await call("GET", "/topics")).body).toMatchObject([{ name: "anvils" }]);
    },
  );

  it("hands every option on to the command line, and runs again when one is another", { tags: ["nightly"] }, async () => {
    const { url, token } = await startPlatform({ seed: "none" });
    const options = `tier: "premium", concurrency: 3, allowHttp: ["other.example"], targets: ["topic:a*"], maxDeletes: 2,
      resendSecrets: ["topic:a*"], allowDelete: ["group", "project"], triggers: { day: "monday" }, command: ${builtCommand}`;
    const root = project("options", "trueup", options);
    expect(await runProgram(root)).toEqual({ code: 0, said: "" });
    const stack = join(root, "cdktf.out/stacks/stack");
    const run = (...args: readonly string[]) =>
      terraform([...args, "-no-color"], stack, { TRUEUP_URL: url, TRUEUP_TOKEN: token });
    await run("init");
    const applied = await run("apply", "-auto-approve", "-input=false");
    expect(applied, applied.stdout + applied.stderr).toMatchObject({ exitCode: 0 });
    expect(applied.stdout).toContain(
      '"apply" "--yes" "--tier" "premium" "--concurrency" "3" "--allow-http" "other.example" "--target" "topic:a*" ' +
        '"--resend-secrets" "topic:a*" "--allow-delete" "group" "--allow-delete" "project" "--max-deletes" "2" "--" "trueup"',
    );
    for (const other of [options.replace("monday", "tuesday"), options.replaceAll("topic:a*", "topic:*")]) {
      project("options", "trueup", other);
      await runProgram(root);
      expect(await run("plan", "-detailed-exitcode", "-input=false")).toMatchObject({ exitCode: 2 });
    }
  });

  it(
    "fails with the variable's name where the environment lacks it, and runs again the next time",
    { tags: ["nightly"] },
    async () => {
      const { url, token } = await startPlatform({ seed: "none" });
      const root = project("unset", "trueup", `command: ${builtCommand}, tokenFrom: "PLATFORM_TOKEN"`);
      await runProgram(root);
      const stack = join(root, "cdktf.out/stacks/stack");
      await terraform(["init"], stack);
      const apply = (env: Record<string, string>) => terraform(["apply", "-auto-approve", "-input=false"], stack, env);
      const failed = await apply({ TRUEUP_URL: url });
      expect(failed.exitCode).toBe(1);
      expect(failed.stderr).toContain("PLATFORM_TOKEN: is not set, and TRUEUP_TOKEN is to come from it");
      expect(await apply({ TRUEUP_URL: url, PLATFORM_TOKEN: token })).toMatchObject({ exitCode: 0 });
    },
  );
});

describe("a ReconcileRun that cannot be", () => {
  it.each([
    ["nothing", "nothing", "", "nothing: give the directory or file of trueup that is to be applied"],
    ["empty", "empty", "", "empty holds no *.yaml or *.yml file for trueup to apply"],
    [
      "value",
      "trueup",
      'tokenFrom: "glpat-abc"',
      '"glpat-abc" is no name of an environment variable: give the name, never the value',
    ],
  ])("is an error of the program that synthesizes: %s", async (name, directory, properties, message) => {
    const root = project(`wrong-${name}`, directory, properties);
    if (name === "nothing") rmSync(join(root, directory), { recursive: true });
    if (name === "empty") rmSync(join(root, directory, "topics.yaml"));
    const { code, said } = await runProgram(root);
    expect(code).toBe(1);
    expect(said).toContain(message);
  });
});
