import { TrueupError } from "../core/errors.js";
import type { Kinds } from "../core/kind.js";
import { compareVersions } from "../core/names.js";
import type { FactsTable } from "../core/release-facts.js";
import type { Dates } from "../core/release-words.js";
import { compactText } from "./compact.js";
import { correct, readCorrections } from "./corrections.js";
import { readEvidence } from "./evidence.js";
import { readSecrecy, type Secrecy, secrecyByHand } from "./plain-field.js";
import { readFacts } from "./read-facts.js";
import type { ReleaseFacts } from "./release.js";
import { servedFacts } from "./served.js";
import type { SettlingFacts } from "./settle.js";

/** The files of the folder `facts` of the repository, by name. */
export type FactFiles = ReadonlyMap<string, string>;

/** All that is known of releases: their corrected facts, the oldest first, and what settles the rest. */
interface KnownFacts extends SettlingFacts {
  readonly releases: readonly ReleaseFacts[];
}

/** Reads all of it. Throws TrueupError with the file where one is missing or cannot be read. */
export function knownFacts(files: FactFiles): KnownFacts {
  const corrections = readCorrections(fileIn(files, "corrections.yaml"));
  const releases = [...files]
    .filter(([name]) => /^\d+\.\d+\.json$/.test(name))
    .map(([name, text]) => correct(readFacts(text, `facts/${name}`), corrections))
    .sort((facts, other) => compareVersions(facts.release, other.release));
  const newest = releases.at(-1)?.release ?? "0";
  const evidence = readEvidence(fileIn(files, "evidence.yaml"));
  const secrecy = readSecrecy(fileIn(files, "texts.yaml"));
  return { releases, evidence, secrecy, ...readDates(fileIn(files, "dates.csv"), newest) };
}

/** The texts of `schemas/facts`, by name: what each known release takes and shows, for readers without evidence. `kinds` are as their files say. */
export function servedFiles({ releases, evidence, secrecy, dates }: KnownFacts, kinds: Kinds): ReadonlyMap<string, string> {
  const isSecret: Secrecy["of"] = (kind, key, name) => secrecyByHand(kinds.get(kind), key, name) ?? secrecy.of(kind, key, name);
  const serving = { releases, evidence, dates, isSecret, kinds };
  return new Map(releases.map(({ release }) => [`${release}.json`, compactText(servedFacts(release, serving))]));
}

function fileIn(files: FactFiles, name: string): string {
  const text = files.get(name);
  if (text !== undefined) return text;
  throw new TrueupError({
    code: "facts.missing",
    message: `facts/${name} is missing`,
    hint: "It belongs to the repository: bring it back from its history.",
    where: `facts/${name}`,
  });
}

/** The module that the program reads of it when it is needed. */
export function factsModule(table: FactsTable): string {
  return [
    "// Written by `npm run generate` from facts/ and the kinds: what facts of releases say of kinds beyond their files.",
    "/** A `FactsTable` as JSON: parsed where it is needed, which takes less time than a module of data. */",
    `export const factsText = ${JSON.stringify(JSON.stringify(table))};`,
    "",
  ].join("\n");
}

const heading = "kind,parent,attribute,not_before,since,until,certainty,source";
const row = /^([a-z_]+),([a-z]*),([\w.-]+),(\d+\.\d+)?,(\d+\.\d+)?,(\d+\.\d+)?,(exact|bound|unknown),(.+)$/;

/** How sure a date is: a source says when it came; a release is known to have it, and an earlier one may; or nothing says when it came. */
type Certainty = "exact" | "bound" | "unknown";

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
  const dates = new Map(rows.map((entry) => [keyOf(entry.kind, entry.attribute, entry.parent), entry.dates]));
  const announced = new Map<string, string[]>();
  for (const { kind, attribute, dates: datesOfRow } of rows)
    if (datesOfRow.unproven || (datesOfRow.since !== undefined && compareVersions(datesOfRow.since, newest) > 0))
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
    const dates = datesIn(certainty as Certainty, notBefore, since, until);
    if (dates === undefined) throw wrongLine(index + 2, contradiction);
    return { kind, parent, attribute, dates, certainty: certainty as Certainty, source: plainText(source) };
  });
}

const contradiction =
  "contradicts itself: an exact date is one release without not_before, a bound has since, and nothing is there before its not_before";

function datesIn(certainty: Certainty, notBefore?: string, since?: string, until?: string): Dates | undefined {
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
