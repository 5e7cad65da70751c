import { Buffer } from "node:buffer";
import type { Store } from "../store.js";
import { type Hunk, hunksBetween, linesOf } from "./lines.js";
import { type FileDifference, type FileEntry, blobBytes, isBinary } from "./trees.js";

const CONTEXT = 3;

const LARGEST = 1024 * 1024;

/** A file that changed, and perhaps its name with it. */
export interface FilePatch {
  readonly old_path: string;
  readonly new_path: string;
  readonly before: FileEntry | undefined;
  readonly after: FileEntry | undefined;
}

/** Lines that a change brings and takes away. */
interface LineCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** The text of a patch without its header, as `git diff` writes it; undefined where the file is too large for one. */
export function patchText(store: Store, patch: FilePatch): string | undefined {
  const { before, after } = patch;
  if (before?.sha === after?.sha) return "";
  const [old, now] = [contentOf(store, before), contentOf(store, after)];
  if (old.length > LARGEST || now.length > LARGEST) return undefined;
  if (isBinary(old) || isBinary(now)) {
    const [from, to] = namesIn(patch);
    return `Binary files ${from} and ${to} differ\n`;
  }
  const [oldLines, newLines] = [linesOf(old), linesOf(now)];
  const groups = grouped(hunksBetween(oldLines, newLines));
  return Buffer.from(groups.map((hunks) => hunkText(oldLines, hunks)).join(""), "latin1").toString("utf8");
}

/** What a patch calls the file before and after it. */
function namesIn({ old_path, new_path, before, after }: FilePatch): [from: string, to: string] {
  return [before === undefined ? "/dev/null" : `a/${old_path}`, after === undefined ? "/dev/null" : `b/${new_path}`];
}

/** The lines that git writes before the text of a patch. */
export function patchHeader(patch: FilePatch, text: string): string {
  const { old_path, new_path, before, after } = patch;
  const [from, to] = namesIn(patch);
  const short = (file: FileEntry | undefined): string => (file?.sha ?? "0".repeat(40)).slice(0, 11);
  const isSame = before?.sha === after?.sha;
  const hasNames = !isSame && !text.startsWith("Binary files ");
  const modes = before !== undefined && after !== undefined && before.mode !== after.mode;
  return [
    `diff --git a/${old_path} b/${new_path}`,
    ...(before === undefined && after !== undefined ? [`new file mode ${after.mode}`] : []),
    ...(after === undefined && before !== undefined ? [`deleted file mode ${before.mode}`] : []),
    ...(modes ? [`old mode ${before.mode}`, `new mode ${after.mode}`] : []),
    ...(isSame ? [] : [`index ${short(before)}..${short(after)}${before?.mode === after?.mode ? ` ${after?.mode}` : ""}`]),
    ...(hasNames ? [`--- ${from}`, `+++ ${to}`] : []),
    "",
  ].join("\n");
}

/** How many lines differ; none of what is no text. */
export function lineCounts(store: Store, { before, after }: Pick<FileDifference, "before" | "after">): LineCounts {
  const [old, now] = [contentOf(store, before), contentOf(store, after)];
  if (before?.sha === after?.sha || isBinary(old) || isBinary(now)) return { additions: 0, deletions: 0 };
  const hunks = hunksBetween(linesOf(old), linesOf(now));
  return {
    additions: hunks.reduce((sum, { lines }) => sum + lines.length, 0),
    deletions: hunks.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Hunks that stand so near that their contexts meet go together. */
function grouped(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.start - (last.start + last.count) <= CONTEXT * 2) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function hunkText(old: readonly string[], hunks: readonly Hunk[]): string {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (first === undefined || last === undefined) return "";
  const start = Math.max(first.start - CONTEXT, 0);
  const end = Math.min(last.start + last.count + CONTEXT, old.length);
  const body: string[][] = [];
  let place = start;
  for (const { start: at, count, lines } of hunks) {
    const gone = old.slice(at, at + count);
    body.push(marked(" ", old.slice(place, at)), marked("-", gone), marked("+", lines));
    place = at + count;
  }
  body.push(marked(" ", old.slice(place, end)));
  const grown = hunks.reduce((sum, { count, lines }) => sum + lines.length - count, 0);
  const now = range(first.at - (first.start - start), end - start + grown);
  return `@@ -${range(start, end - start)} +${now} @@${heading(old, start)}\n${body.flat().join("")}`;
}

function marked(sign: string, lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`));
}

/** Where lines begin and how many they are; no lines are said to stand after the one before them. */
function range(start: number, count: number): string {
  if (count === 0) return `${start},0`;
  return count === 1 ? String(start + 1) : `${start + 1},${count}`;
}

/** The line above that begins with a letter: git takes it for the function that the change is in. */
function heading(old: readonly string[], start: number): string {
  const line = old.slice(0, start).findLast((candidate) => /^[A-Za-z_$]/.test(candidate));
  return line === undefined ? "" : ` ${line.trimEnd().slice(0, 80).trimEnd()}`;
}

function contentOf(store: Store, file: FileEntry | undefined): Buffer {
  if (file === undefined) return Buffer.alloc(0);
  return file.mode === "160000" ? Buffer.from(`Subproject commit ${file.sha}\n`) : blobBytes(store, file.sha);
}

/** From this share of common bytes on a file that came is the one that went under another name. */
const LIKENESS = 0.3;

/** With more files than this on a side only those that are the same byte for byte are looked for. */
const MOST = 50;

/** Differences as patches: a file that went and one like it that came are one that was renamed. */
export function withRenames(store: Store, differences: readonly FileDifference[]): FilePatch[] {
  const gone = differences.filter(({ after }) => after === undefined);
  const come = differences.filter(({ before }) => before === undefined);
  const pairs = new Map<FileDifference, FileDifference>();
  const left = new Set(gone);
  const pair = (added: FileDifference, removed: FileDifference | undefined): void => {
    if (removed === undefined) return;
    pairs.set(added, removed);
    left.delete(removed);
  };
  for (const added of come)
    pair(
      added,
      [...left].find((candidate) => candidate.before?.sha === added.after?.sha),
    );
  if (left.size <= MOST && come.length <= MOST)
    for (const added of come) if (!pairs.has(added)) pair(added, mostAlike(store, added, [...left]));
  const renamed = new Set(pairs.values());
  return differences
    .filter((candidate) => !renamed.has(candidate))
    .map((difference) => {
      const from = pairs.get(difference) ?? difference;
      return { old_path: from.path, new_path: difference.path, before: from.before, after: difference.after };
    });
}

function mostAlike(store: Store, added: FileDifference, removed: readonly FileDifference[]): FileDifference | undefined {
  const scored = removed.map((row) => ({ row, score: likeness(store, row.before?.sha, added.after?.sha) }));
  return scored.filter(({ score }) => score >= LIKENESS).toSorted((a, b) => b.score - a.score)[0]?.row;
}

/** The share of bytes in lines that both have, of the larger one. */
function likeness(store: Store, sha: string | undefined, other: string | undefined): number {
  if (sha === undefined || other === undefined) return 0;
  const [before, after] = [blobBytes(store, sha), blobBytes(store, other)];
  if (isBinary(before) || isBinary(after) || before.length === 0 || after.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of linesOf(after)) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    common += line.length;
  }
  return common / Math.max(before.length, after.length);
}
