import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expandedShort, kindOf, shortened } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const roles = fc.constantFrom("no_access", "developer", "maintainer", "admin", 40);
const events = fc.uniqueArray(fc.constantFrom("push", "tag_push", "merge_requests", "issues", "pipeline"), { minLength: 1 });

test.each([
  ["protected_branch", roles],
  ["protected_tag", roles],
  ["hook", events],
] as const)("a short form of %s is written for what it stands for, and for nothing else", (name, values) => {
  const kind = kindOf(kinds, name);
  fc.assert(
    fc.property(values as fc.Arbitrary<string | number | string[]>, (value) => {
      const spec = expandedShort(kind, value) ?? {};
      const again = shortened(kind, spec);
      expect(again === undefined ? undefined : expandedShort(kind, again)).toEqual(spec);
      expect(shortened(kind, { ...spec, description: "more" })).toBeUndefined();
      for (const left of Object.keys(spec).slice(0, 1)) {
        const { [left]: _, ...rest } = spec;
        const other = shortened(kind, rest);
        expect(other === undefined ? rest : expandedShort(kind, other)).toEqual(rest);
      }
    }),
  );
});

const short = `projects:
  acme/web:
    initialize_with_readme: true
    hooks:
      https://ci.example.com/hook: [tag_push, merge_requests]
    protected_branches:
      main: maintainer
    protected_tags: { v*: developer }
`;

test("what is written in short is applied as it is meant, and exported in short", async () => {
  const { env } = await platform({ dialect: "vendor", seed: { groups: [{ full_path: "acme", visibility: "private" }] } });
  const cwd = directory({ "trueup/a.yaml": short });
  const run = async (...words: readonly string[]) => inProcess(words, { cwd, env });
  expect(await run("apply", "--yes")).toMatchObject({ code: 0 });
  expect(await run("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  expect(await run("export", "--under", "acme", "--out", "files")).toMatchObject({ code: 0 });
  const text = readFileSync(join(cwd, "files", "acme.yaml"), "utf8");
  expect(text).toContain("https://ci.example.com/hook: [tag_push, merge_requests]");
  expect(text).toMatch(/main: maintainer/);
  expect(text).toMatch(/v\*: developer/);
});

test("a value that is no short form is answered with an example of one", async () => {
  const text =
    "projects:\n  acme/web:\n    protected_branches: { x: [maintainer] }\n    hooks: { https://a.example.com: push }\n";
  const { code, stdout } = await inProcess(["validate"], { cwd: directory({ "trueup/a.yaml": text }) });
  expect(code).toBe(1);
  expect(stdout).toContain('must be a mapping of attributes, or in short a value such as "maintainer"');
  expect(stdout).toContain('must be a mapping of attributes, or in short a value such as ["push","merge_requests"]');
});
