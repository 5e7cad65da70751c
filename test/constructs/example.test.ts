import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { kindOf } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { startPlatform } from "../emulator/platform.js";
import { trueup } from "../harness/built.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { describeTerraform, terraform } from "../terraform/command.js";
import { startProviderFor } from "../terraform/installation.js";
import { readPlanFile } from "../terraform/plan-file.js";

const run = promisify(execFile);
const { app: appCommand } = JSON.parse(readFileSync(join(top, "cdktf.json"), "utf8")) as { readonly app: string };

/** The stack that a run of the example left in a directory. */
function stackOf(directory: string): JsonObject {
  const json: unknown = JSON.parse(readFileSync(join(directory, "cdktf.out/stacks/acme/cdk.tf.json"), "utf8"));
  if (!isObject(json)) throw new Error("a stack is an object");
  return json;
}

describe("examples/cdktf", () => {
  it("is what the command in cdktf.json makes, in the repository as it is built", async () => {
    await run("/bin/sh", ["-c", appCommand], { cwd: top });
    const { resource } = stackOf(top);
    const examples = readdirSync(join(top, "examples/kinds")).filter((file) => file.endsWith(".yaml"));
    const documented = examples
      .map((file) => file.replace(/\.yaml$/, ""))
      .filter((kind) => kindOf(kinds, kind).dialect !== "vendor");
    const shown = documented.map((kind) => `trueup_${kind}`);
    expect(Object.keys(isObject(resource) ? resource : {})).toEqual(expect.arrayContaining(shown));
  });
});

/** What the company's secrets are, for the files and for Terraform. */
const secrets = {
  ACME_SPAM_KEY: "spam-key-of-the-constructs-test",
  ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/of-the-constructs-test",
};

describeTerraform("examples/cdktf with the real terraform", () => {
  it(
    "builds the company of examples/acme on an empty instance, with its secrets in no plan and no state: Terraform then plans nothing, and its files neither",
    { tags: ["nightly"] },
    async () => {
      const { url, token } = await startPlatform({ seed: "none", workerDelay: 1 });
      const place = directory();
      await run("/bin/sh", ["-c", appCommand], { cwd: top });
      cpSync(join(top, "cdktf.out/stacks/acme"), place, { recursive: true });
      // The state belongs to this test, not to the repository.
      const stack = stackOf(top);
      writeFileSync(join(place, "cdk.tf.json"), JSON.stringify({ ...stack, terraform: withoutBackend(stack["terraform"]) }));
      const server = { TRUEUP_URL: url, TRUEUP_TOKEN: token };
      const provider = await startProviderFor(place, server);
      onTestFinished(() => provider.close());
      const env = {
        ...provider.env,
        TF_VAR_spam_key: secrets.ACME_SPAM_KEY,
        TF_VAR_chat_webhook: secrets.ACME_CHAT_WEBHOOK,
      };
      const commands = [["init"], ["plan", "-out=planned"], ["apply", "planned"], ["plan", "-detailed-exitcode"]];
      for (const [command = "", ...args] of commands) {
        const done = await terraform([command, "-input=false", "-no-color", ...args], place, env);
        expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
      }
      const drift = await trueup(["drift", "examples/acme"], { env: { ...server, ...secrets } });
      expect(drift.code, drift.stdout + drift.stderr).toBe(0);
      const plan = [...readPlanFile(readFileSync(join(place, "planned"))).values()].map((content) => content.toString("latin1"));
      const kept = [...plan, readFileSync(join(place, "terraform.tfstate"), "utf8")].join("\n");
      expect(kept).toContain("trueup_application_settings");
      for (const secret of [token, ...Object.values(secrets)]) expect(kept).not.toContain(secret);
    },
  );
});

function withoutBackend(terraform: Json | undefined): JsonObject {
  const { backend: _, ...others } = isObject(terraform) ? terraform : {};
  return others;
}
