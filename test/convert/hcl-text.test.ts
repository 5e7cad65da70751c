import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Block, expressionOf, writeBlocks } from "../../src/convert/index.js";
import type { Json } from "../../src/core/json.js";
import { describeTerraform, terraform } from "../terraform/command.js";

/** What Terraform makes of any text: the composed form of Unicode, and no half characters. */
const asTerraformHolds = (text: string): string => text.replaceAll(/\p{Cs}/gu, "\ufffd").normalize("NFC");

const pieces = [
  "${",
  "%{",
  "$",
  "%",
  "{",
  "}",
  "\\",
  '"',
  "\n",
  "\r\n",
  "\t",
  "  ",
  "EOT",
  "<<-EOT",
  "#",
  "é",
  "e\u0301",
  "日本",
  "👩‍👧",
  "\u0000",
  "\u2028",
  "\ufeff",
  "x",
];
const hostileText = fc
  .oneof(
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
    fc.string(),
  )
  .map(asTerraformHolds);
const lines = fc.array(hostileText, { minLength: 2 }).map((parts) => `${parts.join("\n")}\n`);
const key = fc.oneof(hostileText, fc.constantFrom("for", "null", "true", "__proto__", "a-b", "1st", "ab cd"));
const scalar = fc.oneof(
  hostileText,
  lines,
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
  ),
}));

/** Writes one value with neighbours of several lengths, so that what it does to the alignment shows. */
function blockOf(values: readonly Json[]): Block {
  const entries = values.map((one, index) => ({
    name: `v${"_".repeat(index % 3)}${index}`,
    value: expressionOf(one),
  }));
  return { type: "locals", sections: [entries] };
}

/** Everything in one configuration: terraform takes longer to start than to read all of it. */
async function readBack(values: readonly Json[]): Promise<{ readonly values: Json; readonly difference: string }> {
  const directory = mkdtempSync(join(tmpdir(), "trueup-hcl-"));
  const all = values.map((_, index) => ({ is: "reference", steps: ["local", `v${"_".repeat(index % 3)}${index}`] }) as const);
  const output: Block = { type: "output", labels: ["all"], sections: [[{ name: "value", value: { is: "list", items: all } }]] };
  writeFileSync(join(directory, "main.tf"), writeBlocks([blockOf(values), output], "Values of all sorts"));
  const formatted = await terraform(["fmt", "-check", "-diff"], directory);
  for (const args of [["init"], ["apply", "-auto-approve"]]) {
    const run = await terraform([...args, "-input=false", "-no-color"], directory);
    expect(run.stderr).toBe("");
  }
  const read = await terraform(["output", "-json", "all"], directory);
  return { values: JSON.parse(read.stdout) as Json, difference: formatted.stdout };
}

describeTerraform("values written for Terraform", () => {
  it("are read back as they are by the real terraform, whatever is in them, and need no formatting", async () => {
    const values = fc.sample(value, { numRuns: 600, seed: 20_261_121 });
    const read = await readBack(values);
    expect(read.values).toEqual(values);
    expect(read.difference).toBe("");
  });
});
