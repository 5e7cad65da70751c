const secondsOf: ReadonlyMap<string, number> = new Map(
  Object.entries({
    second: 1,
    sec: 1,
    s: 1,
    minute: 60,
    min: 60,
    m: 60,
    hour: 3600,
    hr: 3600,
    h: 3600,
    day: 86_400,
    d: 86_400,
    week: 604_800,
    wk: 604_800,
    w: 604_800,
    month: 2_592_000,
    mo: 2_592_000,
    year: 31_536_000,
    yr: 31_536_000,
    y: 31_536_000,
  }),
);

/** Seconds of a text such as `1 month 2 days`; undefined if it is none. As on the server a month has 30 days and a year 365 (reference of real servers, application settings). */
export function durationSeconds(text: string): number | undefined {
  const words = text.toLowerCase().replaceAll(/\band\b|,/g, " ");
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)];
  if (parts.length === 0 || words.replaceAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g, "").trim() !== "") return undefined;
  let seconds = 0;
  for (const [, amount, unit = ""] of parts) {
    const size = secondsOf.get(unit) ?? secondsOf.get(unit.replace(/s$/, ""));
    if (size === undefined) return undefined;
    seconds += Number(amount) * size;
  }
  return seconds;
}
