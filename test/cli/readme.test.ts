// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

interface Measured {
  readonly started: { readonly suites: readonly { readonly name: string; readonly passed: number; readonly all: number }[] };
}

const script = "../../scripts/readme/reasons.mjs";
const { withReasons } = (await import(script)) as { readonly withReasons: (page: string, measured: Measured) => string };

const page = readFileSync(join(top, "README.md"), "utf8");
const measured = JSON.parse(readFileSync(join(top, "docs/assets/measured.json"), "utf8")) as Measured;
/** The page without blocks of code and without what is measured. */
const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, "").replace(/<!-- bench:begin -->[\s\S]*<!-- bench:end -->/, "");
const block = (language: string, place = 0): string =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))][place]?.[1] ?? "";

describe("README.md", () => {
  test("can be read in two minutes: at most 150 lines", () => {
    expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  test("has no list of options: these stand on the pages", () => {
    expect(prose).not.toMatch(/^\s*(?:[-*|]\s*)`--/m);
    expect(new Set(prose.match(/--[a-z][a-z-]+/g) ?? []).size).toBeLessThanOrEqual(3);
  });

  test("shows the plan that its file has", async () => {
    const file = block("yaml");
    const [, name = ""] = /^# (\S+)\n/.exec(file) ?? [];
    expect(file.trimEnd().split("\n").length).toBeLessThanOrEqual(16);
    const { code, stdout } = await inProcess(["plan", "--emulator"], {
      cwd: directory({ [name]: file }),
      env: { COLUMNS: "100" },
    });
    expect(code).toBe(0);
    expect(stdout.replace(/^Instance .*$/m, "Instance …")).toBe(block("text"));
  });

  test("begins with commands that run in an empty directory", async () => {
    const cwd = directory();
    for (const line of block("sh")
      .trimEnd()
      .split(/\n| && /)) {
      const words = line.split(" ").slice(2);
      // A person would be asked.
      const { code, stderr } = await inProcess(words[0] === "apply" ? [...words, "--yes"] : words, { cwd });
      expect(code, `${line}: ${stderr}`).toBe(0);
    }
  });

  test("has the numbers that were measured, and nobody typed one (run: npm run bench -- --readme)", () => {
    expect(withReasons(page, measured)).toBe(page);
  });

  test("says of other clients' suites what docs/conformance.md says", () => {
    const conformance = readFileSync(join(top, "docs/conformance.md"), "utf8");
    for (const { passed, all } of measured.started.suites) expect(conformance).toContain(`**${passed} of ${all} pass.**`);
    expect(measured.started.suites.map(({ name }) => name)).toEqual(["python-gitlab", "gitlabform"]);
  });
});
