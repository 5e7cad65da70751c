import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { JsonObject } from "../../src/core/json.js";
import { kindOf, placedKinds, topParent } from "../../src/core/kind.js";
import { kinds as registered } from "../../src/program/kinds.js";
import { emulator } from "../harness/built.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const secrets = {
  ACME_SPAM_KEY: "spam-key-of-the-examples-test",
  ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/of-the-examples-test",
};

/** What the company's own defaults need: they are more open than the platform's. */
const openDefaults = ["--ack", "weakening:application_settings"];

/** The kinds that have a small example. */
const shownKinds = readdirSync(join(top, "examples/kinds")).flatMap((file) =>
  file.endsWith(".yaml") ? [file.replace(/\.yaml$/, "")] : [],
);

/** Those of them that documents know too, not real servers alone. */
const documentedKinds = shownKinds.filter((kind) => kindOf(registered, kind).dialect !== "vendor");

/** The variables of the environment that files refer to. */
function variablesOf(...files: readonly string[]): readonly string[] {
  const texts = files.map((file) => readFileSync(join(top, file), "utf8"));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = ""]) => name)))].sort();
}

/** Applies the files of a directory, with no variable set, to the built-in platform that is kept there, by as many calls as the plan says; the next plan must be empty. */
async function isBuiltWithEmulator(cwd: string, variables: readonly string[], more: readonly string[] = []): Promise<void> {
  const env = Object.fromEntries(variables.map((name) => [name, `value-of-${name.toLowerCase()}`]));
  const valid = await inProcess(["validate", "--strict"], { cwd, env });
  expect(valid.stdout, valid.stderr).toMatch(/ valid\.\n$/);
  const planned = await inProcess(["plan", "--emulator", "--json", ...more], { cwd });
  const { calls } = JSON.parse(planned.stdout) as { readonly calls: readonly unknown[] };
  const applied = await inProcess(["apply", "--emulator", "--yes", ...more], { cwd });
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  expect(applied.stdout).toMatch(new RegExp(`\\. ${calls.length} calls?;`));
  if (variables.length > 0) expect(applied.stderr).toContain("the built-in platform gets made-up values");
  const again = await inProcess(["plan", "--emulator", "--detailed-exitcode"], { cwd });
  expect(again.code, again.stdout + again.stderr).toBe(0);
}

describe("the company in examples/acme", () => {
  test("is built with --emulator as it stands, and is then as its files say", async () => {
    const cwd = directory();
    cpSync(join(top, "examples/acme"), join(cwd, "trueup"), { recursive: true });
    await isBuiltWithEmulator(cwd, Object.keys(secrets), openDefaults);
  });

  test("is built on an empty instance of the neutral dialect too, and is then as its files say", async () => {
    const server = await platform();
    const env = { ...server.env, ...secrets };
    const applied = await inProcess(["apply", "examples/acme", "--yes", ...openDefaults], { env });
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    const again = await inProcess(["drift", "examples/acme"], { env });
    expect(again.code, again.stdout + again.stderr).toBe(0);
  });

  test("has every kind that the small examples show and documents know", async () => {
    const server = await platform();
    const { stdout } = await inProcess(["plan", "examples/acme", "--json", ...openDefaults], {
      env: { ...server.env, ...secrets },
    });
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly { readonly kind: string }[] };
    expect([...new Set(changes.map((change) => change.kind))].sort()).toEqual(expect.arrayContaining(documentedKinds));
  });

  test("names every secret in .env.example", () => {
    const named = readFileSync(join(top, "examples/acme/.env.example"), "utf8").match(/^[A-Z_]+(?==)/gm);
    expect(named?.sort()).toEqual(Object.keys(secrets).sort());
  });
});

describe("what many projects have every day, in examples/everyday", () => {
  const files = ["examples/everyday/company.yaml", "examples/everyday/policy.yaml"];

  test("is built with --emulator as it stands, and is then as its files say; one more project has all of it by its name alone", async () => {
    const cwd = directory();
    cpSync(join(top, "examples/everyday"), join(cwd, "trueup"), { recursive: true });
    await isBuiltWithEmulator(cwd, variablesOf(...files));
    write(join(cwd, "trueup/one.yaml"), "projects: { acme/new: {} }\n");
    const planned = await inProcess(["plan", "--emulator", "--json"], { cwd });
    const { changes } = JSON.parse(planned.stdout) as { readonly changes: readonly { readonly address: string }[] };
    const made = ["protected_branch", "protected_tag", "push_rules", "hook", "pipeline_schedule", "repository_file"];
    for (const kind of ["project", ...made])
      expect(changes.map(({ address }) => address)).toContainEqual(expect.stringMatching(`^${kind}:acme/new(:|$)`));
    expect(changes.every(({ address }) => address.includes("acme/new"))).toBe(true);
  });

  test("names every secret in .env.example", () => {
    const named = readFileSync(join(top, "examples/everyday/.env.example"), "utf8").match(/^[A-Z_]+(?==)/gm);
    expect(named?.sort()).toEqual(variablesOf(...files));
  });
});

