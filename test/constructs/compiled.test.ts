import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { secret } from "../../src/core/placeholders.js";
import { converted, declarations } from "../convert/files.js";
import { inProcess, top } from "../harness/command-line.js";
import { write } from "../harness/directory.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { sample } from "../ring.js";
import { comparable, coreNames, packagesOf, type CoreName } from "./cores.js";
import { pagePrograms } from "./page-programs.js";
import { typedProgram } from "./typed-program.js";

// All that people compile against the packed constructs, in one run of the compiler for each core, since that takes longer than all that is compiled.

const run = promisify(execFile);
/** The gate compiles for one; `npm run test:all` for both. */
const cores = sample(coreNames, 1);
const installs = new Map<CoreName, PackedInstall>();
/** What the compiler complains of, for each core. */
const complaints = new Map<CoreName, string>();

beforeAll(async () => {
  for (const core of cores) {
    const install = await installPacked(packagesOf(core));
    installs.set(core, install);
    const files = [...(await programs(install.place, core))];
    complaints.set(core, await install.compile(files, { noEmit: false, ...nodenext }));
  }
});
afterAll(() => installs.forEach((install) => install.remove()));

const nodenext = { module: "nodenext", moduleResolution: "nodenext" };

/** Writes the programs, each in a directory of its own with the files that it needs; answers the names of their sources. */
async function programs(place: string, core: CoreName): Promise<readonly string[]> {
  const sources: string[] = [];
  const put = (file: string, text: string): void => {
    write(join(place, file), text.replaceAll(/"(trueup\/)?cdktn"/g, `"$1${core}"`));
    sources.push(file);
  };
  put("typed/program.ts", typedProgram(core));
  put("typed/program.cts", typedProgram(core));

  const { common, old } = pagePrograms();
  put("page/program.ts", common);
  // NullReconcileRun is there for cdktf alone.
  if (core === "cdktf") put("page/old.ts", old);
  write(join(place, "page/trueup/topics.yaml"), "topics: { anvils: { title: Anvils } }\n");
  cpSync(join(top, "examples/acme/assets"), join(place, "page/pictures"), { recursive: true });

  for (const name of readdirSync(join(top, "examples/cdktf")).filter((file) => file.endsWith(".ts")))
    put(`example/${name}`, readFileSync(join(top, "examples/cdktf", name), "utf8"));
  cpSync(join(top, "examples/acme"), join(place, "example/examples/acme"), { recursive: true });

  for (const name of ["page", "example"]) cpSync(join(top, "cdktf.json"), join(place, name, "cdktf.json"));

  await inProcess(["convert", "--to", "cdktf", "--out", join(place, "converted"), "examples/acme"]);
  put("converted/main.ts", readFileSync(join(place, "converted/main.ts"), "utf8"));
  put("hostile/main.ts", converted(hostileThings(), "cdktf").files.get("main.ts") ?? "");
  return sources;
}

function installOf(core: CoreName): PackedInstall {
  const install = installs.get(core);
  if (install === undefined) throw new Error(`${core} is not installed`);
  return install;
}

/** Runs a compiled program in its directory; answers what it printed. */
async function runIn(core: CoreName, name: string, file: string): Promise<string> {
  const { place } = installOf(core);
  const { stdout, stderr } = await run(process.execPath, [join(place, name, file)], { cwd: join(place, name) });
  return stdout + stderr;
}

/** The stack that a program makes. */
async function stackOf(core: CoreName, name: string, stack: string): Promise<JsonObject> {
  await runIn(core, name, "main.js");
  const file = join(installOf(core).place, name, "cdktf.out/stacks", stack, "cdk.tf.json");
  const json: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isObject(json)) throw new Error("a stack is an object");
  return json;
}

/** All resources of a type, in a stack. */
function resourcesOf({ resource }: JsonObject, type: string): readonly JsonObject[] {
  const ofType = isObject(resource) ? resource[type] : undefined;
  return isObject(ofType) ? Object.values(ofType).filter(isObject) : [];
}

