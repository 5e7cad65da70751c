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
  const own = known(kind, attribute, parent);
  return isDated(own) ? own : known(kind, attribute);
}

/** What is known of an attribute of a kind everywhere; where that differs with the parent, what is known of the parent that had it first. */
export function datesAnywhere(known: KnownDates, kind: Kind, attribute: string): Dates {
  const whole = known(kind.name, attribute);
  if (isDated(whole)) return whole;
  const places = Object.keys(kind.parents).map((parent) => known(kind.name, attribute, parent));
  const dated = places.filter((one) => one.since !== undefined);
  return dated.toSorted((one, other) => compareVersions(one.since ?? "", other.since ?? ""))[0] ?? {};
}

/** True where any date is known. */
export function isDated(dates: Dates): boolean {
  return Object.keys(dates).length > 0;
}
