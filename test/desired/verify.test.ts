import { join } from "node:path";
import { expect, it } from "vitest";
import { holdsReference } from "../../src/core/types/secret-reference.js";
import { editedDocument } from "../../src/desired/edit/document.js";
import { verify } from "../../src/desired/edit/verify.js";
import { readSource } from "../../src/desired/read-file.js";
import { escapeLiteral, unescapeLiteral } from "../../src/desired/secrets.js";

const text = "topics: # all of them\n  node: { title: Node }\n";
const absolute = join(import.meta.dirname, "edited.yaml");

/** Whether an edit that leaves this text may be written, where nothing was to change. */
function verified(after: string): void {
  const source = readSource({ absolute, file: "edited.yaml", directory: import.meta.dirname }, [], new Map([[absolute, text]]));
  verify(editedDocument(source), after);
}

it("an edit is written only if the file then says what was asked for, and keeps its comments", () => {
  verified(text);
  verified("topics:\n  # all of them\n  node:\n    title: Node\n");
  expect(() => verified(text.replace("Node }", "Deno }"))).toThrow("topics.node.title would not say what was asked for");
  expect(() => verified(text.replace(" # all of them", ""))).toThrow("a comment would be lost");
  expect(() => verified("topics: [")).toThrow("it could not be read any more");
});

it.each(["${env:HOME}", "a ${file:b}", "$${x", "costs $5", "${ENV :x", "$$${env:A}"])(
  "the text %s is written so that it is read back as it was",
  (one) => {
    const written = escapeLiteral(one);
    expect(holdsReference(written)).toBe(false);
    expect(unescapeLiteral(written)).toBe(one);
  },
);
