import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Change, Plan, PlanDiagnostic } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { planFormats } from "../../src/report/plan-formats.js";
import { renderPlanMarkdown } from "../../src/report/plan-markdown.js";
import { renderPlan } from "../../src/report/plan-text.js";
import { emptyPlan } from "./sample.js";

const sources = fileURLToPath(new URL("../../src", import.meta.url));
const look = { color: false, width: 100, kinds };

function blocksOf(plan: Partial<Plan>): string[] {
  return renderPlan({ ...emptyPlan, ...plan }, look)
    .trimEnd()
    .split("\n\n")
    .slice(1, -1);
}

const tier = (path: string, more: Partial<PlanDiagnostic> = {}): PlanDiagnostic => ({
  rule: "tier",
  message: "needs tier premium",
  addresses: [`push_rules:acme/${path}`],
  source: "policies.yaml:5:7",
  ...more,
});

describe("refusals that say the same", () => {
  test("are said once from two on, with the first ten addresses, or all with --verbose", () => {
    expect(blocksOf({ refusals: [tier("a"), tier("b")] })).toEqual([
      "Refused [tier]  policies.yaml:5:7\n  needs tier premium\n  push_rules:acme/a, push_rules:acme/b",
    ]);
    const plan = { ...emptyPlan, refusals: Array.from({ length: 53 }, (_, index) => tier(`p${index}`)) };
    const [few, all] = [renderPlan(plan, look), renderPlan(plan, { ...look, verbose: true })];
    for (let index = 0; index < 53; index++) expect(all).toMatch(new RegExp(`push_rules:acme/p${index}(?:,|$)`, "m"));
    expect(few).toContain("push_rules:acme/p9, and 43 more: --verbose names them");
    for (const text of [few, all]) expect(text.match(/needs tier premium/g)).toHaveLength(1);
  });

  test("keep each address its own place where these differ, and the place of the first of them among others", () => {
    const other = tier("c", { rule: "locked", message: "locked above" });
    const refusals = [tier("a"), other, tier("b", { source: "projects.yaml:2:3" })];
    expect(blocksOf({ refusals })).toEqual([
      "Refused [tier]\n  needs tier premium\n  push_rules:acme/a  policies.yaml:5:7\n  push_rules:acme/b  projects.yaml:2:3",
      "Refused [locked]  policies.yaml:5:7\n  locked above\n  push_rules:acme/c",
    ]);
  });

  test("are those that differ in the address alone that each is about; one by itself says its own", () => {
    const said = (path: string) => tier(path, { message: `key is needed to create push_rules:acme/${path}, which is not there` });
    expect(blocksOf({ refusals: [said("a"), said("b")] })).toEqual([
      "Refused [tier]  policies.yaml:5:7\n  key is needed to create ADDRESS, which is not there\n  push_rules:acme/a, push_rules:acme/b",
    ]);
    expect(blocksOf({ refusals: [said("a")] })[0]).toContain("to create push_rules:acme/a, which");
  });

  test.each([
    ["another rule", tier("b", { rule: "release" })],
    ["another message", tier("b", { message: "needs tier ultimate" })],
  ])("are not those of %s", (_, other) => {
    expect(blocksOf({ refusals: [tier("a"), other] })).toHaveLength(2);
  });

  test("are those that are held back, and warnings, too", () => {
    const both = [tier("a"), tier("b")];
    expect(blocksOf({ held: both })).toEqual([
      "Held back [tier]  policies.yaml:5:7\n  needs tier premium\n  push_rules:acme/a, push_rules:acme/b",
    ]);
    expect(blocksOf({ warnings: both })).toHaveLength(1);
  });

  test("are said once in Markdown, whole or short, counted where there is no room, and each by itself in JSON", async () => {
    const refusals = [tier("a"), tier("b", { source: "projects.yaml:2:3" })];
    const plan = { ...emptyPlan, refusals };
    const note = renderPlanMarkdown(plan, look);
    expect(note.match(/\*\*Refused\*\*/g)).toHaveLength(1);
    expect(note).toContain(
      "<code>push_rules:acme/a</code> at <code>policies.yaml:5:7</code>, <code>push_rules:acme/b</code> at <code>projects.yaml:2:3</code>",
    );
    const many = { ...plan, refusals: Array.from({ length: 200 }, (_, index) => tier(`project-${index}`)) };
    expect(renderPlanMarkdown(many, { ...look, noteLimit: 500 })).toContain(
      "> **Refused** <code>tier</code>: <code>push_rules:acme/project-0</code> and 199 more",
    );
    const json = JSON.parse(await planFormats.json.whole(plan)) as Plan;
    expect(json.refusals).toHaveLength(2);
  });
});

/** The rules of everything that the program may refuse, warn of or find wrong. */
const rules = [
  ...new Set(
    readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.startsWith("emulator"))
      .flatMap((name) =>
        [...readFileSync(join(sources, name), "utf8").matchAll(/\brule: "([a-z_.-]+)"/g)].map(([, rule = ""]) => rule),
      ),
  ),
].toSorted();

