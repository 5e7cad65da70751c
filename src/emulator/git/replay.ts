import type { User } from "../records.js";
import type { Commit } from "../records/repository.js";
import { insertCommit } from "../repository.js";
import type { Store } from "../store.js";
import { startingTree, treeOf } from "./commit-trees.js";
import { mergedTree } from "./merge.js";
import type { MergedTree } from "./merge.js";

/** What another commit's tree becomes when it takes over what a commit changed, or with `undoes` what it was before that. A merge is looked at from its first parent. */
export function replayedTree(store: Store, commit: Commit, onto: string, undoes = false): MergedTree {
  const before = startingTree(store, commit.project_id, commit.parent_ids.slice(0, 1));
  const [base, theirs] = undoes ? [treeOf(store, commit), before] : [before, treeOf(store, commit)];
  return mergedTree(store, base, startingTree(store, commit.project_id, [onto]), theirs);
}

/**
 * Puts commits, oldest first, one after another onto another commit, as a rebase does: authors and their times stay, and one whose changes are there
 * already falls away. Returns the hash of the last; undefined where they do not fit.
 */
export function replay(
  store: Store,
  commits: readonly Commit[],
  onto: string,
  committer: Pick<User, "name" | "email">,
): string | undefined {
  let head = onto;
  for (const commit of commits) {
    const { tree, conflicts } = replayedTree(store, commit, head);
    if (conflicts.length > 0) return undefined;
    const wasEmpty = treeOf(store, commit) === startingTree(store, commit.project_id, commit.parent_ids.slice(0, 1));
    if (tree === startingTree(store, commit.project_id, [head]) && !wasEmpty) continue;
    head = insertCommit(store, commit.project_id, {
      message: commit.message,
      author: { name: commit.author_name, email: commit.author_email },
      authored_at: commit.authored_date,
      committer,
      tree,
      parent_ids: [head],
    }).sha;
  }
  return head;
}
