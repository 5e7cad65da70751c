// @module-tag slow
import { describe, expect, test } from "vitest";
import type { FileDiagnostic } from "../../src/core/errors.js";
import type { Change, Outcome, Plan, Result } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { renderReport, type ReportFormatName, type Reported } from "../../src/report/report-formats.js";
import type { CheckedFiles } from "../../src/report/reported.js";
import { takesAll } from "../ring.js";
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

const sizes = [0, 1, takesAll ? 5_000 : 500].flatMap((number) => [
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

const one = (address: string, more: Partial<Change>): Change => ({
  ...samplePlan.changes[3]!,
  address,
  attributes: [],
  kept: [],
  unverifiable: [],
  ...more,
});
const told = (name: string) => [{ rule: `rule.${name}`, message: `because of ${name}`, addresses: [`project:acme/${name}`] }];

/** A plan with one of each of what plans say, in another order than that of the note. */
const mixed: Plan = {
  ...emptyPlan,
  changes: [
    one("project:acme/before", { origin: "before" }),
    one("project:acme/own", { origin: "request" }),
    one("project:acme/deleted", { action: "delete", origin: "request" }),
    one("project:acme/weakened", { weakens: ["visibility"], origin: "request" }),
  ],
  warnings: told("warned"),
  unread: [{ kind: "variable", path: "acme/unread", status: 403 }],
  held: told("held"),
  refusals: told("refused"),
  acknowledgements: [{ name: "baseline", kind: "project", changed: 412, of: 1_000 }],
};

describe("one order everywhere", () => {
  const names = ["many-updates:baseline", "acme/refused", "acme/held", "acme/unread"];

  test.each([
    ["markdown", [...names, "acme/weakened", "acme/deleted", "acme/own", "acme/before", "acme/warned"]],
    ["junit", [...names, "acme/weakened", "acme/deleted", "acme/own", "acme/before", "acme/warned"]],
    // What was off before is counted alone, and what weakens is marked where it changes.
    ["text", [...names, "acme/deleted", "acme/own", "1 more difference was there before", "acme/warned"]],
  ] as const)("of a plan as %s: that of the note", async (format, texts) => {
    const report = await shown(format, "plan", { title: "plan", plan: mixed });
    const places = texts.map((text) => report.indexOf(text));
    expect(Math.min(...places), report).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  test.each(["markdown", "junit"] as const)(
    "of what apply did as %s: what failed, what waits, deletes, the rest, what is left",
    async (format) => {
      const of = (name: string, status: Outcome["status"], more: Partial<Outcome> = {}): Outcome => ({
        address: `project:acme/${name}`,
        action: "update",
        status,
        ...more,
      });
      const result: Result = {
        format: "trueup.result/1",
        outcomes: [
          of("left", "skipped"),
          of("done", "done"),
          of("deleted", "done", { action: "delete" }),
          of("failed", "failed"),
        ],
        interrupted: false,
        stats: { requests: 1, calls: 4 },
        held: told("held"),
        unread: [{ kind: "variable", path: "acme/unread", status: 403 }],
      };
      const report = await shown(format, "apply", { plan: { ...emptyPlan, warnings: told("warned") }, result });
      const order = ["failed", "held", "unread", "deleted", "done", "left", "warned"];
      const places = order.map((name) => report.indexOf(`acme/${name}`));
      expect(Math.min(...places), report).toBeGreaterThan(0);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    },
  );
});

test("each format says what made it", async () => {
  for (const title of ["plan", "drift"] as const) {
    const about = { title, plan: planOf(1, ordinary) };
    expect(await shown("markdown", "plan", about)).toMatch(new RegExp(`^### trueup ${title} for `));
    expect(await shown("text", "plan", about)).toMatch(new RegExp(`^${title === "plan" ? "Plan" : "Drift"}: 1 to create`, "m"));
    expect(await shown("junit", "plan", about)).toContain(`<testsuite name="trueup ${title}" tests="2"`);
  }
});

test("JUnit says an attribute on one line, however long its value is", async () => {
  const [change] = samplePlan.changes;
  const after = "word ".repeat(60).trim();
  const long: Change = { ...change!, attributes: [{ path: "description", before: "", after }] };
  const report = await shown("junit", "plan", { title: "plan", plan: { ...samplePlan, changes: [long] } });
  expect(report).toMatch(/description .*word word.*$/m);
  expect(report.split("\n").filter((line) => line.includes("description "))).toHaveLength(1);
  expect(report.split("\n").find((line) => line.trim().startsWith("description"))?.length).toBeGreaterThan(120);
});

test("the schemas see what is wrong", async () => {
  await expect(mustBeValid.junit('<testsuites><testsuite name="a"/></testsuites>')).rejects.toThrow();
  await expect(mustBeValid.junit('<testsuites name="\u0001"/>')).rejects.toThrow();
  expect(() => mustBeValid.sarif('{"version":"2.1.0","runs":[{}]}')).toThrow();
  expect(() => mustBeValid.codeQuality('[{"description":"a"}]')).toThrow();
  expect(() => mustBeValid.widget('{"create":1,"delete":1,"update":1}')).toThrow();
});
