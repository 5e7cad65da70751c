import { expect, it } from "vitest";
import { quoted } from "../../src/convert/hcl/blocks.js";

it.each([
  ["${var.name} and %{ if x }", '"$${var.name} and %%{ if x }"'],
  ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ["two\nlines\tand a tab", '"two\\nlines\\tand a tab"'],
  ["costs $5 or 5%", '"costs $5 or 5%"'],
])("the text %j is a text in Terraform's language, and nothing that it would fill in", (text, written) => {
  expect(quoted(text)).toBe(written);
});
