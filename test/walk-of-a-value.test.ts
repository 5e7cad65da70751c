import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** What a plain value has none of: secrets by variables, layers, words in place of values, locks, targets. */
const rare = ["core/variables", "core/this-reference", "desired/layers/", "desired/variables/", "policies/"];
const rareInPlans = ["acknowledgements", "entry-calls", "locks", "scope"];

it("a plain value enters at most 42 files from its file to the body of its call, and none for what it has not", () => {
  const script = fileURLToPath(new URL("../scripts/walk-of-a-value.mjs", import.meta.url));
  const lines = execFileSync(process.execPath, [script], { encoding: "utf8" }).trimEnd().split("\n");
  const files = lines.slice(0, -1);
  expect(lines.at(-1)).toBe(`${files.length} files`);
  expect(files).toContain("desired/canonical.ts");
  expect(files).toContain("engine/forms/encode.ts");
  const without = [...rare, ...rareInPlans.map((name) => `engine/plan/${name}.`)];
  expect(files.filter((file) => without.some((start) => file.startsWith(start)))).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(42);
});
