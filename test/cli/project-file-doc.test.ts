import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInProcess } from "../harness/built.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const page = readFileSync(join(top, "docs/project-file.md"), "utf8");
const [, text = ""] = /^```yaml\n([\s\S]*?)^```/m.exec(page) ?? [];
const files = {
  "trueup.yaml": text,
  "desired/instance.yaml": "version: 1\napplication_settings: { signup_enabled: false }\ntopics: { web: { title: Web } }\n",
  "desired/policies/none.yaml": "version: 1\n",
  "desired/teams/bank/vault.yaml": "groups: { acme/bank: {} }\nprojects: { acme/bank/vault: {} }\n",
};

test("the project file of docs/project-file.md is sound with all its keys, and its scopes allow what the page says", async () => {
  const cwd = directory({ ...files, "desired/teams/shop/web.yaml": "projects:\n  ACME/Shop/web: {}\n" });
  expect(await builtInProcess(["validate"], { cwd })).toMatchObject({ code: 0, stdout: "5 things in 4 files: valid.\n" });
});

test("docs/project-file.md shows the error of what is out of scope as it is", async () => {
  const cwd = directory({ ...files, "desired/teams/shop/web.yaml": "projects:\n  acme/bank/vault: {}\n" });
  const { code, stdout } = await builtInProcess(["validate"], { cwd });
  const [, shown = ""] = /^```text\n(desired\/.*)\n/m.exec(page) ?? [];
  expect(code).toBe(1);
  expect(stdout.split("\n")).toContain(shown);
});

test("docs/project-file.md shows the error of a freeze as it is", async () => {
  const cwd = directory(files);
  const words = ["apply", "--yes", "--instance", "production"];
  const { code, stderr } = await builtInProcess(words, {
    cwd,
    env: { PRODUCTION_TOKEN: "none-of-it-is-sent" },
    now: "2026-11-28",
  });
  const [, shown = ""] = /^```text\n(Error: .*)\n/m.exec(page) ?? [];
  expect(code).toBe(1);
  expect(stderr.split("\n")).toContain(shown);
});

test("every path of its CODEOWNERS has a line in scopes", () => {
  const owned = [...page.matchAll(/^\/desired\/(\S+)/gm)].map(([, path = ""]) => path.replace(/\/$/, "/**"));
  const scoped = [...text.matchAll(/^ {2}desired\/(\S+):/gm)].map(([, path]) => path);
  expect(new Set(owned)).toEqual(new Set(scoped));
});
