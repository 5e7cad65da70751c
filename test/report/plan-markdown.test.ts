// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import type { PlanLook } from "../../src/report/index.js";
import { renderPlanMarkdown } from "../../src/report/plan-markdown.js";
import { draws } from "../ring.js";
import { anyPlan, hostileText } from "./arbitrary.js";
import { emptyPlan, refusedPlan, samplePlan } from "./sample.js";

/** The note of a plan as `--format markdown` prints it. */
function markdownOf(plan: Plan, more: Partial<PlanLook> = {}): string {
  return renderPlanMarkdown(plan, { color: false, width: 120, kinds, ...more });
}

/** The lines that are neither inside a fenced block nor blank. */
function outsideFences(markdown: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const marks = /^(`{3,})(?:diff)?$/.exec(line)?.[1];
    if (fence === undefined && marks !== undefined) fence = marks;
    else if (fence !== undefined && line === fence) fence = undefined;
    else if (fence === undefined && line !== "") lines.push(line);
  }
  expect(fence, "a fence that is never closed").toBeUndefined();
  return lines;
}

describe("a plan as Markdown", () => {
  test("shows the summary, a table of counts, and one collapsible part per change", () => {
    expect(markdownOf({ ...samplePlan, changes: samplePlan.changes.slice(0, 2) }))
      .toBe(`### trueup plan for <code>https&#58;//platform.example.com</code>

**Plan: 0 to create, 1 to update, 1 to move, 0 to delete; 12 unchanged. 8 calls; 14 requests to read.**

| Kind | update \`~\` | move \`>\` |
| --- | --- | --- |
| <code>appearance</code> | 1 | 0 |
| <code>group</code> | 0 | 1 |

<details>
<summary><code>&#126;</code> update <b><code>appearance</code></b> · <code>settings.yaml:3:1</code></summary>

| Attribute | Before | After | Asked at |
| --- | --- | --- | --- |
| <code>logo</code> | <code>/uploads/logo.png (sha256 aaaaaaaa…)</code> | <code>assets/logo.png (sha256 11111111…)</code> | <code>settings.yaml:4:3</code> |

<code>description</code> · <code>settings.yaml:5:3</code>

\`\`\`diff
  Welcome.
- Write to help@example.com.
+ Ask in the chat.
\`\`\`

</details>

<details>
<summary><code>&#62;</code> move <b><code>group:acme/platform</code></b> from <code>acme/infra</code> · <code>groups.yaml:2:3</code></summary>

| Attribute | Before | After | Asked at |
| --- | --- | --- | --- |
| <code>name</code> | <code>Infra</code> | <code>Platform</code> | <code>groups.yaml:3:5</code> |

</details>

> **Warning** <code>tier.assumed</code>: the tier was not shown; premium is assumed<br>at <code>projects.yaml:10:3</code> · <code>project:acme/web</code>
`);
  });

  test("an empty plan is two lines", () => {
    expect(outsideFences(markdownOf(emptyPlan))).toEqual([
      "### trueup plan for <code>https&#58;//platform.example.com</code>",
      "**Nothing to do: 12 things are as the files say. 14 requests to read.**",
    ]);
  });

  test("shows why a plan is refused", () => {
    expect(markdownOf(refusedPlan)).toContain(
      "> **Refused** <code>guard.max-deletes</code>: 12 deletes are more than the 10 that are allowed; say --max-deletes 12 if that is meant<br>at <code>topics.yaml:30:1</code> · <code>topic:t1</code>, ",
    );
  });

  test("kept, unverifiable and secret values are said, never shown", () => {
    const markdown = markdownOf(samplePlan);
    expect(markdown).toContain("Kept as it is: <code>issues_template</code> <code>Say what you saw.</code>");
    expect(markdown).toContain("Sent, but cannot be compared: <code>runners_token</code> (the server never returns it)");
    expect(markdown).toContain("(secret from &#36;&#123;env:IMPORT_TOKEN&#125;)");
    expect(markdown).toContain(
      "<b><code>approval_rule:acme/web:Coverage</code></b> <code>&#123;rule_type: report_approver&#125;</code>",
    );
    expect(markdown).not.toContain("bot:");
  });

  test("stays under 60,000 characters and says how much was left out", () => {
    const change = samplePlan.changes[3]!;
    const changes = Array.from({ length: 500 }, (_, index) => ({
      ...change,
      address: `project:acme/p${index}`,
      attributes: change.attributes.map((one) => ({ ...one, after: `${index}` })),
    }));
    const markdown = markdownOf({ ...samplePlan, changes });
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    const shown = markdown.split("update <b><code>project:").length - 1;
    expect(shown).toBeGreaterThan(20);
    expect(markdown).toContain(`_and ${500 - shown} more projects with ${500 - shown} changes: the plan as text or JSON has all`);
  });

  test("one change that is too big does not push out the others", () => {
    const [first, ...rest] = samplePlan.changes;
    const attributes = Array.from({ length: 2_000 }, (_, index) => ({ path: `a${index}`, before: 0, after: "x".repeat(60) }));
    const markdown = markdownOf({ ...samplePlan, changes: [{ ...first!, attributes }, ...rest] });
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toContain("topic:old");
    expect(markdown).toContain("_and 1 more appearance with 1 change: the plan as text or JSON has all");
  });
});

