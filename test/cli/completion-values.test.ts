import { expect, it } from "vitest";
import { trueup } from "../harness/built.js";
import { directory } from "../harness/directory.js";

const files = { "trueup/a.yaml": "groups: { acme: { name: Acme } }\nprojects: { acme/web: { labels: { bug: '#f00' } } }\n" };

const complete = async (...words: readonly string[]): Promise<string[]> => {
  const { stdout } = await trueup(["__complete", ...words], { cwd: directory(files) });
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
};

it.each([
  [
    ["list", "-o", ""],
    ["text", "json", "yaml", "markdown", "table"],
  ],
  [["plan", "--output=y"], ["--output=yaml"]],
  [
    ["api", "--output", ""],
    ["json", "table", "yaml"],
  ],
  [
    ["--color", ""],
    ["auto", "always", "never"],
  ],
  [
    ["plan", "--color", "a"],
    ["auto", "always"],
  ],
  [["--color", "never", "pl"], ["plan"]],
  [["--color=n"], ["--color=never"]],
  [["help", "complet"], ["completion"]],
  [
    ["export", "--kind", "proj"],
    ["project", "project_alias"],
  ],
  [
    ["plan", "--under", ""],
    ["acme", "acme/web"],
  ],
  [["drift", "--undeclared=label"], ["--undeclared=label:acme/web:bug"]],
  [
    ["api", "-X", "P"],
    ["POST", "PUT", "PATCH"],
  ],
  [["plan", "--timeout", "re"], ["request="]],
  [
    ["emulator", "--seed", ""],
    ["default", "people", "none"],
  ],
])("completes %j with %j", async (words, values) => {
  expect(await complete(...words)).toEqual(values);
});

it("offers the options that all commands share to each", async () => {
  expect(await complete("list", "--q")).toEqual(["--quiet"]);
  expect(await complete("list", "--ver")).toEqual([]);
  expect(await complete("list", "-")).toContain("-v");
});
