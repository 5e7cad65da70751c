import { describe, expect, it } from "vitest";
import { ageText, readAge } from "../../src/core/time.js";

describe("an age", () => {
  it.each([
    ["1s", 1000],
    ["30m", 1_800_000],
    ["24h", 86_400_000],
    ["7d", 604_800_000],
  ])("of %s is so many milliseconds, and is told in its largest unit", (text, milliseconds) => {
    expect(readAge(text)).toBe(milliseconds);
    expect(ageText(milliseconds)).toBe(text);
  });

  it("is told without its rest", () => {
    expect([59_999, 90 * 60_000, 25.5 * 3_600_000, 60 * 3_600_000].map(ageText)).toEqual(["59s", "1h", "25h", "2d"]);
  });

  it.each(["", "0h", "24", "h", "1.5h", "-1h", "1w", "1h30m", " 1h", "1H", "1234567h"])("is not %j", (text) => {
    expect(readAge(text)).toBe(undefined);
  });
});
