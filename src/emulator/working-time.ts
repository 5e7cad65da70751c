import { parseDuration } from "./duration.js";
import type { Lengths } from "./duration.js";

const HOUR = 3600;
const DAY = 8 * HOUR;

/** A working day has 8 hours, a week 5 days, a month 4 weeks (the reference of real servers). */
const WORKING: Lengths = { year: 31_557_600, month: 20 * DAY, week: 5 * DAY, day: DAY, hour: HOUR, minute: 60, second: 1 };
const RENDERED = [
  ["mo", WORKING.month],
  ["w", WORKING.week],
  ["d", WORKING.day],
  ["h", WORKING.hour],
  ["m", WORKING.minute],
  ["s", WORKING.second],
] as const;

/** Largest number of seconds that servers keep. */
export const LARGEST = 2_147_483_647;

/** Seconds of working time such as `3h30m`, `1w 2d` or `-1h`; a bare number counts hours. Undefined when it is none, or more than servers keep. */
export function parseWorkingTime(text: string): number | undefined {
  const [, sign, amount = ""] = /^\s*(-?)(.*)$/s.exec(text) ?? [];
  const seconds = parseDuration(/^\d+(\.\d+)?\s*$/.test(amount) ? `${amount}h` : amount, WORKING);
  if (seconds === undefined || seconds > LARGEST) return undefined;
  return sign === "-" ? -seconds : seconds;
}

/** Working time as servers show it, such as `1w 2d 3h 30m`; null for none (document 3, Time stats). */
export function renderWorkingTime(seconds: number): string | null {
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, size] of RENDERED) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? null : parts.join(" ");
}
