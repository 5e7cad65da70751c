import { describe, expect, test } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { documentJson, renderPlan } from "../../src/report/index.js";
import { renderPlanMarkdown } from "../../src/report/plan-markdown.js";
import { coveredPlan } from "./sample.js";

const markdown = (plan: Plan): string => renderPlanMarkdown(plan, plain);
const plain = { color: false, width: 120, kinds };

/** A plan with so many projects that no file declares, and so many sentences about what was not counted. */
function manyUnmanaged(projects: number, gaps = 0): Plan {
  const unmanaged = Array.from({ length: projects }, (_, index) => `project:acme/p${index}`);
  const coverage = {
    kinds: [{ kind: "project", live: projects, managed: 0 }],
    unmanaged,
    gaps: Array.from({ length: gaps }, (_, index) => `group:g${index} is scheduled for deletion`),
  };
  return { ...coveredPlan, coverage };
}

describe("coverage as text", () => {
  test("stands between the changes and the summary: a table by kind, what no file declares, what was not counted, and what to do", () => {
    expect(renderPlan(coveredPlan, plain))
      .toBe(`Instance https://platform.example.com, version 15.4.0, tier premium, dialect neutral

Under management
                 live  managed  unmanaged  share
  topic             2        2          0  100 %
  project        1000      999          1   99 %
  approval_rule     3        0          3    0 %
  all            1005     1001          4   99 %

Declared in no file: 1 of kind project
  project:acme/old

Declared in no file: 3 of kind approval_rule
  approval_rule:acme/old:Any: one
  approval_rule:acme/old:Security
  approval_rule:acme/web:Security

Not counted
  group:acme/gone is scheduled for deletion

To have it in the files: trueup export --under PATH. To have it deleted: delete_undeclared. Otherwise it is left alone.

Nothing to do: 12 things are as the files say. 14 requests to read.
`);
  });

  test("shows the first 50 of a kind and says how to see the others, which --verbose does", () => {
    const short = renderPlan(manyUnmanaged(52, 12), plain);
    expect(short).toContain("  project:acme/p49\n  and 2 more; --verbose shows all\n");
    expect(short).not.toContain("project:acme/p50");
    expect(short).toContain("  group:g9 is scheduled for deletion\n  and 2 more sentences; --verbose shows all\n");
    const long = renderPlan(manyUnmanaged(52, 12), { ...plain, verbose: true });
    expect(long).toContain("  project:acme/p51\n");
    expect(long).toContain("  group:g11 is scheduled for deletion\n");
    expect(long).not.toContain("more");
  });

  test("is silent about what to do where the files declare everything", () => {
    const coverage = { kinds: [{ kind: "topic", live: 2, managed: 2 }], unmanaged: [], gaps: [] };
    const text = renderPlan({ ...coveredPlan, coverage }, plain);
    expect(text).toContain("all       2        2          0  100 %");
    expect(text).not.toContain("export");
    expect(text).not.toContain("Not counted");
  });

  test("is absent from a plan that was not asked for it", () => {
    const { coverage: _, ...bare } = coveredPlan;
    for (const text of [renderPlan(bare, plain), markdown(bare), documentJson(bare)]) expect(text).not.toMatch(/managed/i);
  });
});

describe("coverage as Markdown", () => {
  test("is a table and a collapsible list for each kind", () => {
    const [, after] = markdown(coveredPlan).split("to read.**\n\n");
    expect(after).toBe(`#### Under management

| Kind | Live | Managed | Unmanaged | Share |
| --- | --- | --- | --- | --- |
| <code>topic</code> | 2 | 2 | 0 | 100 % |
| <code>project</code> | 1000 | 999 | 1 | 99 % |
| <code>approval_rule</code> | 3 | 0 | 3 | 0 % |
| <code>all</code> | 1005 | 1001 | 4 | 99 % |

<details>
<summary>1 of kind <code>project</code> declared in no file</summary>

- <code>project:acme/old</code>

</details>

<details>
<summary>3 of kind <code>approval_rule</code> declared in no file</summary>

- <code>approval_rule:acme/old:Any: one</code>
- <code>approval_rule:acme/old:Security</code>
- <code>approval_rule:acme/web:Security</code>

</details>

<details>
<summary>Not counted</summary>

- group:acme/gone is scheduled for deletion

</details>
`);
  });

  test("lists the first 50 of a kind, and keeps its table where a note has no room for more", () => {
    expect(markdown(manyUnmanaged(52))).toContain("- <code>project:acme/p49</code>\n- and 2 more; the plan as JSON has all\n");
    const long = "x".repeat(50_000);
    const changes = Array.from({ length: 2 }, (_, index) => ({
      address: `topic:t${index}`,
      kind: "topic",
      action: "update" as const,
      attributes: [{ path: "description", before: "", after: Array.from({ length: 39 }, () => long).join("\n") }],
      kept: [],
      unverifiable: [],
      fingerprint: `sha256:${"0".repeat(64)}`,
      calls: [],
    }));
    const unmanaged = Array.from({ length: 50 }, (_, index) => `topic:${"&".repeat(250)}${index}`);
    const coverage = { kinds: [{ kind: "topic", live: 52, managed: 2 }], unmanaged, gaps: [] };
    const note = markdown({ ...coveredPlan, changes, coverage });
    expect(note.length).toBeLessThanOrEqual(60_000);
    expect(note).toContain("| <code>topic</code> | 52 | 2 | 50 | 3 % |");
    expect(note).toContain("_and 1 more coverage list: ");
  });
});

test("coverage as JSON stands between the digest and the statistics, its keys in a fixed order", () => {
  const { coverage } = coveredPlan;
  const document = JSON.parse(documentJson({ ...coveredPlan })) as object;
  expect(Object.keys(document).slice(-3)).toEqual(["digest", "coverage", "stats"]);
  expect(document).toMatchObject({ coverage });
  expect(documentJson(coveredPlan)).toContain(`"coverage": {
    "kinds": [
      {
        "kind": "topic",
        "live": 2,
        "managed": 2
      },`);
});
