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
export function isDay(year: number, month: number, day: number): boolean {
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
