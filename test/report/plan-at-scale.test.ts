// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributeChange, Change, Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { arrange } from "../../src/report/arrangement.js";
import { changeParts } from "../../src/report/change-parts.js";
import { type PlanLook, renderPlan } from "../../src/report/index.js";
import { planFormatNames, planFormats } from "../../src/report/plan-formats.js";
import { renderPlanMarkdown } from "../../src/report/plan-markdown.js";
import { draws } from "../ring.js";
import { anyPlan } from "./arbitrary.js";
import { emptyPlan, samplePlan } from "./sample.js";

const look: PlanLook = { color: false, width: 120, kinds };
const ff: AttributeChange = {
  path: "merge_method",
  before: "merge",
  after: "ff",
  layer: "policy baseline",
  source: "policies.yaml:7:7",
};

function update(address: string, attributes: readonly AttributeChange[], more: Partial<Change> = {}): Change {
  const kind = address.split(":")[0] ?? "";
  return {
    ...samplePlan.changes[3]!,
    kept: [],
    unverifiable: [],
    kind,
    address,
    attributes,
    source: "projects.yaml:2:3",
    calls: ["c5"],
    ...more,
  };
}

function planOf(changes: readonly Change[], more: Partial<Plan> = {}): Plan {
  return { ...emptyPlan, changes, calls: samplePlan.calls, ...more };
}

/** The blocks of a plan as text, without its first and its last line. */
function blocksOf(plan: Plan, more: Partial<PlanLook> = {}): string[] {
  return renderPlan(plan, { ...look, ...more })
    .trimEnd()
    .split("\n\n")
    .slice(1, -1);
}

const projects = (count: number, attributes: (index: number) => readonly AttributeChange[]) =>
  Array.from({ length: count }, (_, index) => update(`project:acme/p${index}`, attributes(index)));

describe("changes that are the same", () => {
  test("are said once, with the layer and the line that ask for them, and with the things they are about", () => {
    expect(blocksOf(planOf(projects(412, () => [ff])))).toEqual([
      `~ merge_method: merge -> ff on 412 projects  (policy baseline, policies.yaml:7:7)
    project:acme/p0, project:acme/p1, project:acme/p2, project:acme/p3, project:acme/p4, and 407 more`,
    ]);
  });

  test("are all listed by --verbose, each with its calls", () => {
    const [block = ""] = blocksOf(planOf(projects(412, () => [ff])), { verbose: true });
    for (let index = 0; index < 412; index++) expect(block).toContain(`    project:acme/p${index}\n    c5  PUT /projects/42`);
  });

  test("of a few things keep each thing's own line", () => {
    expect(
      blocksOf(planOf(projects(3, (index) => [{ ...ff, source: `projects.yaml:${index + 1}:5`, layer: "preset service" }]))),
    ).toEqual([
      `~ merge_method: merge -> ff on 3 projects
    project:acme/p0  (preset service, projects.yaml:1:5)
    project:acme/p1  (preset service, projects.yaml:2:5)
    project:acme/p2  (preset service, projects.yaml:3:5)`,
    ]);
  });

  test("of one or two things stay with the thing", () => {
    expect(blocksOf(planOf(projects(2, () => [ff])))).toEqual(
      [0, 1].map(
        (index) => `~ update project:acme/p${index}  projects.yaml:2:3
    merge_method  merge -> ff  (policy baseline, policies.yaml:7:7)`,
      ),
    );
  });

  test("stand together where they are of the same things, and each thing keeps what it alone changes", () => {
    const other = { path: "description", before: "", after: "Shop", source: "projects.yaml:9:5" };
    const squash = { ...ff, path: "squash_option", before: "never", after: "always" };
    expect(blocksOf(planOf(projects(3, (index) => (index === 1 ? [ff, squash, other] : [ff, squash]))))).toEqual([
      `~ merge_method: merge -> ff on 3 projects  (policy baseline, policies.yaml:7:7)
~ squash_option: never -> always on 3 projects  (policy baseline, policies.yaml:7:7)
    project:acme/p0, project:acme/p1, project:acme/p2`,
      `~ update project:acme/p1  projects.yaml:2:3
    description  "" -> Shop  projects.yaml:9:5
    and merge_method, squash_option, as above`,
    ]);
  });

  test("are those that make the same thing on several parents, too; what is deleted is named one by one", () => {
    const rule = (index: number, action: "create" | "delete") =>
      update(
        `approval_rule:acme/p${index}:Two eyes`,
        action === "create" ? [{ ...ff, path: "approvals_required", before: undefined, after: 2 } as never] : [],
        {
          action,
          source: "policies.yaml:9:7",
        },
      );
    const made = planOf([0, 1, 2].map((index) => rule(index, "create")));
    expect(blocksOf(made)).toEqual([
      `+ create approval_rule Two eyes on 3 projects  policies.yaml:9:7
    approval_rule:acme/p0:Two eyes, approval_rule:acme/p1:Two eyes, approval_rule:acme/p2:Two eyes
    approvals_required  2  (policy baseline, policies.yaml:7:7)`,
    ]);
    expect(blocksOf(planOf([0, 1, 2].map((index) => rule(index, "delete"))))).toHaveLength(3);
  });

  test.each([
    ["another layer asks for", ["policy baseline", "preset service", "exception of baseline"].map((layer) => ({ ...ff, layer }))],
    ["come from another value", ["merge", "rebase_merge", null].map((before) => ({ ...ff, before }))],
    ["go to another value", ["merge", "rebase_merge", "ff"].map((after) => ({ ...ff, after }))],
  ])("are not those that %s", (_, attributes) => {
    expect(blocksOf(planOf(projects(3, (index) => [attributes[index] as AttributeChange])))).toHaveLength(3);
  });
});

