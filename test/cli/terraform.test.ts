import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownPlatform } from "../../src/cli/provider-mirror.js";
import { shell, trueup } from "../harness/built.js";
import { json, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const bundle = readFileSync(join(top, "dist/provider/terraform-provider-trueup"));
const manifest = json(readFileSync(join(top, "package.json"), "utf8")) as { readonly version: string };
const below = (platform: string): string => join("registry.terraform.io/trueup/trueup", manifest.version, platform);

describe("trueup terraform install", () => {
  it("lays the provider out where Terraform looks by itself, and says what a configuration needs", async () => {
    const home = directory();
    const { code, stdout, stderr } = await trueup(["terraform", "install"], { env: { HOME: home } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const installed = join(home, ".terraform.d/plugins", below(ownPlatform()));
    const file = join(installed, `terraform-provider-trueup_v${manifest.version}`);
    expect(readFileSync(file).equals(bundle)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o755);
    expect(json(readFileSync(join(installed, "package.json"), "utf8"))).toEqual({ type: "commonjs" });
    expect(readdirSync(installed)).toHaveLength(2);
    expect(readdirSync(join(home, ".terraform.d/plugins"))).toEqual(["registry.terraform.io"]);
    expect(stdout).toContain(`source  = "trueup/trueup"\n      version = "${manifest.version}"`);
    expect(stdout).not.toContain("filesystem_mirror");
  });

  it("makes a mirror for the platforms that are named, and says how Terraform is told of it", async () => {
    const cwd = directory();
    const words = ["terraform", "install", "--dir", "mirror", "--platform", "linux_amd64", "--platform", "darwin_arm64"];
    const { stdout } = await trueup(words, { cwd });
    for (const platform of ["linux_amd64", "darwin_arm64"]) {
      expect(existsSync(join(cwd, "mirror", below(platform), "package.json"))).toBe(true);
    }
    expect(stdout).toContain(`path    = ${JSON.stringify(join(cwd, "mirror"))}`);
    const again = await trueup([...words, "--json"], { cwd });
    expect(json(again.stdout)).toMatchObject({
      source: "trueup/trueup",
      installed: [
        { platform: "linux_amd64", change: "none" },
        { platform: "darwin_arm64", change: "none" },
      ],
    });
  });

  it("puts the new build in the place of another one of the same version, and says what becomes of locks", async () => {
    const cwd = directory();
    await trueup(["terraform", "install", "--dir", "."], { cwd });
    const file = join(cwd, below(ownPlatform()), `terraform-provider-trueup_v${manifest.version}`);
    writeFileSync(file, "another build");
    const { code, stdout, stderr } = await trueup(["terraform", "install", "--dir", "."], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("took the place of another build");
    expect(stderr).toContain(".terraform.lock.hcl has the hash of that one");
    expect(readFileSync(file).equals(bundle)).toBe(true);
  });

  it.each([
    ["no home", [], {}, "the environment names no home directory"],
    ["a platform that is none", ["--platform", "../../linux"], { HOME: "/nowhere" }, "`../../linux` is no platform of Terraform"],
    ["Windows", ["--platform", "windows_amd64"], { HOME: "/nowhere" }, "Windows Subsystem for Linux"],
    ["a file in its way", ["--dir", join(top, "package.json")], {}, "the provider cannot be written to"],
  ])("with %s says what is wrong and what to do, and writes nothing", async (_name, words, env, sentence) => {
    const { code, stdout, stderr } = await trueup(["terraform", "install", ...words], { cwd: directory(), env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
  });
});

describe("platforms", () => {
  it.each([
    ["linux", "x64", "linux_amd64"],
    ["linux", "ia32", "linux_386"],
    ["linux", "arm", "linux_arm"],
    ["darwin", "arm64", "darwin_arm64"],
    ["win32", "x64", "windows_amd64"],
    ["sunos", "x64", "solaris_amd64"],
    ["freebsd", "arm64", "freebsd_arm64"],
  ])("%s on %s is %s to Terraform", (platform, processor, name) => {
    expect(ownPlatform(platform, processor)).toBe(name);
  });
});

describe("trueup terraform dev-override", () => {
  it("prints a CLI configuration that leads Terraform to the bundle of this installation", async () => {
    const { stdout } = await trueup(["terraform", "dev-override"]);
    const [, place = ""] = /dev_overrides \{\n +"trueup\/trueup" = (".*")\n/.exec(stdout) ?? [];
    expect(existsSync(join(String(json(place)), "terraform-provider-trueup"))).toBe(true);
  });
});

describe("the package", () => {
  it("ships the provider as two files that need nothing beside them", () => {
    const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: top, encoding: "utf8" });
    const [{ files }] = json(packed) as [{ readonly files: readonly { readonly path: string; readonly mode: number }[] }];
    const provider = files.filter(({ path }) => path.startsWith("dist/provider/"));
    expect(provider.map(({ path }) => path).sort()).toEqual([
      "dist/provider/package.json",
      "dist/provider/terraform-provider-trueup",
    ]);
    expect(provider.find(({ path }) => !path.endsWith(".json"))?.mode).toBe(0o755);
    expect(files.map(({ path }) => path)).toContain("dist/THIRD-PARTY-LICENSES.txt");
  });

  it("ships the licenses of all whose code is in the package", () => {
    const text = readFileSync(join(top, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    const [, ...entries] = text.split(/\n\n(?=\S+ [\d.]+ \([^)]+\)\n)/);
    const terms = new Map(entries.map((entry) => [entry.split(" ")[0], entry]));
    expect([...terms.keys()]).toEqual(
      expect.arrayContaining(["@grpc/grpc-js", "commander", "graphql", "hono", "protobufjs", "undici", "yaml"]),
    );
    for (const [name, text] of terms) expect(text.length, name).toBeGreaterThan(400);
    expect(terms.get("@grpc/grpc-js")).toContain("Apache License");
    expect(terms.get("terraform-plugin-go")).toContain("Mozilla Public License, version 2.0");
  });

  it("has a provider that names its way in where somebody starts it by hand", async () => {
    const { code, stderr } = await shell(`"${join(top, "dist/provider/terraform-provider-trueup")}"`);
    expect(code).toBe(1);
    expect(stderr).toContain("which Terraform starts by itself");
  });
});
