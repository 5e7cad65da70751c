// @module-tag slow
import { describe, expect, test } from "vitest";
import type { FileDiagnostic } from "../../src/core/errors.js";
import type { Change, Outcome, Plan, Result } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { renderReport, type ReportFormatName, type Reported } from "../../src/report/report-formats.js";
import type { CheckedFiles } from "../../src/report/reported.js";
import { hostileTexts, mustBeInert } from "./inert.js";
import { mustBeValid } from "./report-schemas.js";
import { emptyPlan, samplePlan } from "./sample.js";

const look = { color: false, width: Number.POSITIVE_INFINITY, kinds, version: "0.1.0" };

async function shown<Subject extends keyof Reported>(
  format: ReportFormatName,
  subject: Subject,
  about: Reported[Subject],
): Promise<string> {
  return renderReport(format, subject, about, look);
}

/** What is named at an index: an ordinary name, or a hostile one. */
type Name = (index: number) => string;
const ordinary: Name = (index) => `acme/p${index}`;
const hostile: Name = (index) => `${index}${hostileTexts[index % hostileTexts.length] ?? ""}\u0000\ufffe\u0001]]>`;

const actions = ["create", "update", "delete"] as const;

function planOf(number: number, name: Name): Plan {
  const changes = Array.from({ length: number }, (_, index): Change => ({
    ...samplePlan.changes[3]!,
    address: `project:${name(index)}`,
    action: actions[index % 3] ?? "update",
    source: `${name(index)}:1:1`,
    attributes: [{ path: name(index), before: name(index), after: `${name(index)}!`, source: `${name(index)}:2:1` }],
  }));
  const told = (count: number) =>
    changes.slice(0, count).map(({ address }, index) => ({ rule: name(index), message: name(index), addresses: [address] }));
  return {
    ...emptyPlan,
    summary: { create: number, update: 0, delete: 0, unchanged: 3 },
    changes,
    calls: samplePlan.calls,
    warnings: told(2),
    ...(number === 0 ? {} : { held: told(1), unread: [{ kind: "variable", path: name(0), status: 403 }] }),
  };
}

const statuses = ["done", "failed", "skipped", "stale", "not_stuck"] as const;

function resultOf(plan: Plan, name: Name): Result {
  const outcomes = plan.changes.map(({ address, action }, index): Outcome => {
    const status = statuses[index % statuses.length] ?? "done";
    const error = { method: "PUT", path: name(index), status: 400, message: name(index) };
    return {
      address,
      action,
      status,
      ...(status === "failed" ? { error } : {}),
      ...(status === "skipped" ? { because: name(index % 4) } : {}),
      ...(status === "stale" ? { reason: name(index) } : {}),
      ...(status === "not_stuck" ? { notStuck: [{ path: name(index), cause: name(index) }] } : {}),
    };
  });
  const { held, unread } = plan;
  const left = { ...(held ? { held } : {}), ...(unread ? { unread } : {}) };
  return { format: "trueup.result/1", outcomes, interrupted: false, stats: { requests: 1, calls: outcomes.length }, ...left };
}

function checkedOf(number: number, name: Name): CheckedFiles {
  const diagnostics = Array.from({ length: number }, (_, index): FileDiagnostic => ({
    severity: index % 2 === 0 ? "error" : "warning",
    rule: name(index),
    message: name(index),
    allowed: name(index),
    address: `project:${name(index)}`,
    origin: { file: `${name(index % 7)}.yaml`, line: index + 1, column: 3 },
    related: [{ file: name(index), line: 1, column: 1 }],
  }));
  return { diagnostics, files: ["good.yaml"], frames: new Map(), things: 4, placeOf: (file) => `trueup/${file}` };
}

const sizes = [0, 1, 5_000].flatMap((number) => [
  { number, texts: "ordinary", name: ordinary },
  { number, texts: "hostile", name: hostile },
]);

describe.each(sizes)("reports of $number changes with $texts texts are valid by the schema of their format", (one) => {
  const { number, name } = one;
  const plan = planOf(number, name);

  test.each(["plan", "drift"] as const)("%s", async (title) => {
    const about = { title, plan };
    await mustBeValid.junit(await shown("junit", "plan", about));
    mustBeValid.widget(await shown("gitlab-widget", "plan", about));
    mustBeValid.plan(await shown("json", "plan", about));
    mustBeInert(await shown("markdown", "plan", about));
  });

  test("apply", async () => {
    const about = { plan, result: resultOf(plan, name) };
    await mustBeValid.junit(await shown("junit", "apply", about));
    mustBeValid.widget(await shown("gitlab-widget", "apply", about));
    mustBeValid.result(await shown("json", "apply", about));
    mustBeInert(await shown("markdown", "apply", about));
  });

  test("validate", async () => {
    const checked = checkedOf(number, name);
    await mustBeValid.junit(await shown("junit", "validate", checked));
    mustBeValid.codeQuality(await shown("code-quality", "validate", checked));
    mustBeValid.sarif(await shown("sarif", "validate", checked));
    mustBeInert(await shown("markdown", "validate", checked));
    expect(JSON.parse(await shown("json", "validate", checked))).toMatchObject({ errors: Math.ceil(number / 2) });
  });
});

test("the schemas see what is wrong", async () => {
  await expect(mustBeValid.junit('<testsuites><testsuite name="a"/></testsuites>')).rejects.toThrow();
  await expect(mustBeValid.junit('<testsuites name="\u0001"/>')).rejects.toThrow();
  expect(() => mustBeValid.sarif('{"version":"2.1.0","runs":[{}]}')).toThrow();
  expect(() => mustBeValid.codeQuality('[{"description":"a"}]')).toThrow();
  expect(() => mustBeValid.widget('{"create":1,"delete":1,"update":1}')).toThrow();
});
