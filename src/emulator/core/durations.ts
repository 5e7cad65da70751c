const UNITS = ["year", "month", "week", "day", "hour", "minute", "second"] as const;

/** Seconds of each unit. */
type Lengths = Readonly<Record<(typeof UNITS)[number], number>>;

const CALENDAR: Lengths = {
  year: 31_536_000,
  month: 2_592_000,
  week: 604_800,
  day: 86_400,
  hour: 3600,
  minute: 60,
  second: 1,
};

const SHORT: Readonly<Record<string, keyof Lengths>> = {
  s: "second",
  sec: "second",
  m: "minute",
  min: "minute",
  h: "hour",
  hr: "hour",
  d: "day",
  w: "week",
  wk: "week",
  mo: "month",
  mth: "month",
  y: "year",
  yr: "year",
};

const RENDERED = ["year", "month", "day", "hour", "minute", "second"] as const;

/**
 * Seconds of a text such as `1 month and 2 days` or `3h`; undefined when it is no length of time.
 * @param lengths seconds of each unit; those of the calendar when left out: a month has 30 days, a year 365
 */
export function parseDuration(text: string, lengths: Lengths = CALENDAR): number | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/,|\band\b/g, " ")
    .trim();
  if (!/^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/.test(plain)) return undefined;
  let total = 0;
  for (const [, amount, name = ""] of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = unitNamed(name) ?? unitNamed(name.replace(/s$/, ""));
    if (unit === undefined) return undefined;
    total += Number(amount) * lengths[unit];
  }
  return Math.round(total);
}

function unitNamed(name: string): keyof Lengths | undefined {
  return Object.hasOwn(SHORT, name) ? SHORT[name] : UNITS.find((unit) => unit === name);
}

/** The text that servers give for a length of time, whatever text it was written with: `30 days` becomes `1 month`. Weeks are given in days. */
export function renderDuration(seconds: number): string {
  return rendered(seconds, CALENDAR, RENDERED, (count, unit) => `${count} ${unit}${count === 1 ? "" : "s"}`);
}

/** As many as go into a length of time of each unit, the largest first. */
function rendered<Unit extends keyof Lengths>(
  seconds: number,
  lengths: Lengths,
  units: readonly Unit[],
  text: (count: number, unit: Unit) => string,
): string {
  let rest = seconds;
  const parts = units.flatMap((unit) => {
    const count = Math.floor(rest / lengths[unit]);
    rest -= count * lengths[unit];
    return count > 0 ? [text(count, unit)] : [];
  });
  return parts.join(" ");
}

const HOUR = 3600;

const DAY = 8 * HOUR;

/** A working day has 8 hours, a week 5 days, a month 4 weeks (the reference of real servers). */
const WORKING: Lengths = { year: 31_557_600, month: 20 * DAY, week: 5 * DAY, day: DAY, hour: HOUR, minute: 60, second: 1 };

const WORKING_UNITS = { month: "mo", week: "w", day: "d", hour: "h", minute: "m", second: "s" } as const;

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
  const units = ["month", "week", "day", "hour", "minute", "second"] as const;
  return rendered(seconds, WORKING, units, (count, unit) => `${count}${WORKING_UNITS[unit]}`) || null;
}
