import type * as Re2 from "re2js";
import { late } from "./remembered.js";

/** What is wrong with a pattern in the words of real servers, whose patterns run in linear time (RE2). Undefined where it is one. */
export function problemOfPattern(pattern: string): string | undefined {
  const { RE2JS, RE2JSSyntaxException } = re2();
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const [behind] = /^\(\?<[=!]/.exec(error.getPattern() ?? "") ?? [];
    const problem = error.getDescription();
    const detail =
      behind === undefined ? `${WORDS[problem] ?? problem}: ${error.getPattern()}` : `invalid perl operator: ${behind}`;
    return `not valid RE2 syntax: ${detail}`;
  }
}

/** True where a pattern finds itself in a text. What is no pattern finds nothing. */
export function isFound(pattern: string, text: string): boolean {
  return problemOfPattern(pattern) === undefined && patternTest(pattern)(text);
}

/**
 * Whether a pattern finds itself in a text: in time by the length of the text, whatever the pattern is. Of the flags `i`, `m` and `s` mean what they mean in regular expressions;
 * others mean nothing. Throws for what is no pattern.
 */
export function patternTest(pattern: string, flags = ""): (text: string) => boolean {
  const { RE2JS } = re2();
  const known: Readonly<Record<string, number>> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
  const compiled = RE2JS.compile(
    pattern,
    Array.from(new Set(flags)).reduce((sum, flag) => sum | (known[flag] ?? 0), 0),
  );
  return (text) => compiled.matcher(text).find();
}

/** What the named groups of a pattern hold where it first finds itself in a text, nothing for those that take no part; undefined where it does not. Throws for what is no pattern. */
export function patternGroups(pattern: string): (text: string) => Readonly<Record<string, string | undefined>> | undefined {
  const compiled = re2().RE2JS.compile(pattern);
  const names = Object.keys(compiled.namedGroups());
  return (text) => {
    const matcher = compiled.matcher(text);
    if (!matcher.find()) return undefined;
    return Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));
  };
}

const re2 = () => late("re2js") as typeof Re2;

/** Problems as real servers name them, where the package has other words. */
const WORDS: Readonly<Record<string, string>> = {
  "invalid or unsupported Perl syntax": "invalid perl operator",
  "invalid named capture": "invalid named capture group",
  "invalid nested repetition operator": "bad repetition operator",
  "invalid repeat count": "invalid repetition size",
  "missing argument to repetition operator": "no argument for repetition operator",
  "missing closing )": "missing )",
  "missing closing ]": "missing ]",
};
