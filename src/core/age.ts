const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof units;

/** The forms of a text that says how old something may be. */
export const ageForms = "a whole number above 0 with its unit, s, m, h or d, such as 30m, 24h or 7d";

/** Reads an age in milliseconds; undefined for any other text. */
export function readAge(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * units[unit as Unit];
  return milliseconds > 0 ? milliseconds : undefined;
}

/** An age in its largest whole unit but for the rest, days from two on: 90 minutes are `1h`, and are more than that. */
export function ageText(milliseconds: number): string {
  const least = { d: 2 * units.d, h: units.h, m: units.m };
  const unit = (["d", "h", "m"] as const).find((one) => milliseconds >= least[one]) ?? "s";
  return `${Math.floor(milliseconds / units[unit])}${unit}`;
}
