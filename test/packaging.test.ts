import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { top } from "./harness/command-line.js";
import { type Directory, openDirectory, write } from "./harness/directory.js";
import { startProvider } from "./terraform/core-client.js";

const run = promisify(execFile);

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly entryCount: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the build as it is. */
async function pack(...words: readonly string[]): Promise<Packed> {
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", ...words], { cwd: top });
  const [packed] = JSON.parse(stdout) as [Packed];
  return packed;
}

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const manifest = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as Manifest;

test("each package of the lock file has an integrity hash, and none names a registry", () => {
  const text = readFileSync("package-lock.json", "utf8");
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  const locked = Object.entries(packages).filter(([path, { link }]) => path !== "" && link !== true);
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  expect(text).not.toContain('"resolved"');
});

describe("what npm packs", () => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await pack("--dry-run");
  });

  test("is 3 MB and 600 files at most", () => {
    expect(packed.size).toBeLessThanOrEqual(3_000_000);
    expect(packed.entryCount).toBeLessThanOrEqual(600);
  });

  test("has each file that package.json names", () => {
    const exported = Object.values(manifest.exports).flatMap((place) => (typeof place === "string" ? [] : Object.values(place)));
    const named = [...Object.values(manifest.bin), ...exported].map((path) => path.replace("./", ""));
    const paths = packed.files.map(({ path }) => path);
    expect(named).toHaveLength(7);
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("has types for the public entries alone", () => {
    const types = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".d.ts"));
    expect(types.sort()).toEqual(["dist/cdktf/cdktf.d.ts", "dist/cdktn/index.d.ts", "dist/client/index.d.ts"]);
  });

  test("names no path of the machine that built it", () => {
    const texts = packed.files.filter(({ path }) => path.startsWith("dist/") && !path.endsWith(".br"));
    expect(texts.filter(({ path }) => readFileSync(join(top, path), "utf8").includes(top)).map(({ path }) => path)).toEqual([]);
  });

  test("installs no other package, but for the cores of constructs that a program has already", () => {
    expect(manifest.dependencies ?? {}).toEqual({});
    expect(manifest.optionalDependencies ?? {}).toEqual({});
    const required = Object.keys(manifest.peerDependencies).filter(
      (name) => manifest.peerDependenciesMeta[name]?.optional !== true,
    );
    expect(required).toEqual([]);
  });
});

describe("the package, installed in an empty directory", () => {
  let place: Directory;
  const command = () => join(place.path, "node_modules/.bin/trueup");
  /** No variable and no program of whoever tests is there, but Node and what a system has. */
  const env = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: place.path,
    ...more,
  });
  const trueup = async (...words: readonly string[]) => run(command(), words, { cwd: place.path, env: env() });

  beforeAll(async () => {
    place = openDirectory({ "package.json": '{ "type": "module", "private": true }\n' });
    const { filename } = await pack("--pack-destination", place.path);
    const words = ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`];
    await run("npm", words, { cwd: place.path, env: { ...env(), npm_config_cache: join(place.path, ".npm") } });
  });
  afterAll(() => place.close());

  test("is alone there", () => {
    expect(readdirSync(join(place.path, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["trueup"]);
  });

  test("says its version, makes a first file, validates it, and plans on the platform that is built in", async () => {
    expect((await trueup("--version")).stdout).toBe(`${manifest.version}\n`);
    await trueup("init", "files");
    expect(existsSync(join(place.path, "files"))).toBe(true);
    expect((await trueup("validate", "files")).stdout).toMatch(/valid\.\n$/);
    expect((await trueup("plan", "files", "--emulator")).stdout).toMatch(/Plan: [1-9]\d* to create/);
    cpSync(join(top, "examples/acme"), join(place.path, "acme"), { recursive: true });
    expect((await trueup("validate", "acme")).stdout).toMatch(/^\d\d things in 13 files: valid\.$/m);
    expect((await trueup("schema", "topic")).stdout).toContain('"title"');
  });

  test("has an emulator, and a client that speaks to it", async () => {
    const child = spawn(command(), ["emulator", "--json"], { cwd: place.path, env: env(), stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
      const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
      write(
        join(place.path, "program.mjs"),
        `import { createClient } from "trueup/client";
const client = createClient({ url: process.env.URL, token: process.env.TOKEN });
const { data } = await client.request("POST /topics", { name: "packed", title: "Packed" });
console.log(data.title);
await client.close();
`,
      );
      const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: place.path, env: env({ URL: url, TOKEN: token }) });
      expect(stdout).toBe("Packed\n");
      const query = await fetch(`${url}/api/graphql`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "PRIVATE-TOKEN": token },
        body: JSON.stringify({ query: "{ __typename }" }),
      });
      expect(await query.json()).toEqual({ data: { __typename: "Query" } });
    } finally {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  });

  test.each([
    ["cdktf", "trueup/cdktf"],
    ["cdktn", "trueup/cdktn"],
  ])("has constructs for %s, from CommonJS and from ESM alike", async (core, entry) => {
    for (const name of [core, "constructs"]) {
      const link = join(place.path, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(join(top, "node_modules", name), link);
    }
    const text = `import { createRequire } from "node:module";
import { Testing } from "${core}";
import { Topic, TrueupProvider } from "${entry}";
const load = createRequire(import.meta.url);
const { TerraformStack } = load("${core}");
const stack = new TerraformStack(Testing.app(), "packed");
new TrueupProvider(stack, "provider");
new Topic(stack, "topic", { name: "packed", title: "Packed" });
console.log(load("${entry}").Topic === Topic, Topic.name, JSON.stringify(JSON.parse(Testing.synth(stack)).resource.trueup_topic));
`;
    write(join(place.path, `${core}.mjs`), text);
    const { stdout } = await run(process.execPath, ["--preserve-symlinks", `${core}.mjs`], { cwd: place.path, env: env() });
    expect(stdout).toBe('true Topic {"topic":{"name":"packed","title":"Packed"}}\n');
  });

  test("has a Terraform provider that shakes hands", async () => {
    await trueup("terraform", "install", "--dir", "mirror");
    const files = readdirSync(join(place.path, "mirror"), { recursive: true, encoding: "utf8" });
    const provider = files.find((name) => /terraform-provider-trueup_v[\d.]+$/.test(name)) ?? "";
    const started = await startProvider(join(place.path, "mirror", provider), { environment: env() });
    expect(started.stdout()).toMatch(/^1\|6\|unix\|\/[^|]+\|grpc\|/);
  });
});
