import { Buffer } from "node:buffer";
import { diffArrays } from "diff";

/** Lines of one text that another has in place of `count` lines from `start` on. */
export interface Hunk {
  readonly start: number;
  readonly count: number;
  readonly lines: readonly string[];
  /** Where they stand in the other text. */
  readonly at: number;
}

/** The lines of a text, each with its line feed. Bytes stand for themselves, so that any text comes back as it was. */
export function linesOf(bytes: Uint8Array): string[] {
  return (
    Buffer.from(bytes)
      .toString("latin1")
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

/** What turns one list of lines into another. */
export function hunksBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [start, count]: [number, number] = [0, 0];
  let lines: string[] = [];
  let at = 0;
  const close = (): void => {
    if (count > 0 || lines.length > 0) hunks.push({ start, count, lines, at });
    [start, at, count, lines] = [start + count, at + lines.length, 0, []];
  };
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) count += part.value.length;
    else if (part.added) lines.push(...part.value);
    else {
      close();
      start += part.value.length;
      at += part.value.length;
    }
  }
  close();
  return hunks;
}

/**
 * A text that two sides changed, with the changes of both, as git merges it: changes that overlap or touch must be the same. Undefined where they are not.
 */
export function mergedLines(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Buffer | undefined {
  const [old, mine, other] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const waiting = { mine: hunksBetween(old, mine), other: hunksBetween(old, other) };
  const merged: string[] = [];
  let place = 0;
  for (let region = nextRegion(waiting); region !== undefined; region = nextRegion(waiting)) {
    const [left, right] = [withHunks(old, region, region.mine), withHunks(old, region, region.other)];
    if (region.mine.length > 0 && region.other.length > 0 && left.join("") !== right.join("")) return undefined;
    merged.push(...old.slice(place, region.start), ...(region.mine.length > 0 ? left : right));
    place = region.end;
  }
  return Buffer.from([...merged, ...old.slice(place)].join(""), "latin1");
}

/** Hunks of both sides that overlap or touch one another. */
interface Region {
  start: number;
  end: number;
  readonly mine: Hunk[];
  readonly other: Hunk[];
}

function nextRegion(waiting: { readonly mine: Hunk[]; readonly other: Hunk[] }): Region | undefined {
  const start = Math.min(waiting.mine[0]?.start ?? Infinity, waiting.other[0]?.start ?? Infinity);
  if (start === Infinity) return undefined;
  const region: Region = { start, end: start, mine: [], other: [] };
  for (let grown = true; grown;) {
    grown = false;
    for (const side of ["mine", "other"] as const) {
      const [next] = waiting[side];
      if (next === undefined || next.start > region.end) continue;
      waiting[side].shift();
      region[side].push(next);
      region.end = Math.max(region.end, next.start + next.count);
      grown = true;
    }
  }
  return region;
}

function withHunks(old: readonly string[], { start, end }: Region, hunks: readonly Hunk[]): string[] {
  const lines: string[] = [];
  let place = start;
  for (const hunk of hunks) {
    lines.push(...old.slice(place, hunk.start), ...hunk.lines);
    place = hunk.start + hunk.count;
  }
  return [...lines, ...old.slice(place, end)];
}
