import { Buffer } from "node:buffer";
import { diffArrays } from "diff";
import { firstPlace } from "../order.js";

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

/** Changed lines of which the shortest way from one text to another is looked for: it takes time by their square. */
const MOST_CHANGES = 1_000;

/** The same between two lines that stay, where there are more of them in all. */
const MOST_BETWEEN = 100;

/**
 * What turns one list of lines into another: by the fewest changes, as long as these are few. Of many changes lines that stand once in both hold their places, and what lies between
 * two of them is replaced as a whole where much of it changed.
 */
export function hunksBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  if (before.length > 0 && after.length > 0) return fewest(before, after, MOST_CHANGES) ?? aroundKept(before, after);
  return before.length === after.length ? [] : [{ start: 0, count: before.length, lines: after, at: 0 }];
}

function fewest(before: readonly string[], after: readonly string[], maxEditLength: number): Hunk[] | undefined {
  const hunks: Hunk[] = [];
  let [start, count]: [number, number] = [0, 0];
  let lines: string[] = [];
  let at = 0;
  const close = (): void => {
    if (count > 0 || lines.length > 0) hunks.push({ start, count, lines, at });
    [start, at, count, lines] = [start + count, at + lines.length, 0, []];
  };
  const parts = diffArrays([...before], [...after], { maxEditLength });
  if (parts === undefined) return undefined;
  for (const part of parts) {
    if (part.removed) count += part.value.length;
    else if (part.added) lines = [...lines, ...part.value];
    else {
      close();
      start += part.value.length;
      at += part.value.length;
    }
  }
  close();
  return hunks;
}

function aroundKept(before: readonly string[], after: readonly string[]): Hunk[] {
  const ends = { start: before.length, at: after.length };
  const hunks: Hunk[] = [];
  let [start, at] = [0, 0];
  for (const kept of [...keptLines(before, after), ends]) {
    const [old, now] = [before.slice(start, kept.start), after.slice(at, kept.at)];
    const whole = old.length === 0 && now.length === 0 ? [] : [{ start: 0, count: old.length, lines: now, at: 0 }];
    const between = old.length === 0 || now.length === 0 ? whole : (fewest(old, now, MOST_BETWEEN) ?? whole);
    for (const hunk of between) hunks.push({ ...hunk, start: start + hunk.start, at: at + hunk.at });
    [start, at] = [kept.start + 1, kept.at + 1];
  }
  return hunks;
}

/** A line that both texts have, by its places, and the one that is kept before it. */
interface KeptLine {
  readonly start: number;
  readonly at: number;
  readonly previous: KeptLine | undefined;
}

/** The longest row of lines that stand once in both texts, in the same order. */
function keptLines(before: readonly string[], after: readonly string[]): KeptLine[] {
  const [places, others] = [placesOfUnique(before), placesOfUnique(after)];
  /** For each length of a row, the last line of the row that ends first in the other text. */
  const rows: KeptLine[] = [];
  for (const [line, start] of places) {
    const at = others.get(line);
    if (at === undefined) continue;
    const place = firstPlace(rows, (row) => row.at < at);
    rows[place] = { start, at, previous: rows[place - 1] };
  }
  const kept: KeptLine[] = [];
  for (let row = rows.at(-1); row !== undefined; row = row.previous) kept.push(row);
  return kept.toReversed();
}

function placesOfUnique(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, place) => {
    if (places.has(line)) repeated.add(line);
    else places.set(line, place);
  });
  for (const line of repeated) places.delete(line);
  return places;
}

/** A text that two sides changed, with the changes of both, as git merges it: changes that overlap or touch must be the same. Undefined where they are not. */
export function mergedLines(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Buffer | undefined {
  const [old, mine, other] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const waiting = { mine: hunksBetween(old, mine), other: hunksBetween(old, other) };
  const merged: (readonly string[])[] = [];
  let place = 0;
  for (let region = nextRegion(waiting); region !== undefined; region = nextRegion(waiting)) {
    const [left, right] = [withHunks(old, region, region.mine), withHunks(old, region, region.other)];
    if (region.mine.length > 0 && region.other.length > 0 && left.join("") !== right.join("")) return undefined;
    merged.push(old.slice(place, region.start), region.mine.length > 0 ? left : right);
    place = region.end;
  }
  return Buffer.from([...merged, old.slice(place)].flat().join(""), "latin1");
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
  const lines: (readonly string[])[] = [];
  let place = start;
  for (const hunk of hunks) {
    lines.push(old.slice(place, hunk.start), hunk.lines);
    place = hunk.start + hunk.count;
  }
  return [...lines, old.slice(place, end)].flat();
}
