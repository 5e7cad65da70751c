import { findProject, requireUser } from "../../core/access.js";
import type { Context, Handler } from "../../core/context.js";
import { commitWith, commitsBetween } from "../../core/git/history.js";
import type { Commit } from "../../core/git/records.js";
import type { Project, User } from "../../core/records.js";
import { type Reply, notFound } from "../../core/replies.js";
import { branchNamed } from "../../core/repository.js";
import type { Store } from "../../core/store.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { sightOf } from "../work-items/visibility.js";

/** A merge request with its target project, and who asks for it. */
export interface FoundMergeRequest {
  readonly mergeRequest: MergeRequest;
  readonly project: Project;
  readonly user: User;
}

/**
 * The merge request of a path (`id`, `merge_request_iid`) with its target project and the caller. Throws 401 without a caller (document 3: every call
 * requires authentication) and 404 when the caller may not see it.
 */
export function findMergeRequest(context: Context): FoundMergeRequest {
  const { store, params } = context;
  const user = requireUser(context);
  const project = findProject(context);
  const key = `${project.id}:${params.requiredNumber("merge_request_iid")}`;
  const mergeRequest = store.of(mergeRequestTable).first("iid", key);
  if (mergeRequest === undefined || !sightOf(store, user)(project).mergeRequests) throw notFound();
  return { mergeRequest, project, user };
}

/** What is done with the merge request of a path. */
export function withMergeRequest(handle: (context: Context, hit: FoundMergeRequest) => Reply): Handler {
  return (context) => handle(context, findMergeRequest(context));
}

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
