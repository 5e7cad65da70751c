import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { yamlText } from "../../src/report/yaml.js";
import { builtInProcess } from "../harness/built.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const files = { "trueup/a.yaml": "groups: { acme: { name: Acme } }\nprojects: { acme/web: {} }\n" };
const invalid = { "trueup/a.yaml": "projects:\n  acme/web: { merge_method: fast, visibility: secret }\n" };

const problems = {
  valid: false,
  errors: 2,
  warnings: 0,
  problems: [
    {
      severity: "error",
      rule: "schema.enum",
      where: "trueup/a.yaml:2:29",
      address: "project:acme/web",
      attribute: "merge_method",
      message: "must be one of merge, rebase_merge, ff",
    },
    {
      severity: "error",
      rule: "schema.enum",
      where: "trueup/a.yaml:2:47",
      address: "project:acme/web",
      attribute: "visibility",
      message: "must be one of private, internal, public",
    },
  ],
};

describe("-o, --output and --format choose the format", () => {
  const list = async (...words: readonly string[]) => builtInProcess(["list", ...words], { cwd: directory(files) });

  it.each([["-o", "yaml"], ["-oyaml"], ["--output", "yaml"], ["--output=yaml"], ["--format", "yaml"]])(
    "%j %j is YAML with the values of --json",
    async (...words) => {
      const [yaml, json] = [await list(...words), await list("--json")];
      expect(yaml.code).toBe(0);
      expect(yaml.stdout).toContain("format: trueup.list/1\n");
      expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    },
  );

  it("-o json is the same as --json, and -o table is the text for people", async () => {
    expect(await list("-o", "json")).toEqual(await list("--json"));
    expect(await list("-o", "table")).toEqual(await list());
  });

  it("-o markdown is a table of what is declared", async () => {
    const { stdout } = await list("-o", "markdown");
    expect(stdout.split("\n")).toEqual([
      "| address | ensure | source |",
      "| --- | --- | --- |",
      "| <code>group:acme</code> | present | <code>trueup/a.yaml:1:11</code> |",
      "| <code>project:acme/web</code> | present | <code>trueup/a.yaml:2:13</code> |",
      "",
    ]);
  });

  it("plans, drift, reports and explanations have YAML too", async () => {
    const { env } = await platform({ dialect: "vendor", seed: "people" });
    const cwd = directory(files);
    for (const words of [["plan"], ["plan", "--summary"], ["drift"], ["report", "compliance"], ["explain", "project:acme/web"]]) {
      const [yaml, json] = [
        await builtInProcess([...words, "-o", "yaml"], { cwd, env }),
        await builtInProcess([...words, "-o", "json"], { cwd, env }),
      ];
      expect(yaml.code, words.join(" ")).toBe(json.code);
      expect(yaml.stdout).not.toBe(json.stdout);
      expect({ ...(parse(yaml.stdout) as object), stats: 0 }).toEqual({ ...(JSON.parse(json.stdout) as object), stats: 0 });
    }
  });

  it("validate reports in Markdown", async () => {
    const { stdout, code } = await builtInProcess(["validate", "-o", "markdown"], { cwd: directory(invalid) });
    expect(code).toBe(1);
    expect(stdout).toContain("**The files have errors. 2 errors, 0 warnings**");
  });

  it.each([
    [
      ["list", "-o", "xml"],
      "option '-o, --output <format>' argument 'xml' is invalid. Allowed choices are text, json, yaml, markdown, table.",
    ],
    [["explain", "project", "-o", "markdown"], "argument 'markdown' is invalid. Allowed choices are text, json, yaml, table."],
    [["api", "-o", "markdown", "/version"], "argument 'markdown' is invalid. Allowed choices are json, table, yaml."],
  ])("%j is one error that names the formats of the command", async (words, message) => {
    const { code, stdout, stderr } = await builtInProcess(words, { cwd: directory(files) });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });
});

describe("invalid files, for a program", () => {
  const env = { TRUEUP_URL: "http://127.0.0.1:9", TRUEUP_TOKEN: "token-of-nobody-at-all" };

  it.each([["plan"], ["drift"], ["validate"], ["list"]])("%s --json prints one document on standard output", async (command) => {
    const { code, stdout } = await builtInProcess([command, "--json"], { cwd: directory(invalid), env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(problems);
  });

  it("plan -o yaml prints the same as YAML, and the errors for people on standard error", async () => {
    const { code, stdout, stderr } = await builtInProcess(["plan", "-o", "yaml"], { cwd: directory(invalid), env });
    expect(code).toBe(1);
    expect(parse(stdout)).toEqual(problems);
    expect(stderr).toContain("2 errors, 0 warnings");
  });

  it("an error of the project file is such a document as well", async () => {
    const cwd = directory({ ...files, "trueup.yaml": "version: 1\ninstances: 5\n" });
    const { code, stdout } = await builtInProcess(["plan", "--json"], { cwd, env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, problems: [{ where: "trueup.yaml:2:12" }] });
  });
});

test("YAML shows odd characters as escapes and reads back as the same value", () => {
  const value = { "a\u202eb": "x\u202ey", plain: "two\nlines", line: "a\u2028b", zero: "a\u200bb", "😀": "tag \u{e0041}" };
  const text = yamlText(value);
  expect(text).toContain('"x\\u202ey"');
  expect(text).not.toMatch(/[\u2028\p{Cf}]/u);
  expect(parse(text)).toEqual(value);
});
