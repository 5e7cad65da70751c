// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { renderPlanMarkdown } from "../../src/report/plan-markdown.js";
import { draws } from "../ring.js";
import { anyPlanOf } from "./arbitrary.js";
import { hostileTexts, deedsOf, mustBeInert } from "./inert.js";
import { samplePlan } from "./sample.js";

const note = (plan: Plan): string => renderPlanMarkdown(plan, { color: false, width: 120, kinds, noteLimit: 1_000_000 });

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

describe("a note of hostile texts", () => {
  test("would run and mention much if they stood there as they are", () => {
    expect(new Set(hostileTexts).size).toBe(200);
    expect(hostileTexts.filter((text) => deedsOf(text).length > 0).length).toBeGreaterThan(60);
    expect(() => mustBeInert("<img src=x>")).toThrow();
    expect(() => mustBeInert("</b>")).toThrow();
    expect(() => mustBeInert("https://example.com")).toThrow();
  });

  test("is inert with each of them in every place", () => {
    const failed = hostileTexts.filter((text) => !isInert(note(planOf(text))));
    expect(failed).toEqual([]);
  });

  test("is inert however they are strewn over it", () => {
    const parts = fc.array(fc.constantFrom(...hostileTexts), { maxLength: 4 }).map((texts) => texts.join(""));
    fc.assert(
      fc.property(anyPlanOf(parts), (plan) => mustBeInert(note(plan))),
      { numRuns: draws(150) },
    );
  });
});
