import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Freeze, freezeMistakes, freezeNote, frozenAt } from "../../src/program/project/freezes.js";

const origin = { file: "trueup.yaml", line: 3, column: 5 };
const freeze = (from: string, until: string, timezone = "Europe/Berlin", reason = "quiet"): Freeze => ({
  from,
  until,
  timezone,
  reason,
  origin,
});
const end = (freezes: readonly Freeze[], now: string): string | undefined =>
  frozenAt(freezes, new Date(now))?.until?.toISOString();

describe("a weekend that recurs", () => {
  const weekend = freeze("0 0 * * 5", "0 0 * * 1");

  test("holds from its first minute to its last, by the clocks of its time zone", () => {
    expect(end([weekend], "2026-11-26T22:59:59Z")).toBeUndefined();
    expect(end([weekend], "2026-11-26T23:00:00Z")).toBe("2026-11-29T23:00:00.000Z");
    expect(end([weekend], "2026-11-29T22:59:59.999Z")).toBe("2026-11-29T23:00:00.000Z");
    expect(end([weekend], "2026-11-29T23:00:00Z")).toBeUndefined();
  });

  test("is an hour shorter where clocks are set forward in it, and an hour longer where they are set back", () => {
    // 2026-03-29 and 2026-10-25 are the Sundays of the changes.
    expect(end([weekend], "2026-03-26T23:00:00Z")).toBe("2026-03-29T22:00:00.000Z");
    expect(end([weekend], "2026-03-29T22:00:00Z")).toBeUndefined();
    expect(end([weekend], "2026-10-22T22:00:00Z")).toBe("2026-10-25T23:00:00.000Z");
    expect(end([weekend], "2026-10-22T21:59:59Z")).toBeUndefined();
  });

  test("tells its end by its own clocks and in UTC, its reason and its place", () => {
    expect(freezeNote([weekend], new Date("2026-11-28T12:00Z"))).toBe(
      "In a freeze, until Mon 2026-11-30 00:00 Europe/Berlin (2026-11-29T23:00Z): quiet (trueup.yaml:3:5): apply is refused.",
    );
  });
});

describe("an hour that a change of clocks leaves out or repeats", () => {
  test.each([
    // 02:30 is not there on 2026-03-29: it counts once clocks were set forward.
    ["30 2 * * *", "0 12 * * *", "2026-03-29T00:59Z", undefined],
    ["30 2 * * *", "0 12 * * *", "2026-03-29T01:30Z", "2026-03-29T10:00:00.000Z"],
    ["2026-03-29T02:30", "2026-03-29T12:00", "2026-03-29T01:29Z", undefined],
    ["2026-03-29T02:30", "2026-03-29T12:00", "2026-03-29T01:30Z", "2026-03-29T10:00:00.000Z"],
    // 02:30 comes twice on 2026-10-25: the first counts.
    ["30 2 * * *", "0 12 * * *", "2026-10-25T00:30Z", "2026-10-25T11:00:00.000Z"],
    ["2026-10-25T02:30", "2026-10-25T12:00", "2026-10-25T00:29Z", undefined],
    ["2026-10-25T02:30", "2026-10-25T12:00", "2026-10-25T00:30Z", "2026-10-25T11:00:00.000Z"],
  ])("%s to %s at %s", (from, until, now, expected) => {
    expect(end([freeze(from, until)], now)).toBe(expected);
  });
});

test("a date is a whole day, also the last one; a time with an offset is what it says", () => {
  const holidays = freeze("2026-12-24", "2026-12-26");
  expect(end([holidays], "2026-12-23T22:59:59Z")).toBeUndefined();
  expect(end([holidays], "2026-12-23T23:00:00Z")).toBe("2026-12-26T23:00:00.000Z");
  expect(end([holidays], "2026-12-26T22:59:00Z")).toBe("2026-12-26T23:00:00.000Z");
  expect(end([freeze("2026-12-24", "2026-12-24", "UTC")], "2026-12-24T12:00Z")).toBe("2026-12-25T00:00:00.000Z");
  expect(end([freeze("2026-12-24T10:00-05:00", "2026-12-24T12:00-05:00")], "2026-12-24T15:00Z")).toBe("2026-12-24T17:00:00.000Z");
});