describe("changes in one thing", () => {
  test("stand together under it, whatever comes between them in the plan", () => {
    const rule = (name: string) =>
      update(`approval_rule:acme/web:${name}`, [{ path: "approvals_required", before: 1, after: 2 }]);
    const plan = planOf([rule("A"), update("project:acme/api", [ff]), rule("B")]);
    expect(blocksOf(plan)[0]).toBe(`In project:acme/web:
~ update approval_rule:acme/web:A  projects.yaml:2:3
    approvals_required  1 -> 2
~ update approval_rule:acme/web:B  projects.yaml:2:3
    approvals_required  1 -> 2`);
    const note = renderPlanMarkdown(plan, look);
    expect(note).toContain("<summary>In <b><code>project:acme/web</code></b>: 2 changes</summary>");
    expect(note.match(/<details>/g)).toHaveLength(2);
  });

  test("are told apart from those in a group of the same name, and in what is no group", () => {
    const on = (parent: string) => update("integration:acme:jira", [{ path: "active", before: false, after: true }], { parent });
    const plan = planOf([on("group"), update("topic:acme", [{ path: "title", before: "a", after: "b" }])]);
    expect(arrange(plan, kinds).things.map(({ thing }) => thing)).toEqual(["group:acme", "topic:acme"]);
  });
});

describe("a note", () => {
  const noteLimit = 5_000;
  const deletes = (count: number) =>
    Array.from({ length: count }, (_, index) => update(`topic:t${index}`, [], { action: "delete" }));
  const refusals = [{ rule: "tier", message: "needs tier ultimate", addresses: [] }];

  test("refusals and deletes have room first, and nothing else is shown while one is left out", () => {
    const changes = [...projects(5, (index) => [{ path: "description", before: "", after: `Shop ${index}` }]), ...deletes(5)];
    const roomy = renderPlanMarkdown(planOf(changes, { refusals }), { ...look, noteLimit });
    const places = ["**Refused**", "topic:t4", "Shop 0"].map((text) => roomy.indexOf(text));
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
    expect(places[0]).toBeGreaterThan(0);
    const crowded = renderPlanMarkdown(planOf([...changes, ...deletes(200)], { refusals }), {
      ...look,
      noteLimit,
      file: "plan.json",
    });
    expect(crowded).toContain("**Refused**");
    expect(crowded).not.toContain("Shop");
    const shown = crowded.match(/delete <b>/g)?.length ?? 0;
    expect(crowded).toContain(
      `_and 1 more table, ${205 - shown} more deletes, 5 more projects with 5 changes: <code>trueup show plan.json</code>`,
    );
  });

  test("names what must be acknowledged, also where there is room for little else", () => {
    const acknowledgements = [{ name: "baseline", kind: "project", changed: 412, of: 1_000 }];
    const note = renderPlanMarkdown(planOf([...deletes(20), ...projects(412, () => [ff])], { acknowledgements }), {
      ...look,
      noteLimit: 3_000,
    });
    expect(note.replaceAll("&#45;", "-")).toContain("needs --ack many-updates:baseline: 412 of 1,000 projects");
  });
});

describe("whatever a plan says", () => {
  /** A plan in which many changes are the same. */
  const crowded = fc.tuple(anyPlan, fc.array(fc.nat({ max: 5 }), { maxLength: 20 })).map(([plan, picks]): Plan => {
    const more = picks.flatMap((pick, index) => {
      const change = plan.changes[pick];
      return change ? [{ ...change, kind: "project", address: `project:acme/p${index}` }] : [];
    });
    return { ...plan, changes: [...plan.changes, ...more] };
  });

  test("every part of every change is told once, with its change", () => {
    fc.assert(
      fc.property(crowded, (plan) => {
        const { shared, things } = arrange(plan, kinds);
        const told = new Map(plan.changes.map((change) => [change, [] as string[]]));
        for (const { changes, parts } of shared)
          for (const change of changes)
            told.get(change)?.push(...(parts.length === 0 ? ["itself"] : parts.map(({ part }) => `${part.role} ${part.path}`)));
        for (const { change, parts } of things.flatMap(({ changes }) => changes)) {
          if (change.attributes.length + change.kept.length + change.unverifiable.length === 0) told.get(change)?.push("itself");
          told.get(change)?.push(...parts.map(({ role, path }) => `${role} ${path}`));
        }
        for (const [change, own] of told) {
          const said = changeParts(change, kinds).map(({ role, path }) => `${role} ${path}`);
          expect(own.toSorted()).toEqual((said.length === 0 ? ["itself"] : said).toSorted());
        }
      }),
      { numRuns: draws(100) },
    );
  });

  test("no note is longer than its limit, in full or in numbers", () => {
    fc.assert(
      fc.property(crowded, fc.integer({ min: 2_000, max: 20_000 }), (plan, noteLimit) => {
        const acknowledgements = [{ name: "x".repeat(100), kind: "project", changed: 60, of: 70 }];
        expect(renderPlanMarkdown({ ...plan, acknowledgements }, { ...look, noteLimit }).length).toBeLessThanOrEqual(noteLimit);
      }),
      { numRuns: draws(100) },
    );
  });

  test("its numbers have no character that a terminal obeys, in any format", async () => {
    await fc.assert(
      fc.asyncProperty(crowded, fc.constantFrom(...planFormatNames), async (plan, format) => {
        const text = await planFormats[format].summary(plan, { ...look, noteLimit: 2_000 });
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
        if (format === "markdown") expect(text.length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: draws(100) },
    );
  });
});
