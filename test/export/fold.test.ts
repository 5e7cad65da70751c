// @module-tag slow
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory, expectNoSecretIn } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

const password = "the-one-token-of-the-fold-test";
const settings = { merge_method: "ff", squash_option: "default_on", only_allow_merge_if_pipeline_succeeds: true };

/** A platform of projects with one merge policy, but for the last; the first ones have an integration with a secret. */
function company(count: number, options: Omit<EmulatorOptions, "seed"> = {}): Promise<RunningEmulator> {
  const projects = Array.from({ length: count }, (_, index) => ({
    path_with_namespace: `acme/app-${index}`,
    name: `App ${index}`,
    visibility: "private",
    attributes: { ...settings, ...(index === count - 1 ? { merge_method: "merge" } : {}) },
  }));
  const integrations = projects.slice(0, 20).map(({ path_with_namespace: project }) => ({
    project,
    slug: "drone-ci",
    settings: { ciserver_url: "https://ci.example", token: password },
  }));
  return platform({ ...options, seed: { groups: [{ full_path: "acme", name: "Acme" }], projects, integrations } });
}

/** The text of all YAML files of a directory. */
function textOf(place: string): string {
  const files = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
  return files.map((file) => readFileSync(join(place, file), "utf8")).join("\n");
}

/** The variables that files refer to, one for each reference. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = ""]) => name).toSorted();
}

const count = (text: string, part: string): number => text.split(part).length - 1;

test("of 60 projects with one merge policy no value stands twice, each secret that nobody shows has its own variable, and a default changes in one line", async () => {
  const server = await company(60);
  const cwd = directory();
  const { code, stdout, stderr } = await inProcess(
    ["export", "--fold", "--out", "files", "--kind", "project", "--kind", "integration"],
    {
      cwd,
      env: server.env,
      secrets: [password],
    },
  );
  expect(code, stdout + stderr).toBe(0);
  const text = textOf(join(cwd, "files"));
  for (const line of [
    "merge_method: ff",
    "squash_option: default_on",
    "only_allow_merge_if_pipeline_succeeds: true",
    "ci.example",
  ])
    expect(count(text, line), line).toBe(1);
  const names = referencesIn(text);
  expect(new Set(names).size).toBe(20);
  expect(names).toHaveLength(20);
  expect(
    readFileSync(join(cwd, "files/.env.example"), "utf8")
      .match(/^\w+(?==$)/gm)
      ?.toSorted(),
  ).toEqual(names);
  expectNoSecretIn(join(cwd, "files"), [password]);
  const policies = readFileSync(join(cwd, "files/policies.yaml"), "utf8");
  expect(readFileSync(join(top, "docs/policies.md"), "utf8")).toContain(policies.slice(policies.indexOf("version: 1")));

  const env = { ...server.env, ...Object.fromEntries(names.map((name) => [name, password])) };
  const planned = await inProcess(["plan", "files", "--detailed-exitcode"], { cwd, env });
  expect(planned.code, planned.stdout + planned.stderr).toBe(0);

  const file = join(cwd, "files/policies.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("merge_method: ff", "merge_method: rebase_merge"));
  const changed = await inProcess(["plan", "files", "--json"], { cwd, env });
  const { changes } = JSON.parse(changed.stdout) as { readonly changes: readonly unknown[] };
  expect(changes).toHaveLength(59);
});

test("of 15 hooks whose tokens nobody shows each has its own reference, and equal variables that the platform shows have one", async () => {
  const server = await company(15, { dialect: "vendor", serverVersion: "19.0.0-ee" });
  const shown = "shown-by-the-platform-and-equal";
  for (let index = 0; index < 15; index++) {
    const project = `/projects/acme%2Fapp-${index}`;
    await server.call("POST", `${project}/hooks`, { url: "https://ci.example/hook", token: `${password}-${index}` });
    await server.call("POST", `${project}/variables`, { key: "DEPLOY", value: shown });
  }
  const cwd = directory();
  const words = ["export", "--fold", "--out", "files", ...["project", "hook", "variable"].flatMap((kind) => ["--kind", kind])];
  const exported = await inProcess(words, { cwd, env: server.env, secrets: [password, shown] });
  expect(exported.code, exported.stdout + exported.stderr).toBe(0);
  const names = referencesIn(textOf(join(cwd, "files")));
  expect(names.filter((name) => name.endsWith("_TOKEN"))).toHaveLength(15);
  expect(new Set(names).size).toBe(16);
});

test("the example company is folded without a fault in every layout, and plans as its unfolded files do", async () => {
  const server = await platform({ seed: "default" });
  const cwd = directory();
  const kinds = ["group", "project", "approval_settings", "approval_rule", "protected_branch"];
  const asked = ["export", "--full", ...kinds.flatMap((kind) => ["--kind", kind])];
  const exported = async (name: string, ...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await inProcess([...asked, "--out", name, ...words], { cwd, env: server.env });
    expect(code, stdout + stderr).toBe(0);
    return textOf(join(cwd, name));
  };
  const linesOf = (text: string): number => text.split("\n").length;
  const plain = await exported("plain");
  for (const layout of ["single", "per-project"]) {
    const folded = await exported(layout, "--fold", "--layout", layout);
    expect(folded).toMatch(/^(?:policies|presets):$/m);
    expect(linesOf(folded)).toBeLessThan(linesOf(plain));
  }
  const changes = async (name: string): Promise<unknown> => {
    const { stdout } = await inProcess(["plan", name, "--json"], { cwd, env: server.env });
    return (JSON.parse(stdout) as { readonly changes: unknown }).changes;
  };
  expect(await changes("single")).toEqual(await changes("plain"));
});

test("an export into folded files repeats nothing that layers give, and overrides what is otherwise by now", async () => {
  const server = await company(8);
  const cwd = directory();
  const words = ["export", "--out", "files", "--kind", "project", "--yes"];
  expect(await inProcess([...words, "--fold"], { cwd, env: server.env })).toMatchObject({ code: 0 });
  const file = join(cwd, "files/policies.yaml");
  expect(readFileSync(file, "utf8")).toContain("squash_option: default_on");
  await server.call("PUT", "/projects/acme%2Fapp-1", { squash_option: "default_off" });
  await server.call("PUT", "/projects/acme%2Fapp-2", { squash_option: "never" });
  const again = await inProcess(words, { cwd, env: server.env });
  expect(again.code, again.stdout + again.stderr).toBe(0);
  const text = textOf(join(cwd, "files"));
  expect(text.match(/squash_option: .*/g)?.toSorted()).toEqual([
    "squash_option: default_off",
    "squash_option: default_on",
    "squash_option: never",
  ]);
  const planned = await inProcess(["plan", "files", "--detailed-exitcode"], { cwd, env: server.env });
  expect(planned.code, planned.stdout + planned.stderr).toBe(0);
});

test("what people wrote and configurations of Terraform are not folded: that is told before anything is read or written", async () => {
  const server = await platform();
  await server.call("POST", "/groups", { name: "Acme", path: "acme" });
  const cwd = directory({ "files/a.yaml": "version: 1\ngroups: { acme: { name: Acme } }\n" });
  const there = await inProcess(["export", "--fold", "--out", "files", "--yes"], { cwd, env: server.env });
  expect(there).toMatchObject({ code: 1, stdout: "" });
  expect(there.stderr).toContain("files contains files already, and --fold writes only new files");
  expect(readdirSync(join(cwd, "files"))).toEqual(["a.yaml"]);
  const terraform = await inProcess(["export", "--fold", "--format", "hcl", "--out", "tf"], { cwd, env: server.env });
  expect(terraform).toMatchObject({ code: 1, stdout: "" });
  expect(terraform.stderr).toContain("a configuration has no policies");
});
