import { TrueupError } from "./errors.js";
import { didYouMean } from "./names.js";

/**
 * Turns a path glob into a test: `*` is one segment or a part of one, `**` is any number of segments, also none.
 * Letter case does not count, as in the platform's paths. Used by `delete_undeclared`; see `addressGlob` for addresses.
 * Like all globs here it takes time by the product of both lengths at most, however many wildcards it has.
 */
export function glob(pattern: string): (path: string) => boolean {
  const matches = pathTest(inOneCase(pattern));
  return (path) => matches(inOneCase(path));
}

/** The same for the paths of files, of which letter case counts: who answers for a file is found by its exact path. */
export function fileGlob(pattern: string): (path: string) => boolean {
  return pathTest(pattern);
}

/** With a slash before each of its segments a path or glob has no segment that begins otherwise. */
function pathTest(pattern: string): (path: string) => boolean {
  const whole = `/${pattern}`;
  // Most paths of an instance are told apart here already.
  const [head = ""] = pattern.split(/\/?\*/, 1);
  return (path) => path.startsWith(head) && isFitting(whole, `/${path}`, "/");
}

/** Turns a pattern in which `*` is any text, also none, into a test. Letter case counts. */
export function textGlob(pattern: string): (text: string) => boolean {
  return (text) => isFitting(pattern, text, undefined);
}

/** A wildcard that may have to take more of a text: the place behind it in the pattern, and behind what it takes in the text. */
interface Wildcard {
  readonly at: number;
  readonly place: number;
}

/** What stands between wildcards is taken at its first place: only the last wildcard of a segment and the last `**` are gone back to. Without a separator all is one segment. */
function isFitting(pattern: string, text: string, separator: "/" | undefined): boolean {
  let [at, place] = [0, 0];
  let part: Wildcard | undefined;
  let segments: Wildcard | undefined;
  while (at < pattern.length || place < text.length) {
    const step = pattern[at];
    const isSeparator = step === "/" && separator !== undefined;
    const isBetween = place === text.length || text[place] === separator;
    if (isSeparator && isBetween && isAnySegments(pattern, at)) {
      at += "/**".length;
      [segments, part] = [{ at, place }, undefined];
    } else if (step === "*") {
      at += 1;
      part = { at, place };
    } else if (step !== undefined && step === text[place]) {
      [at, place] = [at + 1, place + 1];
      if (isSeparator) part = undefined;
    } else {
      if (part !== undefined && part.place < text.length && text[part.place] !== separator)
        part = { at: part.at, place: part.place + 1 };
      else if (segments !== undefined && segments.place < text.length)
        [segments, part] = [{ at: segments.at, place: nextSegment(text, segments.place) }, undefined];
      else return false;
      ({ at, place } = part ?? segments ?? { at, place });
    }
  }
  return true;
}

function isAnySegments(pattern: string, at: number): boolean {
  return pattern.startsWith("/**", at) && (at + 3 === pattern.length || pattern[at + 3] === "/");
}

function nextSegment(text: string, place: number): number {
  const next = text.indexOf("/", place + 1);
  return next < 0 ? text.length : next;
}

/** Letters that a regular expression without letter case takes for one are one here: each code unit by its capital, but none outside of ASCII by one inside. */
function inOneCase(text: string): string {
  if (isAscii.test(text)) return text.toUpperCase();
  return text.replaceAll(/[^]/g, (letter) => {
    const capital = letter.toUpperCase();
    const isOther = capital.length !== 1 || (letter.charCodeAt(0) > 127 && capital.charCodeAt(0) < 128);
    return isOther ? letter : capital;
  });
}

const isAscii = /^[\0-\x7f]*$/;

/** The same for addresses (`--target`), where colons part as slashes do: `integration:**` is every integration, `**:asana` what has this key. `*` may be a last segment with its key. */
export function addressGlob(pattern: string): (address: string) => boolean {
  const parted = (text: string): string => text.replaceAll(":", "/:/");
  const [plain, byPart] = [glob(pattern), glob(parted(pattern))];
  return (address) => plain(address) || byPart(parted(address));
}

/** What lies above all matches of a glob: its leading segments without a wildcard, and without the last segment. Empty if there are none. */
export function globRoot(pattern: string): string {
  const segments = pattern.split("/");
  const wild = segments.findIndex((segment) => segment.includes("*"));
  return segments.slice(0, wild < 0 ? -1 : wild).join("/");
}

