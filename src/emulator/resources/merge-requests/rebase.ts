import { type Context, type PlatformState, later } from "../../core/context.js";
import { commitWith, commitsBetween, conflicts, isBefore } from "../../core/git/history.js";
import type { Json, Project, User } from "../../core/records.js";
import { type Reply, accepted, badRequest, conflict } from "../../core/replies.js";
import { branchNamed, fetchCommits, insertCommit, moveBranch, replay } from "../../core/repository.js";
import { repeatPipeline } from "../pipelines/progress.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { requirePush } from "./fields.js";
import type { FoundMergeRequest } from "./lookup.js";
import { branchMoved } from "./merge.js";
import { brokenBranches, currentPipeline } from "./mergeability.js";

type Rebase = { readonly merge_request_id: number; readonly user_id: number; readonly skip_ci: boolean };

const FAILED = "Rebase failed: Rebase locally, resolve all conflicts, then push the branch.";

/**
 * PUT rebase (document 3): 202, and the source branch is rebased in the background. Throws 403 without push permission on it, 409 when the merge request
 * is not open or is being rebased already (real servers).
 */
export function startRebase(context: Context, { mergeRequest, project, user }: FoundMergeRequest): Reply {
  requirePush(context, project, mergeRequest, user);
  if (mergeRequest.state !== "opened" || mergeRequest.rebase_in_progress) throw conflict("409 Conflict: Resource lock");
  context.store.of(mergeRequestTable).update(mergeRequest.id, { rebase_in_progress: true, merge_error: null });
  const input: Rebase = {
    merge_request_id: mergeRequest.id,
    user_id: user.id,
    skip_ci: context.params.flag("skip_ci") === true,
  };
  later({ store: context.store, instance: context.instance }, context.instance.workerDelay, "rebaseMergeRequest", input);
  return accepted({ rebase_in_progress: true });
}

/** Background work: puts the commits of the source branch onto the target branch, or says in `merge_error` that they do not fit. */
export function rebaseMergeRequest(world: PlatformState, input: Json): void {
  const { merge_request_id, user_id, skip_ci } = input as Rebase;
  const { store } = world;
  const mergeRequests = store.of(mergeRequestTable);
  const mergeRequest = mergeRequests.get(merge_request_id);
  const user = store.users.get(user_id);
  const project = mergeRequest && store.projects.get(mergeRequest.project_id);
  if (mergeRequest === undefined || user === undefined || project === undefined) return;
  const merge_error = mergeRequest.state === "opened" ? rebased(world, project, mergeRequest, user, skip_ci) : null;
  mergeRequests.update(merge_request_id, { rebase_in_progress: false, merge_error, updated_at: new Date().toISOString() });
}

/** Returns why it cannot be done, null when it is. */
function rebased(
  world: PlatformState,
  project: Project,
  mergeRequest: MergeRequest,
  user: User,
  skipsPipeline: boolean,
): string | null {
  const { store } = world;
  const { source_project_id, source_branch, sha } = mergeRequest;
  const pipeline = currentPipeline(world, mergeRequest);
  const target = branchNamed(store, project.id, mergeRequest.target_branch);
  if (target === undefined || branchNamed(store, source_project_id, source_branch) === undefined) return FAILED;
  if (isBefore(store, project.id, target.sha, sha)) return null;
  fetchCommits(store, project.id, source_project_id, target.sha);
  const commits = commitsBetween(store, source_project_id, target.sha, sha).filter((commit) => commit.parent_ids.length < 2);
  const head = replay(store, commits, target.sha, user);
  if (head === undefined) return FAILED;
  moveBranch(store, source_project_id, source_branch, head);
  if (pipeline !== undefined && !skipsPipeline) repeatPipeline(world, pipeline, head, user);
  branchMoved(world, source_project_id, source_branch, head);
  return null;
}

/**
 * The hash of the commit of `refs/merge-requests/:iid/merge`: what the target branch would be after a regular merge. No branch changes. The same commit
 * is answered until one of the branches moves. Throws 400 that says why there is none (document 1, Errors).
 */
export function mergeRef(world: PlatformState, { project, mergeRequest, user }: FoundMergeRequest): string {
  const { store } = world;
  const target = branchNamed(store, project.id, mergeRequest.target_branch);
  const reason = reasonAgainst(world, mergeRequest, target?.sha);
  if (reason !== undefined || target === undefined) throw badRequest(`Merge request is not mergeable: ${reason}`);
  const parent_ids = [target.sha, mergeRequest.sha];
  const known = commitWith(store, project.id, mergeRequest.merge_ref_sha ?? "");
  if (known !== undefined && known.parent_ids.join() === parent_ids.join()) return known.sha;
  const message = `Merge branch '${mergeRequest.source_branch}' into '${mergeRequest.target_branch}'`;
  const { sha } = insertCommit(store, project.id, { message, author: user, parent_ids });
  store.of(mergeRequestTable).update(mergeRequest.id, { merge_ref_sha: sha });
  return sha;
}

function reasonAgainst({ store }: PlatformState, mergeRequest: MergeRequest, targetSha: string | undefined): string | undefined {
  if (mergeRequest.state === "merged") return "it is already merged";
  if (mergeRequest.state === "closed") return "it is closed";
  const reason = brokenBranches({ store }, mergeRequest);
  if (reason === "branches" || targetSha === undefined) return "its source or target branch does not exist";
  if (reason === "commits") return "it is empty, its source branch has no commit that the target branch lacks";
  return conflicts(store, mergeRequest.project_id, targetSha, mergeRequest.sha) ? "its branches have conflicts" : undefined;
}
