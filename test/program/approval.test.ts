import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../src/core/plan.js";
import {
  type Approval,
  approvalIn,
  approvalMarker,
  approvalOf,
  approvedAmong,
  markOf,
  narrowed,
} from "../../src/program/ci/approval.js";

const key = "a-key-of-more-than-sixteen-bytes";
const subject = { hosting: "17", request: 3, head: "c".repeat(40), instance: "production" };
const texts = fc.string({ unit: "binary", maxLength: 20 });
const marks = fc.uniqueArray(texts, { maxLength: 20 });

type Told = Omit<Change, "calls">;
const change = (after: string, more: Partial<Told> = {}): Told => ({
  address: "variable:acme/web:KEY",
  kind: "variable",
  parent: "project",
  action: "update",
  attributes: [{ path: "value", before: "old", after }],
  kept: [],
  unverifiable: [],
  fingerprint: "f",
  ...more,
});

describe("the marker of a note", () => {
  it("is read back as it was made, wherever it stands in the note", () => {
    fc.assert(
      fc.property(marks, texts, texts, (given, before, after) => {
        const approval = approvalOf(subject, given, key);
        expect(approvalIn(`${before.replaceAll("<", "")}\n${approvalMarker(approval, key)}${after}`, key)).toEqual(approval);
      }),
    );
  });

  it("counts for nothing with another key, or after any change of one of its characters", () => {
    const marker = approvalMarker(approvalOf(subject, ["a", "b"], key), key);
    expect(approvalIn(marker, `${key}x`)).toBeUndefined();
    const [head, tail] = ["<!-- trueup:approval:1 ".length, marker.length - " -->".length];
    for (let at = head; at < tail; at++) {
      const changed = `${marker.slice(0, at)}${marker[at] === "A" ? "B" : "A"}${marker.slice(at + 1)}`;
      const read = approvalIn(changed, key);
      // The last character of base64 has bits that stand for nothing.
      if (read !== undefined) expect(read).toEqual(approvalIn(marker, key));
    }
  });

  it("shows neither an address nor a value", () => {
    const mark = markOf(change("secret-1234"), "production", key);
    const shown = approvalMarker(approvalOf(subject, [mark], key), key);
    const body = Buffer.from(/1 ([\w-]+)\./.exec(shown)?.[1] ?? "", "base64url").toString();
    expect(body).not.toMatch(/secret|KEY|acme/);
  });

  const number = (value: number) => String(value).padStart(6, "0");
  /** The numbers below a limit that give the mark of a number with a key, for somebody who knows all but the number and the key. */
  const found = (mark: string, limit: number, guessedKey: string) =>
    Array.from({ length: limit }, (_, value) => number(value)).filter(
      (value) => markOf(change(value), subject.instance, guessedKey) === mark,
    );
  const guessedKeys = ["", subject.instance, subject.hosting, subject.head];

  it("says nothing by which a value could be found by trying without the key", () => {
    const mark = markOf(change(number(1234)), subject.instance, key);
    for (const guessed of guessedKeys) expect(found(mark, 2_000, guessed)).toEqual([]);
    expect(found(mark, 2_000, key)).toEqual([number(1234)]);
  });

  it(
    "says nothing by which a value could be found by a million tries without the key",
    { tags: ["nightly"], timeout: 600_000 },
    () => {
      const mark = markOf(change(number(765_432)), subject.instance, key);
      for (const guessed of guessedKeys) expect(found(mark, 1_000_000, guessed)).toEqual([]);
      expect(found(mark, 1_000_000, key)).toEqual([number(765_432)]);
    },
  );
});

describe("the mark of a change", () => {
  const own = markOf(change("new"), "production", key);

  it("is another one for another address, action, value before or after, or instance", () => {
    const others: Told[] = [
      change("newer"),
      change("new", { attributes: [{ path: "value", before: "older", after: "new" }] }),
      change("new", { address: "variable:acme/web:OTHER" }),
      change("new", { action: "create" }),
      change("new", { attributes: [] }),
    ];
    for (const one of others) expect(markOf(one, "production", key)).not.toBe(own);
    expect(markOf(change("new"), "staging", key)).not.toBe(own);
  });

  it("is the same whatever the lines of the files and the live fingerprint are", () => {
    expect(markOf(change("new", { source: "a.yaml:7:1", fingerprint: "g" }), "production", key)).toBe(own);
  });
});

describe("what is approved", () => {
  const approved = (given: readonly string[], ...approvals: readonly Approval[]) =>
    [...approvedAmong(given, approvals, key)].sort();

  it("is what any of the notes has, and nothing else", () => {
    fc.assert(
      fc.property(marks, marks, marks, (given, one, two) => {
        const all = approved(given, approvalOf(subject, one, key), approvalOf(subject, two, key));
        expect(all).toEqual(given.filter((mark) => one.includes(mark) || two.includes(mark)).sort());
      }),
    );
  });

  it("is all or nothing where a note has too many changes to name each", () => {
    const many = Array.from({ length: 2_001 }, (_, index) => `m${index}`);
    const approval = approvalOf(subject, many, key);
    expect(approvalMarker(approval, key).length).toBeLessThan(1_000);
    expect(approved(many, approval)).toHaveLength(2_001);
    expect(approved(many.slice(1), approval)).toEqual([]);
  });

  it("never grows by a later plan of the same commit, and starts anew with another one", () => {
    fc.assert(
      fc.property(marks, marks, (earlier, later) => {
        const before = approvalOf(subject, earlier, key);
        const after = narrowed(approvalOf(subject, later, key), before);
        expect([...after.marks].every((mark) => before.marks.has(mark))).toBe(true);
        const moved = { ...approvalOf(subject, later, key), head: "d".repeat(40) };
        expect(narrowed(moved, before)).toEqual(moved);
      }),
    );
  });
});
