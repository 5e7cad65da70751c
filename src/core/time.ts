/** The forms of a text that `readInstant` takes. */
export const instantForms =
  "a date, which begins at midnight UTC, or a time with its offset: 2026-12-20, 2026-12-20T08:00Z or 2026-12-20T08:00:00+01:00";

const instantForm = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?(?:Z|[+-](\d\d):(\d\d)))?$/;

/** Reads an instant (ISO 8601, the profile of RFC 3339, or a date alone); undefined for any other text, also for a day that no calendar has. */
export function readInstant(text: string): Date | undefined {
  const [, year, month, day, hour = "0", minute = "0", second = "0", offsetHour = "0", offsetMinute = "0"] =
    instantForm.exec(text) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || [minute, second, offsetMinute].some((part) => Number(part) > 59)) return undefined;
  if (Number(offsetHour) > 14) return undefined;
  return new Date(text);
}

/** True for a day of the calendar; `month` begins with 1. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1 && month <= 12;
}

/** The day of an instant, UTC: `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** True for something with a last day (`YYYY-MM-DD`) that has passed. */
export function hasPassed({ until }: { readonly until?: string | undefined }, today: string): boolean {
  return until !== undefined && until < today;
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The forms of a text that says how old something may be. */
export const ageForms = "a whole number above 0 with its unit, s, m, h or d, such as 30m, 24h or 7d";

/** Reads an age in milliseconds; undefined for any other text. */
export function readAge(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * units[unit as keyof typeof units];
  return milliseconds > 0 ? milliseconds : undefined;
}

/** An age in its largest whole unit but for the rest, days from two on: 90 minutes are `1h`, and are more than that. */
export function ageText(milliseconds: number): string {
  const least = { d: 2 * units.d, h: units.h, m: units.m };
  const unit = (["d", "h", "m"] as const).find((candidate) => milliseconds >= least[candidate]) ?? "s";
  return `${Math.floor(milliseconds / units[unit])}${unit}`;
}

/** A time of day as clocks on the wall show it. `month` begins with 1. */
interface WallTime {
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

/** The instant at which clocks in a time zone show a time: the first of two; where they are set past it, as far behind the change as clocks would be that were not set. */
export function instantIn(wall: WallTime, timezone: string): Date {
  const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  const [before, after] = [shown - dayLength, shown + dayLength].map((near) => offsetAt(near, timezone));
  const candidates = [shown - (before ?? 0), shown - (after ?? 0)];
  const exact = candidates.filter((candidate) => candidate + offsetAt(candidate, timezone) === shown);
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
  return (type) => parts.find((part) => part.type === type)?.value ?? "";
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