/** How many lists the coverage has: one for each kind of which something is in no file, and one of what was not counted. */
function listsOf({ coverage }: Plan): number {
  if (coverage === undefined) return 0;
  const kinds = new Set(coverage.unmanaged.map((address) => address.split(":", 1)[0]));
  const { attributes = [] } = coverage.notDeclared ?? {};
  return kinds.size + (attributes.length > 0 ? 1 : 0) + (coverage.gaps.length > 0 ? 1 : 0);
}

describe("text from outside in Markdown", () => {
  test("never breaks a table, a fence, a collapsible part, or the size bound", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const markdown = markdownOf(plan);
        expect(markdown.length).toBeLessThanOrEqual(60_000);
        const lines = outsideFences(markdown);
        const tables = lines.filter((line) => line.startsWith("|"));
        let columns = 0;
        for (const [index, line] of tables.entries()) {
          const cells = line.split("|").length;
          if (line.startsWith("| Attribute |") || line.startsWith("| Kind |")) columns = cells;
          expect(cells, `row ${index}: ${line}`).toBe(columns);
        }
        expect(lines.filter((line) => line === "<details>").length).toBe(lines.filter((line) => line === "</details>").length);
        // Deletes with nothing more to say stand in a line, and changes of one thing in one part.
        expect(lines.filter((line) => line === "<details>").length).toBeLessThanOrEqual(plan.changes.length + listsOf(plan));
      }),
      { numRuns: draws(300) },
    );
  });

  test("becomes no markup: every tag is one of ours", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const tags = outsideFences(markdownOf(plan)).flatMap((line) => line.match(/<[^>]*>?/g) ?? []);
        expect(tags.filter((tag) => !/^<\/?(?:code|b|br|details|summary)>$/.test(tag))).toEqual([]);
      }),
      { numRuns: draws(300) },
    );
  });

  test("in a message notifies nobody and links nowhere", () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.constantFrom("@alice", "#12", "!3", "https://evil.example", "www.evil.example", "~bug", "![x](y)", "&4"),
        (text, bait) => {
          const plan: Plan = { ...emptyPlan, warnings: [{ rule: "r", message: `${bait} ${text} ${bait}`, addresses: [] }] };
          const markdown = outsideFences(markdownOf(plan)).join("\n");
          expect(markdown.replace(/&#(\d+);/g, (_all, number: string) => String.fromCharCode(Number(number)))).not.toContain(
            bait.replace("![x](y)", "![x"),
          );
        },
      ),
      { numRuns: draws(200) },
    );
  });
});