const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc
    .array(fc.constantFrom("${", "%{", "$", "%", "{", "}", "\\", "`", '"', "\n", "\u2028", "é", "x", "%{if true}", "*/", "//"), {
      minLength: 1,
    })
    .map((parts) => parts.join("")),
);

const samples = fc.sample(text, { numRuns: 150, seed: 11 }).map((one) => one.replaceAll(/\p{Cs}/gu, "\ufffd"));

function hostileThings() {
  return [
    ...declarations(
      Object.fromEntries(samples.map((one, index) => [`project:${one}/${index}`, { description: one, loose: { [one]: one } }])),
    ),
    ...declarations({
      "project:a/circle": {},
      "integration:a/circle:pumble": { webhook: secret("`$${x}\\${env:ROOM}") },
    }),
  ];
}

describe.each(cores)("programs with the constructs for %s", (core) => {
  it("compile with nothing skipped, as ESM and as CommonJS: docs/cdktf.md, examples/cdktf, what trueup convert writes, and every wrong property is an error", () => {
    expect(complaints.get(core)).toBe("");
  });

  // That the types themselves are sound is shown above.
  it.each([
    ["bundler", { module: "preserve", moduleResolution: "bundler", skipLibCheck: true }],
    ["node10", { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0", skipLibCheck: true }],
  ] as const)(
    "have types under moduleResolution %s too, and every wrong property is an error",
    { tags: ["nightly"] },
    async (_, options) => {
      expect(await installOf(core).compile(["typed/program.ts"], options)).toBe("");
    },
  );

  it("of docs/cdktf.md synthesize", async () => {
    expect(await runIn(core, "page", "program.js")).toBe("");
  });

  it("import the same classes by name in ESM and in CommonJS", async () => {
    const { place } = installOf(core);
    const names = "DataTrueupApi, DesiredState, Project, TrueupProvider";
    writeFileSync(
      join(place, "same.mjs"),
      `import { createRequire } from "node:module";
import { ${names} } from "trueup/${core}";
const required = createRequire(import.meta.url)("trueup/${core}");
console.log(Object.entries({ ${names} }).every(([name, value]) => typeof value === "function" && required[name] === value));
console.log(Object.keys(required).filter((name) => name.includes("Null")).join());
`,
    );
    const { stdout } = await run(process.execPath, ["same.mjs"], { cwd: place });
    expect(stdout).toBe(core === "cdktf" ? "true\nNullReconcileRun\n" : "true\n\n");
  });

  it("made of hostile texts say them as they are, and what Terraform would take for something is escaped", async () => {
    const stack = await stackOf(core, "hostile", "trueup");
    const meant = (one: unknown): string => String(one).replaceAll(/([$%])\1(?=\{)/g, "$1");
    const found = resourcesOf(stack, "trueup_project").filter(({ description }) => description !== undefined);
    expect(found.map(({ description }) => meant(description)).sort()).toEqual([...samples].sort());
    const keys = found.flatMap(({ unchecked }) => Object.keys(((unchecked as JsonObject)["loose"] ?? {}) as JsonObject));
    expect(keys.map(meant).sort()).toEqual([...samples].sort());
    expect(resourcesOf(stack, "trueup_integration")).toMatchObject([{ pumble: { webhook: "`$${x}\\${var.room}" } }]);
  });
});

describe("both cores", { tags: ["nightly"] }, () => {
  it("synthesize the same of examples/cdktf", async () => {
    expect(comparable(await stackOf("cdktn", "example", "acme"))).toEqual(comparable(await stackOf("cdktf", "example", "acme")));
  });

  it("synthesize the same of the example company as trueup convert writes it", async () => {
    const stack = comparable(await stackOf("cdktn", "converted", "trueup"));
    expect(stack).toEqual(comparable(await stackOf("cdktf", "converted", "trueup")));
    expect(resourcesOf(stack, "trueup_project")).toHaveLength(20);
    expect(resourcesOf(stack, "trueup_group")).toContainEqual(
      expect.objectContaining({ full_path: "${trueup_group.group_acme.full_path}/platform" }),
    );
  });
});
