import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { ownPlatform } from "../../src/cli/provider-mirror.js";
import type { JsonObject } from "../../src/core/json.js";
import { fromStateJson } from "../../src/terraform/cty/json.js";
import { BigNumber } from "../../src/terraform/cty/value.js";
import { directory, write } from "../harness/directory.js";
import { missing, testUnless } from "../needs.js";
import { takesAll } from "../ring.js";
import { describeTerraform, terraform, type TerraformRun } from "./command.js";
import { startProvider } from "./core-client.js";
import { thing } from "./echo-service.js";
import { bundleEcho } from "./echo.js";
import { mirrorConfiguration } from "./installation.js";
import { isRunning } from "./running.js";

const echo = bundleEcho();
afterAll(() => echo.remove());

/** A directory for Terraform, with things of the echo provider, and what leads Terraform to it. */
interface Ground {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  run(...words: readonly string[]): Promise<TerraformRun>;
}

function ground(
  things: Readonly<Record<string, JsonObject>>,
  cliConfiguration = overridden,
  more: Readonly<Record<string, string>> = {},
): Ground {
  const place = directory({
    "main.tf.json": JSON.stringify({
      terraform: { required_providers: { echo: { source: "trueup/echo", version: ">= 0" } } },
      resource: { echo_thing: things },
    }),
    "terraform.rc": cliConfiguration,
  });
  const environment = { ...more, TF_CLI_CONFIG_FILE: join(place, "terraform.rc") };
  return { directory: place, environment, run: async (...words) => terraform([...words, "-no-color"], place, environment) };
}

const overridden = `provider_installation {
  dev_overrides { "trueup/echo" = ${JSON.stringify(echo.directory)} }
  direct {}
}`;

/** The attributes of a thing in the state, exactly. */
function stateOf(place: string, name: string) {
  const text = readFileSync(join(place, "terraform.tfstate"), "utf8");
  const { resources } = JSON.parse(text) as {
    readonly resources: readonly { readonly name: string; readonly instances: readonly JsonObject[] }[];
  };
  if (!resources.some((one) => one.name === name)) return undefined;
  const [, attributes = ""] = new RegExp(`"name": "${name}"[^]*?"attributes": (\\{[^]*?\\n {10}\\})`).exec(text) ?? [];
  return fromStateJson(attributes, thing);
}

/** Applies in a group of processes of its own, as a terminal does, and waits until a thing is being made. */
async function applying(
  place: Ground,
): Promise<{ readonly child: ChildProcess; readonly pid: number; readonly output: () => string }> {
  const child = spawn("terraform", ["apply", "-auto-approve", "-no-color"], {
    cwd: place.directory,
    env: { PATH: process.env["PATH"], HOME: place.directory, CHECKPOINT_DISABLE: "1", ...place.environment },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => void (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/slow: Creating\.\.\./);
  return { child, pid: child.pid ?? 0, output: () => said };
}

const plain = { text: "héllo – 世界 👩‍👩‍👧 \u202e", number: 42 };

describeTerraform("the plugin under the real Terraform", () => {
  it("is found in a filesystem mirror: init, apply and an empty plan", async () => {
    const mirror = directory();
    const target = join(mirror, "registry.terraform.io/trueup/echo/1.2.3", ownPlatform());
    mkdirSync(target, { recursive: true });
    cpSync(echo.executable, join(target, "terraform-provider-echo_v1.2.3"));
    cpSync(join(echo.directory, "package.json"), join(target, "package.json"));
    const place = ground({ a: plain }, mirrorConfiguration(mirror));
    expect(await place.run("init")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await place.run("apply", "-auto-approve")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(stateOf(place.directory, "a")).toMatchObject(plain);
    expect((await place.run("plan", "-detailed-exitcode")).exitCode).toBe(0);
  });

  it("serves several commands that attach to it, and lives on", async () => {
    const provider = await startProvider(echo.executable, { arguments: ["--debug"] });
    const [, reattach = ""] = /^TF_REATTACH_PROVIDERS='(.*)'$/m.exec(provider.stdout()) ?? [];
    const place = ground({ a: plain }, "", { TF_REATTACH_PROVIDERS: reattach });
    expect(await place.run("apply", "-auto-approve")).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await place.run("plan", "-detailed-exitcode")).exitCode).toBe(0);
    expect(stateOf(place.directory, "a")).toMatchObject({ id: `echo of ${provider.process.pid}` });
  });

  it("speaks without TLS where Terraform is told so", async () => {
    const place = ground({ a: plain }, overridden, { TF_DISABLE_PLUGIN_TLS: "1" });
    expect(await place.run("apply", "-auto-approve")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("loses no digit, no letter and no megabyte: the next plan is empty", async () => {
    const big = { text: "é".repeat(takesAll ? 3_000_000 : 500_000), number: 0.1 };
    const place = ground({
      a: plain,
      big,
      wide: { number: "9007199254740993" },
      tiny: { number: "1e-30" },
      any: { any: { a: [1, "b", 0.1, null] } },
    });
    expect(await place.run("apply", "-auto-approve")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(stateOf(place.directory, "a")).toMatchObject(plain);
    expect(stateOf(place.directory, "big")).toMatchObject(big);
    expect(stateOf(place.directory, "wide")).toMatchObject({ number: new BigNumber("9007199254740993") });
    expect(await place.run("plan", "-detailed-exitcode")).toMatchObject({ exitCode: 0 });
  });

  it("does not lose what is being made when Ctrl-C ends an apply", async () => {
    const place = ground({ slow: { text: "kept", wait: 1500 } });
    const { child, pid, output } = await applying(place);
    process.kill(-pid, "SIGINT");
    await once(child, "close");
    expect(output()).toContain("Gracefully shutting down");
    expect(stateOf(place.directory, "slow")).toMatchObject({ text: "kept" });
  });

  testUnless(missing("pgrep"), "leaves no process behind when Terraform is killed", async () => {
    const { child, pid } = await applying(ground({ slow: { wait: 600_000 } }));
    const providers = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
    expect(providers.filter(isRunning)).not.toEqual([]);
    child.kill("SIGKILL");
    await expect.poll(() => providers.filter(isRunning), { timeout: 60_000 }).toEqual([]);
  });

  it("shows an error of the provider with its words and without a secret, also at TRACE, and a crash as a crash", async () => {
    const secret = "sesame-open-1234";
    for (const [act, words] of [
      ["secret print throw", "thrown: [secret]"],
      ["secret print crash", "crashed: [secret]"],
    ]) {
      const place = ground({ a: { text: "${var.secret}", act: act ?? "" } }, overridden, {
        TF_LOG_PROVIDER: "TRACE",
        TF_VAR_secret: secret,
      });
      write(
        join(place.directory, "variables.tf.json"),
        JSON.stringify({ variable: { secret: { type: "string", sensitive: true } } }),
      );
      const { exitCode, stdout, stderr } = await place.run("plan");
      expect(exitCode).toBe(1);
      expect(stderr).toContain(words);
      expect(stderr).toMatch(/\[INFO\] +\S+: logged \[secret\]/);
      expect(`${stdout}${stderr}`).not.toContain(secret);
    }
  });

  it("plans 36 times, and so shakes hands more than a hundred times, without one failure", { tags: ["nightly"] }, async () => {
    const rows = Array.from({ length: 4 }, () => ground({ a: plain }));
    await Promise.all(
      rows.map(async (place) => {
        for (let count = 0; count < 9; count += 1) {
          expect(await place.run("plan", "-detailed-exitcode", "-lock=false")).toMatchObject({ exitCode: 2, stderr: "" });
        }
      }),
    );
  });
});
