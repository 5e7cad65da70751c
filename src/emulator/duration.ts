const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
  w: 604_800,
  wk: 604_800,
  week: 604_800,
  mo: 2_592_000,
  mth: 2_592_000,
  month: 2_592_000,
  y: 31_536_000,
  yr: 31_536_000,
  year: 31_536_000,
};
const RENDERED = ["year", "month", "day", "hour", "minute", "second"] as const;

/** Seconds of a text such as `1 month and 2 days` or `3h`; undefined when it is no length of time. A month has 30 days, a year 365. */
export function parseDuration(text: string): number | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/,|\band\b/g, " ")
    .trim();
  if (!/^(\d+(\.\d+)?\s*[a-z]+\s*)+$/.test(plain)) return undefined;
  let total = 0;
  for (const [, amount, unit = ""] of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const seconds = SECONDS[unit] ?? SECONDS[unit.replace(/s$/, "")];
    if (seconds === undefined) return undefined;
    total += Number(amount) * seconds;
  }
  return Math.round(total);
}

/** The text that servers give for a length of time, whatever text it was written with: `30 days` becomes `1 month`. Weeks are given in days. */
export function renderDuration(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const unit of RENDERED) {
    const size = SECONDS[unit] ?? 1;
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
  }
  return parts.join(" ");
}