describe("the small examples", () => {
  test("show every kind under all that it may hang on", () => {
    const missing = placedKinds(registered).filter(({ name, parent, file }) => {
      if (!shownKinds.includes(name)) return true;
      const said = parse(readFileSync(join(top, `examples/kinds/${name}.yaml`), "utf8")) as Record<string, JsonObject>;
      const holders = parent === topParent ? [said] : Object.values(said[`${parent}s`] ?? {});
      return !holders.some((holder) => Object.hasOwn(holder as JsonObject, file));
    });
    expect(missing.map(({ name, parent }) => `${name} of ${parent}`)).toEqual([]);
    expect(shownKinds).toEqual([...registered.keys()].sort());
  });

  test.each(shownKinds)("%s, as its page shows it, is built with --emulator, and is then as its file says", async (kind) => {
    const [, shown = ""] =
      /^## Example\n\n```yaml\n(.*?)^```$/ms.exec(readFileSync(join(top, `docs/kinds/${kind}.md`), "utf8")) ?? [];
    const file = readFileSync(join(top, `examples/kinds/${kind}.yaml`), "utf8");
    expect(shown).toBe(file.slice(file.indexOf("\n") + 1));
    const cwd = directory({ "trueup/example.yaml": shown });
    cpSync(join(top, "examples/kinds/assets"), join(cwd, "trueup/assets"), { recursive: true });
    await isBuiltWithEmulator(cwd, variablesOf(`examples/kinds/${kind}.yaml`));
  });
});

/** What a file declares at the top, under one of its keys. */
function declaredIn(text: string, key: string): JsonObject {
  return (parse(text) as Readonly<Record<string, JsonObject>>)[key] ?? {};
}

describe("the introductions of the kinds", () => {
  const introduced = readdirSync(join(top, "src/kinds")).filter((file) => file.endsWith(".md"));
  const examples = introduced.flatMap((file) =>
    [...readFileSync(join(top, "src/kinds", file), "utf8").matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = ""], at) => ({
      name: `${file}, example ${at + 1}`,
      text,
    })),
  );

  test("are there for the kinds that people begin with, each with one to three examples", () => {
    expect(introduced.length).toBeGreaterThanOrEqual(10);
    const counts = introduced.map((file) => examples.filter(({ name }) => name.startsWith(`${file},`)).length);
    expect(counts.every((count) => count >= 1 && count <= 3)).toBe(true);
  });

  test.each(examples)("$name is built with --emulator next to its groups, and is then as its file says", async ({ text }) => {
    const groups = Object.entries({ acme: "Acme", "acme/platform": "Platform" }).filter(
      ([path]) => !Object.hasOwn(declaredIn(text, "groups"), path),
    );
    const company = { groups: Object.fromEntries(groups.map(([path, name]) => [path, { name, visibility: "private" }])) };
    const cwd = directory({ "trueup/example.yaml": text, "trueup/company.yaml": stringify(company) });
    const variables = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = ""]) => name);
    await isBuiltWithEmulator(cwd, variables);
  });
});

test("the demo goes as told", { tags: ["nightly"] }, async () => {
  const child = spawn(process.execPath, ["scripts/demo.mjs"], { cwd: top, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = await once(child, "close");
  expect(code, said).toBe(0);
  expect(said).toContain("That is all");
});

describe("examples/seed.yaml", () => {
  test("is what an emulator can begin with, and what its schema says", async () => {
    const { call } = await emulator(["--seed", join(top, "examples/seed.yaml")]);
    expect(await call("GET", "/projects/garden%2Ftools%2Frake")).toMatchObject({ topics: ["rust"], default_branch: "main" });
    expect(await call("GET", "/users?username=zoe")).toMatchObject([{ name: "Zoe Zimmer" }]);
    const { stdout } = await inProcess(["schema", "seed"]);
    const keys = Object.keys((JSON.parse(stdout) as { properties: object }).properties);
    expect(keys).toEqual(expect.arrayContaining(["users", "groups", "projects", "commits", "tags"]));
  });
});
