import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-words.js";

/** In which releases something was looked for, the oldest first, and whether it was there. */
export type Sightings = readonly { readonly release: string; readonly isThere: boolean }[];

/**
 * From when to when something is there: `since` is the first release that is seen to have it, or an earlier one that `told` has from elsewhere. That an older description lacks it
 * is one source alone: it says that the date is not known, and proves nothing (`notBefore` is only what `told` has). What is told counts where it does not contradict what was seen.
 */
export function datesOf(sightings: Sightings, told: Dates = {}): Dates {
  const first = sightings.findIndex(({ isThere }) => isThere);
  if (first < 0) return told;
  const last = sightings.findLastIndex(({ isThere }) => isThere);
  const [seenFirst, seenLast] = [sightings[first]?.release ?? "", sightings[last]?.release ?? ""];
  const after = sightings[last + 1]?.release;
  const toldUntil = told.until !== undefined && compareVersions(told.until, seenLast) > 0 ? told.until : undefined;
  const until = after === undefined ? toldUntil : (toldUntil ?? after);
  return { ...begun(seenFirst, first > 0, told), ...(until === undefined ? {} : { until }) };
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
