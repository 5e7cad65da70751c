import { isDay } from "./instant.js";

/** A time of day as clocks on the wall show it. `month` begins with 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const dayLength = 24 * 3600 * 1000;
const wallForm = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::00)?)?$/;

/** Reads a date or a time without an offset, `2026-12-20` or `2026-12-20T08:00`; undefined for any other text, and where no calendar or clock has it. */
export function readWallTime(text: string): WallTime | undefined {
  const [, ...parts] = wallForm.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map((part) => Number(part ?? 0));
  return parts.length > 0 && isDay(year, month, day) && hour <= 23 && minute <= 59
    ? { year, month, day, hour, minute }
    : undefined;
}

/** The day after, at the same time of day. */
export function nextDay({ year, month, day, ...time }: WallTime): WallTime {
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  return { ...time, year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
}

/** True for the name of a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  // Offsets are taken for zones too by some releases of Node.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The instant at which clocks in a time zone show a time: the first of two where they are set back, and where they are set forward past it the instant as far behind the change
 * as clocks that were not set would show it (as Temporal's "compatible").
 */
export function instantIn(wall: WallTime, timezone: string): Date {
  const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  const [before, after] = [shown - dayLength, shown + dayLength].map((near) => offsetAt(near, timezone));
  const candidates = [shown - (before ?? 0), shown - (after ?? 0)];
  const exact = candidates.filter((one) => one + offsetAt(one, timezone) === shown);
  return new Date(exact.length > 0 ? Math.min(...exact) : (candidates[0] ?? shown));
}

/** `Mon 2026-11-30 00:00`, as clocks and calendars in a time zone show an instant. */
export function wallText(instant: Date, timezone: string): string {
  const part = partsOf(instant.getTime(), timezone);
  return `${part("weekday")} ${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}`;
}

function offsetAt(instant: number, timezone: string): number {
  const part = partsOf(instant, timezone);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    ["year", "month", "day", "hour", "minute", "second"] as const
  ).map((type) => Number(part(type)));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function partsOf(instant: number, timezone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatOf(timezone).formatToParts(instant);
  return (type) => parts.find((one) => one.type === type)?.value ?? "";
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timezone, made);
  return made;
}
