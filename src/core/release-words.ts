import type { Dates } from "./release-facts.js";

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
