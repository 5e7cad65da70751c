// @module-tag nightly
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { openPlayground, servers } from "../export/playground.js";
import { drawn } from "../export/runs.js";
import { anyStep } from "../export/steps.js";
import { walk } from "../export/walk.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { describeTerraform, terraform } from "./command.js";
import { startProviderFor } from "./installation.js";

/** Runs terraform with a provider, every variable of the configuration filled in; it must succeed. */
async function run(provider: Readonly<Record<string, string>>, where: string, ...args: readonly string[]): Promise<string> {
  const names = (await readFile(join(where, "variables.tf"), "utf8").catch(() => "")).matchAll(/^variable "(\w+)"/gm);
  const variables = Object.fromEntries([...names].map(([, name = ""]) => [`TF_VAR_${name}`, "a-value-of-this-test"]));
  const { exitCode, stdout, stderr } = await terraform([...args, "-no-color"], where, { ...variables, ...provider });
  expect(exitCode, stdout + stderr).toBe(0);
  return stdout;
}

/** What a plan would change, without what it says of imports. */
function changesIn(plan: string): string {
  const changed = plan
    .split(/\n(?= {2}# )/)
    .filter((part) => !/^ {2}# \S+ will be imported$/m.test(part) && part.startsWith("  # "));
  return changed.join("\n").slice(0, 6000);
}

const cases = servers.flatMap((server) =>
  drawn(fc.array(anyStep(server), { minLength: 150, maxLength: 150 })).map((one) => ({ ...one, ...server })),
);

describeTerraform("an instance that random changes made", () => {
  it.each(cases)(
    "is imported as its export says, and nothing changes ($tier, $dialect, $version, seed $seed)",
    async ({ value, tier, dialect, version }) => {
      const ground = await openPlayground({ tier, dialect, version });
      onTestFinished(() => ground.close());
      await walk(ground, value);
      const cwd = directory();
      const where = join(cwd, "terraform");
      const { env } = ground.platform;
      const exported = await inProcess(["export", "--format", "hcl-import"], { cwd, env });
      expect(exported.code, exported.stderr).toBe(0);
      await ground.secrets.expectNone(where);
      const provider = await startProviderFor(where, env);
      onTestFinished(() => provider.close());
      await run(provider.env, where, "fmt", "-check", "-diff");
      await run(provider.env, where, "init", "-input=false");
      const plan = await run(provider.env, where, "plan", "-input=false");
      expect(changesIn(plan)).toBe("");
      expect(plan).toMatch(/Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\./);
    },
    400_000,
  );
});
