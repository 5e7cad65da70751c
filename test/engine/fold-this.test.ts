// @module-tag slow
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Declaration } from "../../src/core/declaration.js";
import { escapeDefaultWord } from "../../src/core/default-value.js";
import type { Desired } from "../../src/core/plan.js";
import { thisWords, wordsFor } from "../../src/core/this-reference.js";
import { loadDesired } from "../../src/desired/index.js";
import { escapeLiteral } from "../../src/desired/secrets.js";
import { writeFiles } from "../../src/desired/write/files.js";
import { foldDeclarations, foldingFault } from "../../src/engine/export/index.js";
import { expand } from "../../src/policies/holding.js";
import { kinds } from "../../src/program/kinds.js";

const runs = Number(process.env["TRUEUP_LAW_RUNS"] ?? 30);

/** All that files say, every layer merged. */
async function effective(files: Readonly<Record<string, string>>): Promise<readonly Desired[]> {
  const cwd = path.resolve("/nowhere/folded");
  const overlay = new Map(Object.entries(files).map(([name, text]) => [path.join(cwd, name), text]));
  const { state, diagnostics } = await loadDesired(["."], { kinds, cwd, env: {}, overlay, now: new Date(0) });
  expect(diagnostics.filter(({ severity, rule }) => severity === "error" || rule.startsWith("policy"))).toEqual([]);
  return expand(state, kinds);
}

/** The files that a fold makes of what is declared. */
function folded(declarations: readonly Declaration[]): Readonly<Record<string, string>> {
  const { declarations: left, shared } = foldDeclarations(declarations, kinds);
  const files = writeFiles(left, { kinds, layout: "per-group", shared });
  return Object.fromEntries(files.map(({ path: name, text }) => [name, text]));
}

/** Names and texts, most of which mean something elsewhere. */
const called = fc.constantFrom("Web", "$", "$default", "${env:SECRET}", "${this:path}", "$${this:name}", "é: #", "{this:path}");
const part = fc.oneof(
  fc.constantFrom(...thisWords).map((word) => `\${this:${word}}`),
  fc.constantFrom("of ", "$${this:path}", "$${env:HOME}", "x-", "}", "$default", "\n"),
);
// A text that is the word alone asks for a default, and variables have none.
const template = fc
  .array(part, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""))
  .filter((text) => text !== "$default");
/** Few paths with one last segment and few names: so that expanded texts of several projects are often alike. */
const project = fc.record({
  full: fc
    .tuple(fc.constantFrom("acme", "acme/shop", "acme/shop/web", "acme/team"), fc.constantFrom("api", "docs", "web", "ui", "ops"))
    .map((segments) => segments.join("/")),
  name: fc.option(called, { nil: undefined }),
  isOfPreset: fc.boolean(),
});

/** Projects with a preset below the path of one without, which a glob for them names, too. */
const ofPreset = ["acme/shop/web/api", "acme/shop/web/docs", "acme/shop/web/ops", "acme/shop/web/ui"];
const aboveOthers = ["acme/api", "acme/shop/web", "acme/shop/web/web", ...ofPreset].map((full) => ({
  full,
  name: undefined,
  isOfPreset: ofPreset.includes(full),
}));

function filesOf(
  projects: readonly (typeof project extends fc.Arbitrary<infer T> ? T : never)[],
  [about = "", other = ""]: readonly string[],
) {
  const set = { description: about, topics: ["of-${this:path}"], variables: { ABOUT: { value: other } } };
  const bodies = projects.map(({ full, name, isOfPreset }) => {
    const own = name === undefined ? {} : { name: escapeDefaultWord(escapeLiteral(name)) };
    return [full, { ...own, ...(isOfPreset ? { extends: ["p"] } : {}) }] as const;
  });
  const presets = { p: { labels: { about: { color: "#d9534f", description: other } } } };
  const policies = { p: { projects: ["acme/**"], set } };
  return { "trueup.yaml": JSON.stringify({ policies, presets, projects: Object.fromEntries(bodies) }) };
}

test("what policies and presets with ${this:…} say is said the same after folding", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(project, { selector: ({ full }) => full, minLength: 3, maxLength: 20 }),
      fc.tuple(template, template),
      async (projects, texts) => {
        const desired = await effective(filesOf(projects, texts));
        const declarations = desired.map(
          ({ ensure: _ensure, origin: _at, origins: _places, layers: _layers, ...one }): Declaration => ({
            ...one,
            remarks: [],
          }),
        );
        const topics = declarations
          .filter(({ kind }) => kind === "project")
          .map(({ path: full = "", spec }) => [full, spec["topics"]]);
        expect(Object.fromEntries(topics)).toEqual(
          Object.fromEntries(projects.map(({ full }) => [full, [`of-${wordsFor(full, "").path}`]])),
        );
        const again = await effective(folded(declarations));
        expect(foldingFault(declarations, again, kinds)).toBeUndefined();
      },
    ),
    { numRuns: runs, examples: [[aboveOthers, ["${this:full_path}", "of "]]] },
  );
});
