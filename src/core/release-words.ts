/**
 * From which release on something is there, and how sure that is. An exact date has `since` and `notBefore` alike. Between the two of any other lies a gap, in which nobody knows;
 * it reaches back to the first release where there is no `notBefore`. That one needs two sources which agree, such as a migration and a description of an earlier release: a
 * description that merely lacks something is one source, and refuses nothing.
 */
export interface Dates {
  /** The first release that is known to have it. */
  readonly since?: string;
  /** The first release that may have it: those before surely do not. */
  readonly notBefore?: string;
  /** The first release that surely has it no more. */
  readonly until?: string;
  /** No release is proven to have it: the gap has no end. */
  readonly unproven?: true;
}

/** What facts of releases say of an attribute, and what the release of the server at hand makes of that: never written by hand. */
export interface FieldFacts extends Dates {
  /** No kind's file names it: all that is known of it are facts of releases, and what the kind's `refined` adds. */
  readonly plain?: true;
}

/** How sure it is that releases before the first one that is known to have something have it too: the end of a sentence that begins with "it is known". */
export function knownFrom({ since }: Dates): string {
  return since === undefined ? "of no release for certain" : `for certain from release ${since} on`;
}

/** Since when something is there, in words that keep a guess apart from what is proven: `since 18.2`, or `in 19.0, perhaps earlier`; undefined of what always was. */
export function sinceWords({ since, notBefore, unproven }: Dates): string | undefined {
  const bound = notBefore === undefined ? "" : `, not before ${notBefore}`;
  if (unproven) return `proven of no release${bound}`;
  if (since === undefined) return undefined;
  return since === notBefore ? `since ${since}` : `in ${since}, perhaps earlier${bound}`;
}

/** The same as the beginning of a sentence. */
export function sinceSentence(dates: Dates): string | undefined {
  const words = sinceWords(dates);
  return words === undefined ? undefined : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