test("of freezes that overlap or follow one another at once the last end counts", () => {
  const nights = freeze("0 20 * * *", "0 6 * * *", "UTC");
  const holiday = freeze("2026-12-24T05:00", "2026-12-24T20:00", "UTC");
  expect(end([nights, holiday], "2026-12-23T21:00Z")).toBe("2026-12-25T06:00:00.000Z");
  expect(end([holiday, nights], "2026-12-23T21:00Z")).toBe("2026-12-25T06:00:00.000Z");
  expect(frozenAt([nights, freeze("0 6 * * *", "0 20 * * *", "UTC")], new Date("2026-12-23T21:00Z"))).toMatchObject({
    until: undefined,
  });
});

test.each([
  ["0 0 * * 9", "0 0 * * 1", "UTC", "from", /^this is no cron expression: Invalid value for dayOfWeek/],
  ["0 0 * *", "0 0 * * 1", "UTC", "from", /neither a cron expression of 5 fields nor a date/],
  ["0 0 0 * * 1", "0 0 * * 1", "UTC", "from", /5 fields/],
  ["@daily", "0 0 * * 1", "UTC", "from", /5 fields/],
  ["2026-02-30", "2026-03-01", "UTC", "from", /no date or time/],
  ["2026-02-28", "2026-02-28T24:00", "UTC", "until", /no date or time/],
  ["0 0 30 2 *", "0 0 * * 1", "UTC", "from", /never begins/],
  ["0 0 * * 5", "0 0 31 4 *", "UTC", "until", /never ends/],
  ["0 0 * * *", "0 0 * * *", "UTC", "until", /never ends/],
  ["2026-12-31", "2026-12-01", "UTC", "until", /ends before it begins/],
  ["2026-12-31T08:00", "2026-12-31T08:00", "UTC", "until", /ends before it begins/],
  ["0 0 * * 5", "2026-12-01", "UTC", "until", /of one sort/],
  ["0 0 * * 5", "0 0 * * 1", "Europe/Berln", "timezone", /no time zone "Europe\/Berln"/],
  ["0 0 * * 5", "0 0 * * 1", "+01:00", "timezone", /no time zone/],
])("from %j until %j in %s is refused at %s", (from, until, timezone, key, message) => {
  const [first, ...others] = freezeMistakes({ from, until, timezone });
  expect(others).toEqual([]);
  expect(first).toMatchObject({ key, message: expect.stringMatching(message) as unknown });
});

test("whatever recurs: at the end that is told nothing is frozen any more, and just before it still is", () => {
  const field = (most: number, least = 0) => fc.integer({ min: least, max: most });
  const expression = fc
    .tuple(field(59), field(23), fc.oneof(fc.constant("*"), field(28, 1)), fc.constant("*"), fc.oneof(fc.constant("*"), field(6)))
    .map((fields) => fields.join(" "));
  const zones = fc.constantFrom("Europe/Berlin", "UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu");
  const instants = fc.date({ min: new Date("2024-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(expression, expression, zones, instants, (from, until, timezone, now) => {
      fc.pre(freezeMistakes({ from, until, timezone }).length === 0);
      const one = freeze(from, until, timezone);
      const last = frozenAt([one], now)?.until;
      fc.pre(last !== undefined);
      expect(last.getTime()).toBeGreaterThan(now.getTime());
      expect(frozenAt([one], last)).toBeUndefined();
      expect(frozenAt([one], new Date(last.getTime() - 1))).toBeDefined();
    }),
    { numRuns: 60 },
  );
});
