import type { Commit } from "../records/repository.js";
import { commitTable } from "../records/repository.js";
import type { Store } from "../store.js";
import { putBlob } from "./blobs.js";
import { EMPTY_TREE } from "./format.js";
import { commitWith, historyOf, mergeBase } from "./history.js";
import { mergedTree } from "./merge.js";
import type { MergedTree } from "./merge.js";
import { changedTree, differences, entryAt } from "./trees.js";
import type { FileDifference, FileEntry } from "./trees.js";

/** Paths with their content; null takes one away. */
export type ContentChanges = Readonly<Record<string, string | null>>;

/** The tree of a commit's files. What a data file from before there were trees holds gets one when it is first asked for. */
export function treeOf(store: Store, commit: Commit): string {
  if (commit.tree !== undefined) return commit.tree;
  const before = [...historyOf(store, commit.project_id, commit.sha)]
    .flatMap((sha) => commitWith(store, commit.project_id, sha) ?? [])
    .toSorted((a, b) => a.id - b.id);
  const tree = before.reduce((made, { changes = {} }) => withContents(store, made, changes), EMPTY_TREE);
  store.of(commitTable).update(commit.id, { tree });
  return tree;
}

/** The tree with contents put in place; a file that was there keeps its mode. */
export function withContents(store: Store, tree: string, changes: ContentChanges): string {
  const files = Object.entries(changes).map(([path, content]): [string, FileEntry | null] => {
    if (content === null) return [path, null];
    const mode = entryAt(store, tree, path)?.mode;
    return [path, { mode: mode === undefined || mode === "040000" ? "100644" : mode, sha: putBlob(store, content) }];
  });
  return changedTree(store, tree, new Map(files));
}

/** The tree that a commit on its parents begins with: that of the only one, or what two have together. */
export function startingTree(store: Store, projectId: number, parents: readonly string[]): string {
  const [one, other] = parents;
  if (one !== undefined && other !== undefined) return mergeOf(store, projectId, one, other).tree;
  const parent = one === undefined ? undefined : commitWith(store, projectId, one);
  return parent === undefined ? EMPTY_TREE : treeOf(store, parent);
}

/** What a merge of two commits comes to. */
function mergeOf(store: Store, projectId: number, ours: string, theirs: string): MergedTree {
  const base = mergeBase(store, projectId, ours, theirs);
  const [mine, other] = [ours, theirs].map((sha) => startingTree(store, projectId, [sha]));
  return mergedTree(store, base && treeOf(store, base), mine ?? EMPTY_TREE, other ?? EMPTY_TREE);
}

/** True when two commits cannot be merged: both sides changed lines that overlap, or one a file that the other took away. */
export function conflicts(store: Store, projectId: number, one: string, other: string): boolean {
  return mergeOf(store, projectId, one, other).conflicts.length > 0;
}

/** The files that differ between two commits; all of the second where there is no first. */
export function changesBetween(store: Store, projectId: number, before: string | undefined, after: string): FileDifference[] {
  const from = startingTree(store, projectId, before === undefined ? [] : [before]);
  return differences(store, from, startingTree(store, projectId, [after]));
}
