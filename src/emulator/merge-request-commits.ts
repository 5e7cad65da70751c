import { commitsBetween, commitWith } from "./git/history.js";
import type { Commit } from "./records/repository.js";
import type { MergeRequest } from "./records/work-items.js";
import { branchNamed } from "./repository.js";
import type { Store } from "./store.js";

/** The commits that a merge request brings to its target branch, oldest first; once it is merged, those that it brought. */
export function commitsOf(store: Store, mergeRequest: MergeRequest): Commit[] {
  const start = startOf(store, mergeRequest);
  return start === undefined ? [] : commitsBetween(store, mergeRequest.project_id, start, mergeRequest.sha);
}

/** Where the target branch stands, or stood before the merge; undefined when it is gone. */
export function startOf(store: Store, mergeRequest: MergeRequest): string | undefined {
  const { project_id, merge_commit_sha, target_branch, start_sha } = mergeRequest;
  if (start_sha !== undefined) return start_sha;
  const merge = merge_commit_sha === null ? undefined : commitWith(store, project_id, merge_commit_sha);
  return merge?.parent_ids[0] ?? branchNamed(store, project_id, target_branch)?.sha;
}
