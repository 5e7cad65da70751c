import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory, expectNoSecretIn } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

const password = "the-one-token-of-the-fold-test";
const settings = { merge_method: "ff", squash_option: "default_on", only_allow_merge_if_pipeline_succeeds: true };

/** A platform of projects with one merge policy, but for the last; the first ones have one secret in common. */
async function company(count: number): Promise<RunningEmulator> {
  const server = await platform();
  const { id } = (await server.call("POST", "/groups", { name: "Acme", path: "acme" })) as { readonly id: number };
  for (let index = 0; index < count; index++) {
    const said = { ...settings, ...(index === count - 1 ? { merge_method: "merge" } : {}) };
    const project = { name: `App ${index}`, path: `app-${index}`, namespace_id: id, ...said };
    const made = (await server.call("POST", "/projects", project)) as { readonly id: number };
    if (index < 20)
      await server.call("PUT", `/projects/${made.id}/integrations/drone-ci`, {
        token: password,
        drone_url: "https://ci.example",
        ciserver_url: "https://ci.example",
      });
  }
  return server;
}

/** The text of all YAML files of a directory. */
function textOf(place: string): string {
  const files = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
  return files.map((file) => readFileSync(join(place, file), "utf8")).join("\n");
}

const count = (text: string, part: string): number => text.split(part).length - 1;

test("of 60 projects with one merge policy no value stands twice, one variable is their secret, and a default changes in one line", async () => {
  const server = await company(60);
  const cwd = directory();
  const { code, stdout, stderr } = await inProcess(["export", "--fold", "--out", "files", "--under", "acme"], {
    cwd,
    env: server.env,
    secrets: [password],
  });
  expect(code, stdout + stderr).toBe(0);
  const text = textOf(join(cwd, "files"));
  for (const line of [
    "merge_method: ff",
    "squash_option: default_on",
    "only_allow_merge_if_pipeline_succeeds: true",
    "ci.example",
  ])
    expect(count(text, line), line).toBe(1);
  expect(count(text, "token: ${env:ACME_DRONE_CI_TOKEN}")).toBe(1);
  expect(text).toContain("# - ACME_DRONE_CI_TOKEN is token of integration:acme/app-0:drone-ci, ");
  expect(readFileSync(join(cwd, "files/.env.example"), "utf8").match(/^\w+=$/gm)).toEqual(["ACME_DRONE_CI_TOKEN="]);
  expectNoSecretIn(join(cwd, "files"), [password]);

  const env = { ...server.env, ACME_DRONE_CI_TOKEN: password };
  const planned = await inProcess(["plan", "files", "--detailed-exitcode"], { cwd, env });
  expect(planned.code, planned.stdout + planned.stderr).toBe(0);

  const file = join(cwd, "files/policies.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("merge_method: ff", "merge_method: rebase_merge"));
  const changed = await inProcess(["plan", "files", "--json"], { cwd, env });
  const { changes } = JSON.parse(changed.stdout) as { readonly changes: readonly unknown[] };
  expect(changes).toHaveLength(59);
});

test.each(["single", "per-group", "per-project"])(
  "the example company is folded without a fault and plans as its unfolded files do (%s)",
  async (layout) => {
    const server = await platform({ seed: "company" });
    const cwd = directory();
    const exported = async (name: string, ...words: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await inProcess(["export", "--full", "--layout", layout, "--out", name, ...words], {
        cwd,
        env: server.env,
      });
      expect(code, stdout + stderr).toBe(0);
      return textOf(join(cwd, name));
    };
    const [plain, folded] = [await exported("plain"), await exported("folded", "--fold")];
    expect(folded).toMatch(/^(?:policies|presets):$/m);
    expect(folded.split("\n").length).toBeLessThan(plain.split("\n").length);
    const plans = await Promise.all(
      ["plain", "folded"].map(async (name) => inProcess(["plan", name, "--json"], { cwd, env: server.env })),
    );
    const [one, other] = plans.map(({ stdout }) => (JSON.parse(stdout) as { readonly changes: unknown }).changes);
    expect(other).toEqual(one);
  },
);

test("what people wrote and configurations of Terraform are not folded: that is told before anything is read or written", async () => {
  const server = await platform();
  await server.call("POST", "/groups", { name: "Acme", path: "acme" });
  const cwd = directory({ "files/a.yaml": "version: 1\ngroups: { acme: { name: Acme } }\n" });
  const there = await inProcess(["export", "--fold", "--out", "files", "--yes"], { cwd, env: server.env });
  expect(there).toMatchObject({ code: 1, stdout: "" });
  expect(there.stderr).toContain("files holds files already, and only new ones are folded");
  expect(readdirSync(join(cwd, "files"))).toEqual(["a.yaml"]);
  const terraform = await inProcess(["export", "--fold", "--format", "hcl", "--out", "tf"], { cwd, env: server.env });
  expect(terraform).toMatchObject({ code: 1, stdout: "" });
  expect(terraform.stderr).toContain("a configuration has no policies");
});
