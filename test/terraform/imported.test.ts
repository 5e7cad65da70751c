import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { trueup } from "../e2e/program.js";
import { openPlayground, type Playground, servers } from "../export/playground.js";
import { drawn } from "../export/runs.js";
import { anyStep } from "../export/steps.js";
import { walk } from "../export/walk.js";
import { describeTerraform, terraform } from "./command.js";

let directory = "";
let grounds: Playground[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "trueup-imported-"));
});
afterEach(async () => {
  await Promise.all(grounds.map((ground) => ground.close()));
  grounds = [];
  await rm(directory, { recursive: true, force: true });
});

/** Runs terraform with the built provider on a platform, every variable of the configuration filled in; it must succeed. */
async function run(ground: Playground, where: string, ...args: readonly string[]): Promise<string> {
  const { url, token } = ground.platform;
  const names = (await readFile(join(where, "variables.tf"), "utf8").catch(() => "")).matchAll(/^variable "(\w+)"/gm);
  const variables = Object.fromEntries([...names].map(([, name = ""]) => [`TF_VAR_${name}`, "a-value-of-this-test"]));
  const around = { ...variables, TRUEUP_URL: url, TRUEUP_TOKEN: token, TF_CLI_CONFIG_FILE: join(directory, "terraformrc") };
  const { exitCode, stdout, stderr } = await terraform([...args, "-no-color"], where, around);
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
      grounds.push(ground);
      await walk(ground, value);
      const installed = await trueup(directory, {}, "terraform", "install", "--dir", join(directory, "mirror"));
      expect(installed.code, installed.stderr).toBe(0);
      const mirror = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(join(directory, "mirror"))}\n  }\n}\n`;
      await writeFile(join(directory, "terraformrc"), mirror);
      const where = join(directory, "terraform");
      const { url, token } = ground.platform;
      const exported = await trueup(directory, { TRUEUP_URL: url, TRUEUP_TOKEN: token }, "export", "--format", "hcl-import");
      expect(exported.code, exported.stderr).toBe(0);
      await ground.secrets.expectNone(where);
      await run(ground, where, "fmt", "-check", "-diff");
      await run(ground, where, "init", "-input=false");
      const plan = await run(ground, where, "plan", "-input=false");
      expect(changesIn(plan)).toBe("");
      expect(plan).toMatch(/Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\./);
    },
    400_000,
  );
});
