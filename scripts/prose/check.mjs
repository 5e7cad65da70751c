// Which pages are read by our rules, and what they find.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import * as markdown from "@textlint/textlint-plugin-markdown";
import { parse } from "yaml";
import { rules } from "./rules.mjs";

const kernel = new TextlintKernel();
const plugin = markdown.default?.default ?? markdown.default;
/** Pages in docs/ that `npm run generate` makes, or that are tables of rules and tests. */
const made = new Set(["emulator-operations.md", "coverage.md", "guards.md", "INVARIANTS.md", "RULES.md", "conformance.md"]);

/** The hand-written pages of a tree, but for those that `pages-to-rewrite.yaml` names: these are not in plain English yet. */
export function checkedPages(top, list) {
  const open = new Set(pagesToRewrite());
  const pages = list(join(top, "docs")).filter((name) => name.endsWith(".md") && !made.has(name));
  const decisions = list(join(top, "docs/decisions")).map((name) => `docs/decisions/${name}`);
  // Made from the texts of help.
  const commands = list(join(top, "docs/commands")).map((name) => `docs/commands/${name}`);
  const codes = list(join(top, "docs/codes")).map((name) => `docs/codes/${name}`);
  const introductions = list(join(top, "src/kinds")).filter((name) => name.endsWith(".md"));
  return [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ...decisions,
    ...commands,
    ...codes,
    ...introductions.map((name) => `src/kinds/${name}`),
    ...pages.map((name) => `docs/${name}`),
  ].filter((page) => !open.has(page));
}

/** Pages that are still to be written anew. */
export function pagesToRewrite() {
  return parse(readFileSync(new URL("pages-to-rewrite.yaml", import.meta.url), "utf8")) ?? [];
}

/** The table in docs/emulator.md that `npm run coverage` writes: names of tests are no prose. */
const coverage = /<!-- coverage: begin[\s\S]*?<!-- coverage: end -->/g;

/** What is wrong with a text in Markdown: the line, the rule, and a message. */
export async function faultsIn(text) {
  const written = text.replaceAll(coverage, (table) => table.replaceAll(/[^\n]/g, ""));
  const { messages } = await kernel.lintText(written, {
    ext: ".md",
    plugins: [{ pluginId: "markdown", plugin }],
    rules: Object.entries(rules).map(([ruleId, rule]) => ({ ruleId, rule })),
  });
  return messages.map(({ line, ruleId, message }) => ({ line, rule: ruleId, message }));
}