/** A text as a regular expression that only it matches. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** One step of two sequences that are walked side by side: a letter of a segment, or a segment of a path. */
interface Steps {
  /** What stands for any number of steps, also none. */
  readonly any: string;
  readonly agree: (a: string, b: string) => boolean;
}

const anySegments = "**";
const letters: Steps = { any: "*", agree: (left, right) => left === right };

/** How near to one path a glob is: the number of its leading segments without a wildcard (`**` 0, `acme/**` 1). A full path is nearer than every glob. */
export function globDepth(pattern: string): number {
  const wild = pattern.split("/").findIndex((segment) => segment.includes("*"));
  return wild < 0 ? Number.POSITIVE_INFINITY : wild;
}

/** True if there is a full path that both globs match, as `glob` does. Takes time by the product of their lengths at most. */
export function overlaps(a: string, b: string): boolean {
  // No segment of a full path is empty.
  const agree = (left: string, right: string) => left !== "" && right !== "" && textsOverlap(left, right);
  return meet(segmentsOf(a), segmentsOf(b), { any: anySegments, agree });
}

/** True if every full path that `inner` matches is one that `outer` matches. Of globs with wildcards on both sides it may miss some of which that is so. */
export function covers(outer: string, inner: string): boolean {
  const agree = (left: string, right: string) => absorb(left.split(""), right.split(""), letters);
  return absorb(segmentsOf(outer), segmentsOf(inner), { any: anySegments, agree });
}

/** True if there is a text that both patterns match, as `textGlob` does. */
export function textsOverlap(a: string, b: string): boolean {
  return meet(a.split(""), b.split(""), letters);
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.split("/").map((segment) => (segment === anySegments ? segment : inOneCase(segment)));
}

/** True if some sequence is matched by both: decided row by row from the end, where a row says from which steps of `b` on the rest can meet the rest of `a`. */
function meet(a: readonly string[], b: readonly string[], { any, agree }: Steps): boolean {
  return decide(a, b, (left, right, { here, below, both }) => {
    if (left === any || right === any) return here || below;
    return left !== undefined && right !== undefined && both && agree(left, right);
  });
}

/** True if `outer` matches each sequence that `inner` stands for: only a wildcard takes a wildcard. */
function absorb(outer: readonly string[], inner: readonly string[], { any, agree }: Steps): boolean {
  return decide(outer, inner, (left, right, { here, below, both }) => {
    if (left === any) return below || here;
    return right !== any && left !== undefined && right !== undefined && both && agree(left, right);
  });
}

/** Of what is known of the rests, `below` is without this step of `a`, `here` without this step of `b`, `both` without either. False beyond an end. */
function decide(
  a: readonly string[],
  b: readonly string[],
  step: (left: string | undefined, right: string | undefined, rests: Record<"here" | "below" | "both", boolean>) => boolean,
): boolean {
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = [];
    for (let j = b.length; j >= 0; j--) {
      const isEnd = i === a.length && j === b.length;
      const rests = { here: row[j + 1] ?? false, below: below[j] ?? false, both: below[j + 1] ?? false };
      row[j] = isEnd || step(a[i], b[j], rests);
    }
    below = row;
  }
  return below[0] ?? false;
}

/**
 * Throws TrueupError `address.nothing` for the first glob that matches none of the addresses: a slip in it would look like a part that is all as it should be. `option` gave the globs, and `whose` says what
 * the addresses are of, such as `the files declare`.
 */
export function mustMatch(
  patterns: readonly string[],
  { option, whose, addresses }: { readonly option: string; readonly whose: string; readonly addresses: readonly string[] },
): void {
  const lost = patterns.find((pattern) => {
    const matches = addressGlob(pattern);
    return !addresses.some((address) => matches(address));
  });
  if (lost === undefined) return;
  throw new TrueupError({
    code: "address.nothing",
    message: `${option} ${lost} matches nothing that ${whose}`,
    hint: nearest(lost, addresses),
  });
}

function nearest(pattern: string, addresses: readonly string[]): string {
  // What stands around wildcards is as near as can be said.
  const plain = pattern.replaceAll(/\/?\*+/g, "");
  const near = didYouMean(plain === "" ? pattern : plain, addresses) ?? addresses.find((address) => address.startsWith(plain));
  if (near !== undefined) return `Did you mean ${near}?`;
  const [first] = addresses;
  return first === undefined
    ? "There is nothing that it could match."
    : `An address is kind:full/path[:key], such as project:acme/web. The first here is ${first}.`;
}
