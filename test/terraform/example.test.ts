// @module-tag nightly
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { top } from "../harness/command-line.js";
import { directory, expectNoSecretIn } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { describeTerraform, terraform } from "./command.js";
import { startProviderFor } from "./installation.js";

const webhook = "https://chat.example/hooks/of-the-terraform-example";

describeTerraform("examples/terraform", () => {
  it("applies as it stands to an empty instance, plans empty after that, keeps no secret, and can be destroyed", async () => {
    const where = directory();
    cpSync(join(top, "examples/terraform"), where, { recursive: true });
    const { env, call } = await platform({ dialect: "vendor", serverVersion: "19.0.0" });
    const provider = await startProviderFor(where, env);
    onTestFinished(() => provider.close());
    const run = async (...args: string[]): Promise<string> => {
      const around = { ...provider.env, TF_VAR_chat_webhook: webhook };
      const { exitCode, stdout, stderr } = await terraform([...args, "-no-color"], where, around);
      expect(exitCode, stdout + stderr).toBe(0);
      return stdout;
    };
    await run("init", "-input=false");
    await run("fmt", "-check", "-recursive");
    expect(await run("apply", "-input=false", "-auto-approve")).toContain('release = "19.0.0-ee"');
    expect(await run("plan", "-input=false", "-detailed-exitcode")).toContain("No changes");
    expect(await call("GET", "/projects/garden%2Fshop%2Fcheckout")).toMatchObject({ merge_method: "ff" });
    const rules = (await call("GET", "/projects/garden%2Fshop%2Fcheckout/approval_rules")) as readonly JsonObject[];
    // They are made side by side, in any order.
    expect(new Map(rules.map((rule) => [rule["name"], rule["approvals_required"]]))).toEqual(
      new Map([
        ["Security", 2],
        ["Shop", 1],
      ]),
    );
    expectNoSecretIn(where, [webhook]);
    writeFileSync(join(where, "override.tf"), 'provider "trueup" {\n  deletion_protection = false\n}\n');
    expect(await run("destroy", "-input=false", "-auto-approve")).toContain("Destroy complete! Resources: 21 destroyed.");
  });
});
