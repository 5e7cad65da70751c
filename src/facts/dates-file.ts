import { TrueupError } from "../core/errors.js";
import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-words.js";
import type { SettlingFacts } from "./settle.js";

const heading = "kind,parent,attribute,not_before,since,until,certainty,source";
const row = /^([a-z_]+),([a-z]*),([\w.-]+),(\d+\.\d+)?,(\d+\.\d+)?,(\d+\.\d+)?,(exact|bound|unknown),(.+)$/;

/** How sure a date is: a source says when it came; a release is known to have it, and an earlier one may; or nothing says when it came. */
export type Certainty = "exact" | "bound" | "unknown";

/** A line of facts/dates.csv. */
export interface DatedRow {
  readonly kind: string;
  /** Its parent, where dates differ with that; else empty. */
  readonly parent: string;
  /** Dotted, with the key of its shape in front. */
  readonly attribute: string;
  readonly dates: Dates;
  readonly certainty: Certainty;
  readonly source: string;
}

/**
 * Dates that no two facts of releases tell, by facts/dates.csv: kind, parent, attribute, the release before which two sources agree that it is not there, the first
 * one that is known to have it, the first one that has it no more, how sure that is, and who says so. What is dated later than `newest`, or proven of no release, is announced:
 * known by its name alone. Throws TrueupError `facts.dates` for a line that it cannot read.
 */
export function readDates(text: string, newest: string): Pick<SettlingFacts, "dates" | "announced"> {
  const rows = readRows(text);
  const dates = new Map(rows.map((one) => [keyOf(one.kind, one.attribute, one.parent), one.dates]));
  const announced = new Map<string, string[]>();
  for (const { kind, attribute, dates: own } of rows)
    if (own.unproven || (own.since !== undefined && compareVersions(own.since, newest) > 0))
      announced.set(kind, [...(announced.get(kind) ?? []), attribute]);
  return {
    dates: (kind, attribute, parent = "") => dates.get(keyOf(kind, attribute, parent)) ?? {},
    announced: (kind) => announced.get(kind) ?? [],
  };
}

/** The lines of facts/dates.csv. Throws as `readDates` does. */
export function readRows(text: string): readonly DatedRow[] {
  const [head, ...lines] = text.trimEnd().split("\n");
  if (head !== heading) throw wrongLine(1, `has to be ${heading}`);
  return lines.map((line, index) => {
    const [, kind, parent = "", attribute = "", notBefore, since, until, certainty, source = ""] = row.exec(line) ?? [];
    if (kind === undefined) throw wrongLine(index + 2, `has to have the columns ${heading}, with releases such as 19.1`);
    const dates = datesIn({ notBefore, since, until, certainty: certainty as Certainty });
    if (dates === undefined) throw wrongLine(index + 2, contradiction);
    return { kind, parent, attribute, dates, certainty: certainty as Certainty, source: plainText(source) };
  });
}

const contradiction =
  "contradicts itself: an exact date is one release without not_before, a bound has since, and nothing is there before its not_before";

interface Columns {
  readonly notBefore: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly certainty: Certainty;
}

function datesIn({ notBefore, since, until, certainty }: Columns): Dates | undefined {
  const gone = until === undefined ? {} : { until };
  if (certainty === "exact") {
    if (notBefore !== undefined || (since ?? until) === undefined) return undefined;
    return { ...(since === undefined ? {} : { since, notBefore: since }), ...gone };
  }
  if (since === undefined && certainty === "bound") return undefined;
  if (since !== undefined && notBefore !== undefined && compareVersions(notBefore, since) > 0) return undefined;
  const from = since === undefined ? { unproven: true as const } : { since };
  return { ...from, ...(notBefore === undefined ? {} : { notBefore }), ...gone };
}

function plainText(source: string): string {
  return source.startsWith('"') ? source.slice(1, -1).replaceAll('""', '"') : source;
}

function keyOf(kind: string, attribute: string, parent: string): string {
  return `${kind} ${parent} ${attribute}`;
}

function wrongLine(line: number, what: string): TrueupError {
  return new TrueupError({
    code: "facts.dates",
    message: `line ${line} of facts/dates.csv ${what}`,
    hint: "Mend the line, or take it out.",
    where: `facts/dates.csv:${line}`,
  });
}