describe("a thousand equal refusals", () => {
  const messages = {
    "one text": () => "needs tier premium",
    "texts that name the address": (path: string) => `label:${path}:bug is not there: declare label:${path}:bug`,
    "texts that name the project": (path: string) => `nobody of ${path} may approve, since ${path} has no members`,
    "texts that differ otherwise": (path: string) => `the user ${path.replaceAll("/", "-")} does not exist`,
  };

  test.each(Object.keys(messages) as (keyof typeof messages)[])("take at most 15 lines, whatever the rule: %s", (name) => {
    expect(rules.length).toBeGreaterThan(60);
    for (const rule of rules) {
      const refusals = Array.from({ length: 1_000 }, (_, index): PlanDiagnostic => {
        const path = `acme/team-${index % 7}/project-${index}`;
        return { rule, message: messages[name](path), addresses: [`label:${path}:bug`], source: `projects.yaml:${index + 1}:3` };
      });
      const blocks = blocksOf({ refusals }).join("\n\n").split("\n");
      expect(blocks.length, blocks.join("\n")).toBeLessThanOrEqual(15);
      expect(blocks.join("\n")).toMatch(/and 99[08] more/);
      const note = renderPlanMarkdown({ ...emptyPlan, refusals }, look).split("\n");
      expect(note.length).toBeLessThanOrEqual(15);
    }
  });
});

describe("creates that are equal", () => {
  const made = (address: string, more: Partial<Change> = {}): Change => ({
    address,
    kind: address.split(":")[0] ?? "",
    action: "create",
    source: "policies.yaml:5:7",
    attributes: [{ path: "max_file_size", after: 10, source: "policies.yaml:6:9" }],
    kept: [],
    unverifiable: [],
    fingerprint: "sha256:0",
    calls: [],
    ...more,
  });

  const rules = (path: string, more: Partial<Change> = {}) => made(`push_rules:acme/${path}`, { parent: "project", ...more });

  test("are said once from two on, also of a kind without keys, and without attributes", () => {
    expect(blocksOf({ changes: ["a", "b"].map((path) => rules(path)) })).toEqual([
      `+ create push_rules on 2 projects  policies.yaml:5:7
    push_rules:acme/a, push_rules:acme/b
    max_file_size  10  policies.yaml:6:9`,
    ]);
    expect(blocksOf({ changes: ["a", "b"].map((path) => made(`environment:acme/${path}:review`, { attributes: [] })) })).toEqual([
      "+ create environment review on 2 projects  policies.yaml:5:7\n    environment:acme/a:review, environment:acme/b:review",
    ]);
    const note = renderPlanMarkdown({ ...emptyPlan, changes: ["a", "b"].map((path) => rules(path)) }, look);
    expect(note).toContain("create <b><code>push_rules</code></b> on <b>2 projects</b>");
  });

  test("are new projects from three on", () => {
    const projects = ["project:acme/a", "project:acme/b", "project:acme/c"].map((one) => made(one));
    expect(blocksOf({ changes: projects })).toEqual([
      "+ create 3 projects  policies.yaml:5:7\n    project:acme/a, project:acme/b, project:acme/c\n    max_file_size  10  policies.yaml:6:9",
    ]);
    expect(renderPlanMarkdown({ ...emptyPlan, changes: projects }, look)).toContain("create <b>3 projects</b>");
  });

  test("are no two projects, nothing of another key or value, and nothing that is deleted", () => {
    for (const changes of [
      ["project:acme/a", "project:acme/b"].map((one) => made(one)),
      ["environment:acme/a:review", "environment:acme/b:live"].map((one) => made(one)),
      [rules("a"), rules("b", { attributes: [{ path: "max_file_size", after: 20 }] })],
      ["a", "b", "c"].map((path) => rules(path, { action: "delete" })),
    ])
      expect(blocksOf({ changes })).toHaveLength(changes.length);
  });
});

describe("updates that are equal", () => {
  const updates = ["a", "b", "c"].map((name): Change => ({
    address: `project:acme/${name}`,
    kind: "project",
    action: "update",
    attributes: [{ path: "description", before: "x", after: "y", source: "projects.yaml:2:3" }],
    kept: [{ path: "lfs_enabled", value: true }],
    sends: { archived: true },
    unverifiable: [],
    fingerprint: "sha256:0",
    calls: [],
  }));

  test("say what is only kept below, and that a flag is off meanwhile; one by itself, too", () => {
    const below = "    project:acme/a, project:acme/b, project:acme/c\n    lfs_enabled  true (kept)";
    expect(blocksOf({ changes: updates })).toEqual([
      `~ description: x -> y on 3 projects  projects.yaml:2:3\n~ archived: true (off for this change, then on again) on 3 projects\n${below}`,
    ]);
    const [alone = ""] = blocksOf({ changes: updates.slice(0, 1) });
    expect(alone).toMatch(/archived +true \(off for this change, then on again\)/);
    const note = renderPlanMarkdown({ ...emptyPlan, changes: updates }, look);
    expect(note).toContain("Off for this change, then on again: <code>archived</code>");
    expect(note).toContain("Kept as it is: <code>lfs_enabled</code>");
  });
});
