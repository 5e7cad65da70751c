// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Desired } from "../../src/core/plan.js";
import { line, load, resource, type workspace } from "./workspace.js";

describe("merging of files", () => {
  it("spreads one object over files, also its children and what is unchecked", async () => {
    const loaded = await load({
      "a.yaml":
        "groups: { acme: { name: Acme, unchecked: { one: 1 } } }\nprojects: { acme/web: { integrations: { external-wiki: { external_wiki_url: https://w.example.com } } } }",
      "b.yaml": "groups: { acme: { visibility: internal, unchecked: { two: 2 } } }\nprojects: { acme/web: { description: Web } }",
    });
    expect(resource(loaded, "group:acme").spec).toEqual({ name: "Acme", visibility: "internal", one: 1, two: 2 });
    expect(resource(loaded, "group:acme").origins["visibility"]?.file).toBe("b.yaml");
    expect(resource(loaded, "integration:acme/web:external-wiki").spec).toEqual({ external_wiki_url: "https://w.example.com" });
    expect(loaded.diagnostics.filter((diagnostic) => diagnostic.severity === "error")).toEqual([]);
  });

  it("checks what is required only on the whole, not file by file", async () => {
    const loaded = await load({
      "a.yaml": "projects: { acme/web: { approval_rules: { R: { users: [alice] } } } }",
      "b.yaml": "projects: { acme/web: { approval_rules: { R: { approvals_required: 1 } } } }",
    });
    expect(loaded.diagnostics).toEqual([]);
  });

  it("refuses the same attribute twice, even with equal values, and names both places", async () => {
    const loaded = await load({ "a.yaml": "groups: { acme: { name: Acme } }", "b.yaml": "groups:\n  acme:\n    name: Acme\n" });
    expect(loaded.diagnostics.map(line)).toEqual([
      "b.yaml:3:5 | duplicate.attribute | group:acme.name | already given at a.yaml:1:19 | one place for each attribute, even with equal values",
    ]);
    expect(loaded.diagnostics[0]?.related).toEqual([{ file: "a.yaml", line: 1, column: 19 }]);
  });

  it.each([
    ["topics: { TypeScript: { title: A }, typescript: { title: B } }", "typescript is another spelling of topic:TypeScript"],
    ["groups: { Acme: { name: A }, acme: { lfs_enabled: true } }", "acme is another spelling of group:Acme"],
  ])("refuses two spellings of one name: %s", async (text, message) => {
    const loaded = await load({ "a.yaml": text });
    expect(loaded.diagnostics.map((diagnostic) => diagnostic.message).join("\n")).toContain(message);
  });

  it("keeps names of rules apart by letter case", async () => {
    const rules = "approval_rules: { A: { approvals_required: 1, users: [x] }, a: { approvals_required: 1, users: [x] } }";
    expect((await load({ "a.yaml": `projects: { acme/web: { ${rules} } }` })).diagnostics).toEqual([]);
  });

  it("takes an empty body and an empty place as {}", async () => {
    const loaded = await load({ "a.yaml": "groups:\nprojects:\n  acme/web:\n    approval_settings:\n    integrations:\n" });
    expect(loaded.state.resources.map((one) => [one.address, one.spec])).toEqual([
      ["project:acme/web", {}],
      ["approval_settings:acme/web", {}],
    ]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it("puts lists of delete_undeclared together and reads true as everything", async () => {
    const loaded = await load({
      "a.yaml": 'delete_undeclared: { topics: true, projects: ["acme/sandbox/*"] }',
      "b.yaml": 'delete_undeclared: { projects: ["acme/tmp/**"], integrations: [] }',
    });
    const patterns = Object.entries(loaded.state.deleteUndeclared).map(([name, { patterns: list }]) => [name, list]);
    expect(patterns).toEqual([
      ["topics", ["**"]],
      ["projects", ["acme/sandbox/*", "acme/tmp/**"]],
      ["integrations", []],
    ]);
    expect(loaded.state.deleteUndeclared["projects"]?.origin).toEqual({ file: "a.yaml", line: 1, column: 36 });
  });

  it("merges the pin by its parts, and refuses two servers", async () => {
    const loaded = await load({
      "a.yaml": "instance: { url: https://p.example.com }",
      "b.yaml": "version: 1\ninstance: { dialect: vendor }",
    });
    expect(loaded.state.instance).toEqual({
      url: "https://p.example.com",
      dialect: "vendor",
      origin: { file: "a.yaml", line: 1, column: 13 },
    });
    const two = await load({
      "a.yaml": "instance: { url: https://p.example.com }",
      "b.yaml": "instance: { url: https://q.example.com }",
    });
    expect(two.diagnostics.map((diagnostic) => diagnostic.rule)).toEqual(["duplicate.attribute"]);
  });
});

/** One attribute of one body, as a path into a file. */
type Piece = readonly [readonly string[], unknown];

const pieces: readonly Piece[] = [
  [["groups", "acme", "name"], "Acme"],
  [["groups", "acme", "visibility"], "internal"],
  [["groups", "acme", "protected_environments", "production", "deploy_access_levels"], [{ user: "alice" }]],
  [["groups", "acme", "protected_environments", "production", "required_approval_count"], 2],
  [["groups", "acme/sub", "name"], "Sub"],
  [["projects", "acme/web", "description"], "Web"],
  [
    ["projects", "acme/web", "topics"],
    ["b", "a"],
  ],
  [["projects", "acme/web", "approval_settings", "reset_approvals_on_push"], true],
  [["projects", "acme/web", "approval_rules", "R", "approvals_required"], 1],
  [["projects", "acme/web", "approval_rules", "R", "users"], ["alice"]],
  [["topics", "one", "title"], "One"],
  [["application_settings", "signup_enabled"], false],
  [["application_settings", "unchecked", "brand_new"], 1],
  [["delete_undeclared", "projects"], ["acme/x/*"]],
];

function filesOf(order: readonly number[], home: readonly number[]): Parameters<typeof workspace>[0] {
  const files = new Map<string, Record<string, unknown>>();
  for (const index of order) {
    const [path = [], value] = pieces[index] ?? [];
    const name = `f${home[index] ?? 0}.yaml`;
    let node = files.get(name) ?? {};
    files.set(name, node);
    for (const step of path.slice(0, -1)) node = (node[step] ??= {}) as Record<string, unknown>;
    node[path.at(-1) ?? ""] = value;
  }
  return Object.fromEntries([...files].map(([name, content]) => [name, JSON.stringify(content)]));
}

describe("the merged state", () => {
  it("does not depend on how bodies are spread over files, nor on their order", async () => {
    const meaning = (one: Desired) => JSON.stringify([one.address, one.path, one.key, one.ensure, one.spec]);
    const state = async (order: readonly number[], home: readonly number[]) => {
      const { state: found, diagnostics } = await load(filesOf(order, home));
      expect(diagnostics.filter((diagnostic) => diagnostic.severity === "error")).toEqual([]);
      const deletions = Object.entries(found.deleteUndeclared).map(([name, { patterns }]) => [name, patterns]);
      return { resources: found.resources.map(meaning), deletions };
    };
    const all = pieces.map((_, index) => index);
    const whole = await state(all, []);
    expect(whole.resources).toHaveLength(8);
    const orders = fc.shuffledSubarray(all, { minLength: all.length });
    const homes = fc.array(fc.nat(3), { minLength: all.length, maxLength: all.length });
    await fc.assert(
      fc.asyncProperty(orders, homes, async (order, home) => {
        expect(await state(order, home)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });
});
