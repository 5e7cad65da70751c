import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-facts.js";

/** In which releases something was looked for, the oldest first, and whether it was there. */
export type Sightings = readonly { readonly release: string; readonly isThere: boolean }[];

/**
 * From when to when something may be there: `since` is the release after the last one that surely lacks it, `until` the first one that lacks it again. `told` is what is known from
 * elsewhere; it counts where it does not contradict what was seen.
 */
export function datesOf(sightings: Sightings, told: Dates = {}): Dates {
  const first = sightings.findIndex(({ isThere }) => isThere);
  if (first < 0) return told;
  const last = sightings.findLastIndex(({ isThere }) => isThere);
  const [seenFirst, seenLast] = [sightings[first]?.release ?? "", sightings[last]?.release ?? ""];
  const before = sightings[first - 1]?.release;
  const after = sightings[last + 1]?.release;
  const toldSince = told.since !== undefined && compareVersions(told.since, seenFirst) <= 0 ? told.since : undefined;
  const toldUntil = told.until !== undefined && compareVersions(told.until, seenLast) > 0 ? told.until : undefined;
  const since = before === undefined ? toldSince : later(following(before), toldSince);
  const until = after === undefined ? toldUntil : (toldUntil ?? after);
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

/** The release after one: `17.11` after `17.10`. */
function following(release: string): string {
  const [major = "0", minor = "0"] = release.split(".");
  return `${major}.${Number(minor) + 1}`;
}

function later(one: string, other: string | undefined): string {
  return other !== undefined && compareVersions(other, one) > 0 ? other : one;
}
