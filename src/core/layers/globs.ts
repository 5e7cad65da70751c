import { inOneCase } from "../glob.js";

/** One step of two sequences that are walked side by side: a letter of a segment, or a segment of a path. */
interface Steps {
  /** What stands for any number of steps, also none. */
  readonly any: string;
  readonly agree: (a: string, b: string) => boolean;
}

const anySegments = "**";
const anyLetters = "*";

/** How near to one path a glob is: the number of its leading segments without a wildcard (`**` 0, `acme/**` 1). A full path is nearer than every glob. */
export function globDepth(pattern: string): number {
  const wild = pattern.split("/").findIndex((segment) => segment.includes(anyLetters));
  return wild < 0 ? Number.POSITIVE_INFINITY : wild;
}

/** True if there is a full path that both globs match, as `glob` of core/glob.ts does. Takes time by the product of their lengths at most. */
export function overlaps(a: string, b: string): boolean {
  return meet(segmentsOf(a), segmentsOf(b), { any: anySegments, agree: segmentsOverlap });
}

/** True if every full path that `inner` matches is one that `outer` matches. Of globs with wildcards on both sides it may miss some of which that is so. */
export function covers(outer: string, inner: string): boolean {
  return absorb(segmentsOf(outer), segmentsOf(inner), { any: anySegments, agree: segmentCovers });
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.split("/").map((segment) => (segment === anySegments ? segment : inOneCase(segment)));
}

/** No segment of a full path is empty. */
function segmentsOverlap(a: string, b: string): boolean {
  if (a === "" || b === "") return false;
  return meet(a.split(""), b.split(""), { any: anyLetters, agree: (left, right) => left === right });
}

function segmentCovers(outer: string, inner: string): boolean {
  return absorb(outer.split(""), inner.split(""), { any: anyLetters, agree: (left, right) => left === right });
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

/** What is known of the rests: `below` without this step of `a`, `here` without this step of `b`, `both` without either. False beyond an end. */
interface Rests {
  readonly here: boolean;
  readonly below: boolean;
  readonly both: boolean;
}

function decide(
  a: readonly string[],
  b: readonly string[],
  step: (left: string | undefined, right: string | undefined, rests: Rests) => boolean,
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
