// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Compliance } from "../../src/core/compliance.js";
import type { Examination } from "../../src/core/examination.js";
import type { PipelineAudit } from "../../src/core/pipeline-audit.js";
import type { Change, Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { renderComplianceMarkdown } from "../../src/report/compliance-text.js";
import { examinationJson } from "../../src/report/examination-text.js";
import { pipelineAuditJson } from "../../src/report/pipeline-audit-text.js";
import { renderPlanMarkdown } from "../../src/report/plan-markdown.js";
import { renderSummaryMarkdown } from "../../src/report/summary-markdown.js";
import { draws } from "../ring.js";
import { anyPlanOf } from "./arbitrary.js";
import { hostileTexts, deedsOf, mustBeInert } from "./inert.js";
import { samplePlan } from "./sample.js";

/** A plan as a note in full, in numbers, and as short as a note can be. */
function notesOf(plan: Plan): string[] {
  const look = { color: false, width: 120, kinds, noteLimit: 1_000_000 };
  return [
    renderPlanMarkdown(plan, look),
    renderSummaryMarkdown(plan, look),
    renderPlanMarkdown(plan, { ...look, noteLimit: 2_000 }),
  ];
}

test("documents for programs show no control or direction characters of servers, and mean the same", () => {
  const odd = "\u009b31mred\u202e\u001b[0m";
  const instance = { url: odd } as unknown as Examination["instance"];
  const examination: Examination = { instance, facts: { releases: [] }, requests: 0 };
  const audit: PipelineAudit = { service: "gitlab", hosting: odd, flaws: [], unseen: [{ what: odd, reason: odd }] };
  for (const text of [examinationJson(examination), pipelineAuditJson(audit)]) {
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(odd).slice(1, -1));
  }
});

function isInert(markdown: string): boolean {
  try {
    mustBeInert(markdown);
    return true;
  } catch {
    return false;
  }
}

/** A plan that says the text wherever a plan says something. */
function planOf(text: string): Plan {
  const [first, ...others] = samplePlan.changes;
  const odd: Change = {
    ...first!,
    address: `project:${text}`,
    source: text,
    from: text,
    attributes: [
      { path: text, before: text, after: `${text}!`, source: text },
      { path: "a", before: [text], after: { [text]: text } },
      { path: "b", before: `x\n${text}`, after: `${text}\ny\n${text}` },
    ],
    kept: [{ path: text, value: text }],
    unverifiable: [{ path: text, reason: text }],
  };
  const told = { rule: text, message: text, addresses: [text], source: text };
  return {
    ...samplePlan,
    instance: { ...samplePlan.instance, url: text, version: text },
    changes: [odd, { ...odd, action: "delete" }, { ...odd, action: "move", kind: text }, ...others],
    refusals: [told, { ...told, message: `x ${text} y` }],
    warnings: [told],
    held: [told],
    unread: [{ kind: text, path: text, status: 403 }],
    targets: [text],
    under: [text],
    coverage: { kinds: [{ kind: text, live: 2, managed: 1 }], unmanaged: [`${text}:${text}`], gaps: [text] },
  };
}

/** What becomes of policies that say the text wherever they say something. */
function complianceOf(text: string): Compliance {
  const numbers = { matches: 1, inForce: 1, reported: 0, obeying: 0, violating: 1, excepted: 1, locked: 0, unreadable: 1 };
  const exception = { match: text, attribute: text, reason: text, things: 1, until: text, daysLeft: 3, source: text };
  const violation = { address: text, attribute: text, live: text, asked: [text], source: text, lockedBy: text };
  const policy = { policy: text, kind: text, source: text, ...numbers, hidden: [text] };
  return {
    format: "trueup.compliance/1",
    instance: { url: text, version: text },
    today: text,
    policies: [{ ...policy, exceptions: [exception], violations: [violation, { address: text, attribute: "" }] }],
    stats: { requests: 1 },
  };
}

describe("a note of hostile texts", () => {
  test("would run and mention much if they stood there as they are", () => {
    expect(new Set(hostileTexts).size).toBe(200);
    expect(hostileTexts.filter((text) => deedsOf(text).length > 0).length).toBeGreaterThan(60);
    expect(() => mustBeInert("<img src=x>")).toThrow();
    expect(() => mustBeInert("</b>")).toThrow();
    expect(() => mustBeInert("https://example.com")).toThrow();
    for (const reference of ["see GH-1", "#1", "acme/web#1"]) expect(() => mustBeInert(reference)).toThrow();
  });

  test("is inert with each of them in every place", () => {
    const failed = hostileTexts.filter((text) =>
      [...notesOf(planOf(text)), renderComplianceMarkdown(complianceOf(text), true)].some((note) => !isInert(note)),
    );
    expect(failed).toEqual([]);
  });

  test("is inert however they are strewn over it", () => {
    const parts = fc.array(fc.constantFrom(...hostileTexts), { maxLength: 4 }).map((texts) => texts.join(""));
    fc.assert(
      fc.property(anyPlanOf(parts), (plan) => notesOf(plan).forEach(mustBeInert)),
      { numRuns: draws(150) },
    );
  });
});
