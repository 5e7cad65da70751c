import type { Kind } from "../core/kind.js";
import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-words.js";

/** Dates from elsewhere: of a kind's attribute wherever it is, or under one parent of the kind. The attribute is dotted, with the key of its shape in front. */
export type KnownDates = (kind: string, attribute: string, parent?: string) => Dates;

/** The name of an attribute in the shape with that key, if the kind has shapes. */
export function nameInShape(key: string | undefined, attribute: string): string {
  return key === undefined ? attribute : `${key}.${attribute}`;
}

/** What is known of an attribute of a kind under one parent; without that, what is known of it everywhere. */
export function datesUnder(known: KnownDates, kind: string, attribute: string, parent: string): Dates {
  const exact = known(kind, attribute, parent);
  return isDated(exact) ? exact : known(kind, attribute);
}

/** What is known of an attribute of a kind everywhere; where that differs with the parent, what is known of the parent that had it first. */
export function datesAnywhere(known: KnownDates, kind: Kind, attribute: string): Dates {
  const whole = known(kind.name, attribute);
  if (isDated(whole)) return whole;
  const places = Object.keys(kind.parents).map((parent) => known(kind.name, attribute, parent));
  const dated = places.filter((dates) => dates.since !== undefined);
  return dated.toSorted((dates, other) => compareVersions(dates.since ?? "", other.since ?? ""))[0] ?? {};
}

/** True where any date is known. */
export function isDated(dates: Dates): boolean {
  return Object.keys(dates).length > 0;
}

/** In which releases something was looked for, the oldest first, and whether it was there. */
export type Sightings = readonly { readonly release: string; readonly isThere: boolean }[];

/**
 * From when to when something is there: `since` is the first release that is seen to have it, or an earlier one that `told` has from elsewhere. That an older description lacks it
 * is one source alone: it says that the date is not known, and proves nothing (`notBefore` is only what `told` has). What is told counts where it does not contradict what was seen.
 */
export function datesOf(sightings: Sightings, known: Dates = {}): Dates {
  const first = sightings.findIndex(({ isThere }) => isThere);
  if (first < 0) return known;
  const last = sightings.findLastIndex(({ isThere }) => isThere);
  const [seenFirst, seenLast] = [sightings[first]?.release ?? "", sightings[last]?.release ?? ""];
  const after = sightings[last + 1]?.release;
  const toldUntil = known.until !== undefined && compareVersions(known.until, seenLast) > 0 ? known.until : undefined;
  const until = after === undefined ? toldUntil : (toldUntil ?? after);
  return { ...begun(seenFirst, first > 0, known), ...(until === undefined ? {} : { until }) };
}

/** When it came. `wasMissed` where an older description lacks it. */
function begun(seenFirst: string, wasMissed: boolean, { since, notBefore, unproven }: Dates): Dates {
  const isTold = since !== undefined && compareVersions(since, seenFirst) <= 0;
  const isSought = wasMissed || (since === undefined && (unproven === true || notBefore !== undefined));
  const from = isTold ? since : isSought ? seenFirst : undefined;
  if (from === undefined) return {};
  const isBorneOut = notBefore !== undefined && compareVersions(notBefore, from) <= 0;
  return { since: from, ...(isBorneOut ? { notBefore } : {}) };
}
