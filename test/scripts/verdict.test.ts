import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Case {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly tags: readonly string[];
}
interface Report {
  readonly errors: number;
  readonly files: readonly { readonly file: string; readonly ok: boolean; readonly cases: readonly Case[] }[];
}
interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky: readonly string[];
  readonly lines: readonly string[];
}

const script = "../../scripts/tests/verdict.mjs";
const { counts, filesToRepeat, verdict } = (await import(script)) as {
  readonly counts: (verdict: Pick<Verdict, "passed" | "failed" | "skipped">) => string;
  readonly filesToRepeat: (report: Report) => readonly string[];
  readonly verdict: (run: {
    readonly report: Report;
    readonly again: ReadonlyMap<string, Report>;
    readonly known: readonly string[];
    readonly leftOut: readonly string[];
    readonly noSkips: boolean;
  }) => Verdict;
};

const tried = (name: string, state: Case["state"], ...tags: readonly string[]): Case => ({ name, state, tags });
const fileOf = (file: string, ...cases: readonly Case[]) => ({
  file,
  ok: cases.length > 0 && cases.every(({ state }) => state !== "failed"),
  cases,
});
const reportOf = (...files: Report["files"]): Report => ({ errors: 0, files });

const good = fileOf("test/a.test.ts", tried("adds", "passed"), tried("takes away", "passed"));
const bad = fileOf("test/b.test.ts", tried("waits", "failed"), tried("ends", "passed"));
const better = fileOf("test/b.test.ts", tried("waits", "passed"), tried("ends", "passed"));
const none = { again: new Map<string, Report>(), known: [], leftOut: [], noSkips: true };

describe("a file that fails", () => {
  it("is run once more, unless the failing test is about a race, or many files fail", () => {
    expect(filesToRepeat(reportOf(good, bad))).toEqual(["test/b.test.ts"]);
    expect(filesToRepeat(reportOf(good, fileOf("test/b.test.ts", tried("two at once", "failed", "race"))))).toEqual([]);
    const many = Array.from({ length: 6 }, (_, index) => fileOf(`test/${index}.test.ts`, tried("x", "failed")));
    expect(filesToRepeat(reportOf(...many))).toEqual([]);
  });

  it("in a hook is not run once more if its tests are about a race, and else counts as it ended the second time", () => {
    const stuck = { ...fileOf("test/c.test.ts", tried("two at once", "skipped", "race")), ok: false };
    expect(filesToRepeat(reportOf(stuck))).toEqual([]);
    const hooked = { ...fileOf("test/b.test.ts", tried("waits", "skipped"), tried("ends", "skipped")), ok: false };
    expect(filesToRepeat(reportOf(hooked))).toEqual(["test/b.test.ts"]);
    const found = verdict({ ...none, report: reportOf(hooked), again: new Map([["test/b.test.ts", reportOf(better)]]) });
    expect(found).toMatchObject({ passed: 2, failed: 0, flaky: ["test/b.test.ts › the file itself"] });
  });

  it("and passes then counts as passed, and is named as flaky", () => {
    const found = verdict({ ...none, report: reportOf(good, bad), again: new Map([["test/b.test.ts", reportOf(better)]]) });
    const name = "test/b.test.ts › waits";
    expect(found).toEqual({ passed: 4, failed: 0, skipped: 0, flaky: [name], lines: [`flaky: ${name}`] });
  });

  it("and passes then counts as failed where the same test was flaky before", () => {
    const again = new Map([["test/b.test.ts", reportOf(better)]]);
    const found = verdict({ ...none, report: reportOf(good, bad), again, known: ["test/b.test.ts › waits"] });
    expect(found).toMatchObject({ passed: 3, failed: 1, flaky: [] });
    expect(found.lines).toEqual([expect.stringContaining("flaky for the second time")]);
  });

  it("and fails again counts as failed", () => {
    const again = new Map([["test/b.test.ts", reportOf(bad)]]);
    expect(verdict({ ...none, report: reportOf(good, bad), again })).toMatchObject({ passed: 3, failed: 1, flaky: [] });
  });

  it("counts as failed where it does not even load", () => {
    expect(verdict({ ...none, report: reportOf(good, fileOf("test/lost.test.ts")) })).toMatchObject({ passed: 2, failed: 1 });
  });
});

describe("the line that CI reads", () => {
  it("holds what passed and what failed, and errors outside of tests among them", () => {
    expect(counts(verdict({ ...none, report: reportOf(good) }))).toBe("2 passed, 0 failed");
    expect(counts(verdict({ ...none, report: { ...reportOf(good), errors: 1 } }))).toBe("2 passed, 1 failed");
  });

  it("counts a skipped test as failed where every test is asked for, as CI does, and names it", () => {
    const report = reportOf(fileOf("test/a.test.ts", tried("adds", "passed"), tried("opens a page", "skipped")));
    expect(counts(verdict({ ...none, report, noSkips: false }))).toBe("1 passed, 0 failed, 1 skipped");
    const found = verdict({ ...none, report });
    expect(counts(found)).toBe("1 passed, 1 failed");
    expect(found.lines).toEqual(["not run, which counts as failed: test/a.test.ts › opens a page"]);
    expect(readFileSync(".ci/run", "utf8")).toMatch(/^export TRUEUP_NO_SKIPS=1$/m);
  });

  it("leaves out the tests that belong to an outer ring", () => {
    const report = reportOf(fileOf("test/a.test.ts", tried("adds", "passed"), tried("walks long", "skipped", "nightly")));
    expect(counts(verdict({ ...none, report, leftOut: ["nightly"] }))).toBe("1 passed, 0 failed");
  });
});
