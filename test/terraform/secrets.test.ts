import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform, type TerraformRun } from "./command.js";
import { readPlanFile } from "./plan-file.js";
import { WorkingDirectory } from "./working-directory.js";

const secrets = {
  hook: "https://hooks.example.com/the-hook-that-stands-nowhere",
  changed: "https://hooks.example.com/the-other-hook-that-stands-nowhere",
  proxy: "the-proxy-key-that-stands-nowhere",
  password: "the-password-that-stands-nowhere",
};

let ground: Playground;
let directory: WorkingDirectory;
beforeEach(async () => {
  ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.5.0" });
});
afterEach(async () => {
  await directory.close();
  await ground.close();
});

/** Terraform writes down what a provider says that it started itself, and nothing of one that runs already. */
async function openWithOwnProvider(): Promise<WorkingDirectory> {
  return WorkingDirectory.open({ url: "https://elsewhere.invalid", token: "" }, "filesystem_mirror");
}

/** A configuration in which every secret comes from an ephemeral variable, which Terraform keeps nowhere. */
const configuration = (url: string, version: number, tail = ""): string => `
variable "token" {
  type      = string
  ephemeral = true
}
variable "hook" {
  type      = string
  ephemeral = true
}
variable "proxy" {
  type      = string
  ephemeral = true
}
variable "password" {
  type      = string
  ephemeral = true
}
provider "trueup" {
  url   = "${url}"
  token = var.token
}
resource "trueup_application_settings" "it" {
  asset_proxy_enabled    = true
  asset_proxy_url        = "https://proxy.example.com"
  asset_proxy_secret_key = var.proxy
}
resource "trueup_integration" "chat" {
  project = "acme/base"
  discord = {
    webhook         = var.hook
    webhook_version = ${version}
  }
}
resource "trueup_integration" "tracker" {
  project = "acme/base"
  bamboo = {
    buildserver_url = "https://builds.example.com"
    build_key  = "ACME-WEB"
    username   = "robot"
    password   = var.password
  }
}
data "trueup_api" "settings" {
  path       = "/application/settings"
  depends_on = [trueup_application_settings.it]
}
data "trueup_integration" "chat" {
  project    = trueup_integration.chat.project
  slug       = "discord"
  depends_on = [trueup_integration.chat]
}
${tail}`;

/** All that terraform and the provider left: files of the directory, what a plan file holds, and what was printed. */
async function traces(runs: readonly TerraformRun[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map(runs.map(({ stdout, stderr }, index) => [`output ${index}`, stdout + stderr]));
  for (const entry of await readdir(directory.path, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes("/.terraform/")) continue;
    const content = await readFile(path);
    found.set(path, content.toString("latin1"));
    if (entry.name.startsWith("planned"))
      for (const [name, inner] of readPlanFile(content)) found.set(`${path}: ${name}`, inner.toString("latin1"));
  }
  return found;
}

function expectNoneIn(all: ReadonlyMap<string, string>): void {
  const hidden = [...Object.values(secrets), ground.platform.token];
  const leaks = [...all].flatMap(([name, text]) => hidden.filter((one) => text.includes(one)).map((one) => `${name}: ${one}`));
  expect(leaks).toEqual([]);
}

describeTerraform("secrets", () => {
  it("stand in no state, no plan file, no log at TRACE and no output, and a higher version sends them again", async () => {
    directory = await openWithOwnProvider();
    const env = {
      TF_LOG: "TRACE",
      TF_LOG_PATH: join(directory.path, "trace.log"),
      TF_VAR_token: ground.platform.token,
      TF_VAR_hook: secrets.hook,
      TF_VAR_proxy: secrets.proxy,
      TF_VAR_password: secrets.password,
    };
    const runs: TerraformRun[] = [];
    const run = async (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<void> => {
      runs.push(await directory.mustRun(words, { ...env, ...more }));
    };
    await directory.write({ "main.tf": configuration(ground.platform.url, 1) });
    await run(["plan", "-out=planned"]);
    await run(["apply", "planned"]);
    await run(["plan", "-detailed-exitcode"]);
    await directory.write({ "main.tf": configuration(ground.platform.url, 2) });
    await run(["plan", "-out=planned-again"], { TF_VAR_hook: secrets.changed });
    await run(["apply", "planned-again"], { TF_VAR_hook: secrets.changed });
    await run(["show", "-json"]);
    const all = await traces(runs);
    expect([...all.keys()].filter((name) => name.endsWith("tfplan"))).toHaveLength(2);
    expect(all.get(join(directory.path, "trace.log"))).toContain("PUT /projects/");
    expectNoneIn(all);
    const { routes } = await ground.platform.requests();
    const sent = Object.entries(routes).filter(([route]) => /^PUT .*integrations/.test(route));
    expect(sent.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
  });

  it("stand in no message where the platform refuses them or cannot be reached", { tags: ["nightly"] }, async () => {
    directory = await openWithOwnProvider();
    const env = { TF_LOG: "TRACE", TF_LOG_PATH: join(directory.path, "trace.log") };
    const variables = {
      TF_VAR_token: ground.platform.token,
      TF_VAR_hook: secrets.password,
      TF_VAR_proxy: secrets.proxy,
      TF_VAR_password: secrets.password,
    };
    await directory.write({ "main.tf": configuration(ground.platform.url, 1) });
    const refused = await directory.run(["apply", "-auto-approve"], { ...env, ...variables });
    const denied = await directory.run(["apply", "-auto-approve"], { ...env, ...variables, TF_VAR_token: secrets.hook });
    await ground.close();
    const unreached = await directory.run(["plan"], { ...env, ...variables, TRUEUP_BACKOFF_MS: "1" });
    expect([refused, denied, unreached].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    expectNoneIn(await traces([refused, denied, unreached]));
  });
});
