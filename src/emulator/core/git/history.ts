import type { Store } from "../store.js";
import { EMPTY_TREE } from "./format.js";
import { type MergedTree, mergedTree } from "./merge.js";
import { type Commit, commitTable, inProject } from "./records.js";
import { type FileDifference, type FileEntry, changedTree, differences, entryAt, putBlob } from "./trees.js";

/** The commit with a full hash; undefined when the project does not have it. */
export function commitWith(store: Store, projectId: number, sha: string): Commit | undefined {
  return store.of(commitTable).first("sha", inProject(projectId, sha));
}

/** Hashes of a commit and of everything before it. */
export function historyOf(store: Store, projectId: number, sha: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [sha];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(commitWith(store, projectId, next)?.parent_ids ?? []));
  }
  return seen;
}

/** Those of the commits with these hashes that the project has, oldest first. */
export function commitsWith(store: Store, projectId: number, shas: Iterable<string>): Commit[] {
  return [...shas].flatMap((sha) => commitWith(store, projectId, sha) ?? []).toSorted((a, b) => a.id - b.id);
}

/** Commits that `head` has and `base` has not, oldest first. */
export function commitsBetween(store: Store, projectId: number, base: string, head: string): Commit[] {
  const before = historyOf(store, projectId, base);
  const further = [...historyOf(store, projectId, head)].filter((sha) => !before.has(sha));
  return commitsWith(store, projectId, further);
}

/** The newest commit that both have and that no other such commit comes after; undefined when they have nothing in common. */
export function mergeBase(store: Store, projectId: number, ours: string, other: string): Commit | undefined {
  if (ours === other) return commitWith(store, projectId, ours);
  const history = historyOf(store, projectId, other);
  const common = [...historyOf(store, projectId, ours)].filter((sha) => history.has(sha));
  const commits = commitsWith(store, projectId, common);
  const passed = new Set(commits.flatMap((commit) => commit.parent_ids));
  return commits.findLast(({ sha }) => !passed.has(sha));
}

/** True when a commit is another, or comes before it. */
export function isBefore(store: Store, projectId: number, sha: string, later: string): boolean {
  return sha === later || historyOf(store, projectId, later).has(sha);
}

/** Paths with their content; null takes one away. */
type ContentChanges = Readonly<Record<string, string | null>>;

/** The tree of a commit's files. What a data file from before there were trees holds gets one when it is first asked for. */
export function treeOf(store: Store, commit: Commit): string {
  if (commit.tree !== undefined) return commit.tree;
  const before = commitsWith(store, commit.project_id, historyOf(store, commit.project_id, commit.sha));
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
  const [first, other] = parents;
  if (first !== undefined && other !== undefined) return mergeOf(store, projectId, first, other).tree;
  const parent = first === undefined ? undefined : commitWith(store, projectId, first);
  return parent === undefined ? EMPTY_TREE : treeOf(store, parent);
}

/** What a merge of two commits comes to. */
function mergeOf(store: Store, projectId: number, ours: string, theirs: string): MergedTree {
  const base = mergeBase(store, projectId, ours, theirs);
  const [mine, other] = [ours, theirs].map((sha) => startingTree(store, projectId, [sha]));
  return mergedTree(store, base && treeOf(store, base), mine ?? EMPTY_TREE, other ?? EMPTY_TREE);
}

/** True when two commits cannot be merged: both sides changed lines that overlap, or one a file that the other took away. */
export function conflicts(store: Store, projectId: number, sha: string, other: string): boolean {
  return mergeOf(store, projectId, sha, other).conflicts.length > 0;
}

/** The files that differ between two commits; all of the second where there is no first. */
export function changesBetween(store: Store, projectId: number, before: string | undefined, after: string): FileDifference[] {
  const from = startingTree(store, projectId, before === undefined ? [] : [before]);
  return differences(store, from, startingTree(store, projectId, [after]));
}
