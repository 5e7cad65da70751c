import type { Store } from "../store.js";
import { blobBytes, isBinary } from "./blobs.js";
import { linesOf } from "./lines.js";
import type { FilePatch } from "./patch.js";
import type { FileDifference } from "./trees.js";

/** From this share of common bytes on a file that came is the one that went under another name. */
const LIKENESS = 0.3;
/** With more files than this on a side only those that are the same byte for byte are looked for. */
const MOST = 50;

/** Differences as patches: a file that went and one like it that came are one that was renamed. */
export function withRenames(store: Store, found: readonly FileDifference[]): FilePatch[] {
  const gone = found.filter(({ after }) => after === undefined);
  const come = found.filter(({ before }) => before === undefined);
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
      [...left].find((one) => one.before?.sha === added.after?.sha),
    );
  if (left.size <= MOST && come.length <= MOST)
    for (const added of come) if (!pairs.has(added)) pair(added, mostAlike(store, added, [...left]));
  const renamed = new Set(pairs.values());
  return found
    .filter((one) => !renamed.has(one))
    .map((one) => {
      const from = pairs.get(one) ?? one;
      return { old_path: from.path, new_path: one.path, before: from.before, after: one.after };
    });
}

function mostAlike(store: Store, added: FileDifference, removed: readonly FileDifference[]): FileDifference | undefined {
  const scored = removed.map((one) => ({ one, score: likeness(store, one.before?.sha, added.after?.sha) }));
  return scored.filter(({ score }) => score >= LIKENESS).toSorted((a, b) => b.score - a.score)[0]?.one;
}

/** The share of bytes in lines that both have, of the larger one. */
function likeness(store: Store, one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return 0;
  const [before, after] = [blobBytes(store, one), blobBytes(store, other)];
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
