import { expect, test } from "vitest";
import { readInstant } from "../../src/core/time.js";

test.each([
  ["2026-12-20", "2026-12-20T00:00:00.000Z"],
  ["2026-12-20T08:00Z", "2026-12-20T08:00:00.000Z"],
  ["2026-12-20T08:00:30+01:00", "2026-12-20T07:00:30.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
])("%s is an instant", (text, instant) => {
  expect(readInstant(text)?.toISOString()).toBe(instant);
});

test.each([
  "2026-12-20T08:00",
  "2026-02-30",
  "2026-13-01",
  "2026-12-20T24:00Z",
  "2026-12-20T08:60Z",
  "20.12.2026",
  "now",
  "",
  "2026-12-20T08:00+15:00",
])("%j is none: it has no offset, or no calendar or clock has it", (text) => {
  expect(readInstant(text)).toBeUndefined();
});
