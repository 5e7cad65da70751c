import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { trueup } from "../harness/built.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { startPlatform } from "../emulator/platform.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { describeTerraform, terraform } from "../terraform/command.js";
import { startProviderFor } from "../terraform/installation.js";
import { comparable, coreNames, packagesOf, type CoreName } from "./cores.js";

const run = promisify(execFile);
const { app: appCommand } = JSON.parse(readFileSync(join(top, "cdktf.json"), "utf8")) as { readonly app: string };
const installs: PackedInstall[] = [];
afterAll(() => installs.forEach((install) => install.remove()));

/** The stack that a run of the example left in a directory. */
function stackOf(directory: string): JsonObject {
  const json: unknown = JSON.parse(readFileSync(join(directory, "cdktf.out/stacks/acme/cdk.tf.json"), "utf8"));
  if (!isObject(json)) throw new Error("a stack is an object");
  return json;
}

/** Compiles and runs the example, for the core that is named, in a directory where npm installed it with trueup. */
async function runIn(core: CoreName): Promise<JsonObject> {
  const install = await installPacked(packagesOf(core));
  installs.push(install);
  const { place } = install;
  mkdirSync(join(place, "examples"));
  cpSync(join(top, "examples/acme"), join(place, "examples/acme"), { recursive: true });
  cpSync(join(top, "cdktf.json"), join(place, "cdktf.json"));
  const sources = readdirSync(join(top, "examples/cdktf")).filter((name) => name.endsWith(".ts"));
  for (const name of sources) {
    const text = readFileSync(join(top, "examples/cdktf", name), "utf8");
    writeFileSync(join(place, name), text.replaceAll(/"(trueup\/)?cdktn"/g, `"$1${core}"`));
  }
  const options = {
    noEmit: false,
    skipLibCheck: true,
    outDir: "dist",
    module: "nodenext",
    moduleResolution: "nodenext",
  };
  expect(await install.compile(sources, options)).toBe("");
  await run(process.execPath, ["dist/main.js"], { cwd: place });
  return stackOf(place);
}

describe("examples/cdktf", () => {
  it("compiles against both cores, and both synthesize the same JSON", async () => {
    const stacks: JsonObject[] = [];
    for (const core of coreNames) stacks.push(comparable(await runIn(core)));
    expect(stacks[1]).toEqual(stacks[0]);
  });

  it("is what the command in cdktf.json makes, in the repository as it is built", async () => {
    await run("/bin/sh", ["-c", appCommand], { cwd: top });
    const { resource } = stackOf(top);
    const examples = readdirSync(join(top, "examples/kinds")).filter((file) => file.endsWith(".yaml"));
    const shown = examples.map((file) => `trueup_${file.replace(/\.yaml$/, "")}`);
    expect(Object.keys(isObject(resource) ? resource : {})).toEqual(expect.arrayContaining(shown));
  });
});

/** What the company's secrets are, for the files and for Terraform. */
const secrets = {
  ACME_SPAM_KEY: "spam-key-of-the-constructs-test",
  ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/of-the-constructs-test",
};

describeTerraform("examples/cdktf with the real terraform", () => {
  it("builds the company of examples/acme on an empty instance: Terraform then plans nothing, and its files neither", async () => {
    const { url, token } = await startPlatform({ seed: "none" });
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
    for (const args of [["init"], ["apply", "-auto-approve"], ["plan", "-detailed-exitcode"]]) {
      const done = await terraform([...args, "-input=false", "-no-color"], place, env);
      expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    }
    const drift = await trueup(["drift", "examples/acme"], { env: { ...server, ...secrets } });
    expect(drift.code, drift.stdout + drift.stderr).toBe(0);
    const state = readFileSync(join(place, "terraform.tfstate"), "utf8");
    for (const secret of [token, ...Object.values(secrets)]) expect(state).not.toContain(secret);
  });
});

function withoutBackend(terraform: Json | undefined): JsonObject {
  const { backend: _, ...others } = isObject(terraform) ? terraform : {};
  return others;
}
