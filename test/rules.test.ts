import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("..", import.meta.url));
const tests = readdirSync(join(top, "test"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name: `test/${name}`, text: readFileSync(join(top, "test", name), "utf8") }))
  // Laws that several files run stand in a file of their own.
  .filter(({ name, text }) => name.endsWith(".test.ts") || /^ *describe(?:\.each)?\(/m.test(text));

/** Rows of the tables of a page, without their heading, each as its trimmed cells. */
function rows(page: string): string[][] {
  return readFileSync(join(top, page), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| id") && !line.startsWith("| promise"))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|")),
    );
}

/** A test is named as `file › title`; the title may go on in the file (a name made for each case), so its fixed beginning counts. */
function isThere(reference: string): boolean {
  const [file = "", title = ""] = reference.split(" › ").map((part) => part.trim());
  return tests.some(
    ({ name, text }) =>
      name === file && title !== "" && (text.includes(title) || text.includes(title.replaceAll('"', String.raw`\"`))),
  );
}

/** True if the gate runs the test: neither it nor what it stands in has the tag `nightly`. */
function isOfGate(reference: string): boolean {
  const [file = "", title = ""] = reference.split(" › ").map((part) => part.trim());
  const { text = "" } = tests.find(({ name }) => name === file) ?? {};
  if (/^\/\/ @module-tag nightly$/m.test(text)) return false;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let isNightly = false;
  const visit = (node: ts.Node, isInside: boolean): void => {
    const isTagged = ts.isCallExpression(node) && node.arguments.some((one) => /^\{[^}]*"nightly"/.test(one.getText()));
    if (ts.isStringLiteralLike(node) && node.text.includes(title) && isInside) isNightly = true;
    ts.forEachChild(node, (child) => visit(child, isInside || isTagged));
  };
  visit(source, false);
  return !isNightly;
}

describe("docs/RULES.md", () => {
  const rules = rows("docs/RULES.md");

  it("names for every rule its document, where it is honoured, and a test that is there", () => {
    expect(rules.length).toBeGreaterThan(100);
    for (const [id = "", source = "", rule = "", honoured = "", test = ""] of rules) {
      expect({ id, source, rule, honoured }, id).toMatchObject({
        id: expect.stringMatching(/^[a-z-]+-\d+$/),
        source: expect.stringMatching(/document|reference/),
        rule: expect.stringMatching(/\w/),
        honoured: expect.stringMatching(/client|lint|emulator|engine/),
      });
      expect(isThere(test), `${id}: ${test}`).toBe(true);
    }
  });

  it("gives each rule an id of its own", () => {
    const ids = rules.map(([id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe("docs/INVARIANTS.md", () => {
  it("names for every promise the tests that enforce it, and they are there", () => {
    const promises = rows("docs/INVARIANTS.md");
    expect(promises.length).toBeGreaterThan(15);
    for (const [promise = "", enforcers = ""] of promises) {
      const named = enforcers.split("<br>");
      expect(
        named.filter((one) => !isThere(one)),
        promise,
      ).toEqual([]);
    }
  });

  it("names for every promise a test that the gate runs", () => {
    const promises = rows("docs/INVARIANTS.md");
    const lacking = promises.filter(([, enforcers = ""]) => !enforcers.split("<br>").some(isOfGate));
    expect(lacking.map(([promise]) => promise)).toEqual([]);
  });
});
