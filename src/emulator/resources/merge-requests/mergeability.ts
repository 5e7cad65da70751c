import { type PlatformState, later } from "../../core/context.js";
import { commitsBetween, conflicts, historyOf } from "../../core/git/history.js";
import type { Json, Project } from "../../core/records.js";
import { branchNamed } from "../../core/repository.js";
import { isApproved } from "../merge-request-approvals/records.js";
import { isBlocked } from "../merge-request-blocks/records.js";
import type { Pipeline } from "../pipelines/records.js";
import { type MergeRequest, mergeRequestTable, noteTable, noteableKey } from "../work-items/records.js";
import { headPipeline } from "./pipelines.js";

/** States of a pipeline that still works (real servers). */
const ACTIVE: readonly string[] = ["waiting_for_resource", "pending", "running"];

/** Why a merge request cannot be merged as it stands, whatever its branches hold. */
type Obstacle = "state" | "draft" | "branches" | "commits" | "discussions" | "pipeline" | "approvals" | "blocked";

/**
 * The first thing that stands in the way of a merge (document 1, Errors: 405; the conditions from real servers); undefined when nothing does.
 * @param ignoresPipeline true for what waits for its pipeline
 */
export function obstacle(
  world: PlatformState,
  project: Project,
  mergeRequest: MergeRequest,
  ignoresPipeline = false,
): Obstacle | undefined {
  if (mergeRequest.state !== "opened") return "state";
  if (mergeRequest.draft) return "draft";
  const broken = brokenBranches(world, mergeRequest);
  if (broken !== undefined) return broken;
  const { attributes } = project;
  if (attributes["only_allow_merge_if_all_discussions_are_resolved"] === true && !areDiscussionsResolved(world, mergeRequest))
    return "discussions";
  if (!ignoresPipeline && !isPipelineFine(world, project, mergeRequest)) return "pipeline";
  if (!isApproved(world, project, mergeRequest)) return "approvals";
  return isBlocked(world.store, mergeRequest) ? "blocked" : undefined;
}

/** True when the branches can be merged: no conflict, and a fast-forward where the merge method wants one (document 3, merge_method). */
export function canBranchesMerge(world: PlatformState, project: Project, mergeRequest: MergeRequest): boolean {
  const { store } = world;
  if (brokenBranches(world, mergeRequest) !== undefined) return false;
  const target = branchNamed(store, project.id, mergeRequest.target_branch);
  if (target === undefined || conflicts(store, project.id, target.sha, mergeRequest.sha)) return false;
  const method = project.attributes["merge_method"] ?? "merge";
  return method === "merge" || historyOf(store, project.id, mergeRequest.sha).has(target.sha);
}

/**
 * Looks anew whether the branches conflict, and keeps the answer as `merge_status`. A branch that only has to be rebased does not conflict. Nothing
 * changes in a merge request that is not open.
 */
export function recheckMergeStatus(world: PlatformState, mergeRequest: MergeRequest): MergeRequest {
  if (mergeRequest.state !== "opened") return mergeRequest;
  const { store } = world;
  const target = branchNamed(store, mergeRequest.project_id, mergeRequest.target_branch);
  const isBroken = target === undefined || brokenBranches(world, mergeRequest) !== undefined;
  const isInConflict = isBroken || conflicts(store, mergeRequest.project_id, target.sha, mergeRequest.sha);
  const merge_status = isInConflict ? "cannot_be_merged" : "can_be_merged";
  if (merge_status === mergeRequest.merge_status) return mergeRequest;
  return store.of(mergeRequestTable).update(mergeRequest.id, { merge_status });
}

/** The pipeline of the commit that would be merged. */
export function currentPipeline(world: PlatformState, mergeRequest: MergeRequest): Pipeline | undefined {
  const pipeline = headPipeline(world, mergeRequest);
  return pipeline?.sha === mergeRequest.sha ? pipeline : undefined;
}

/** True while the pipeline of the merge request works. */
export function isPipelineActive(world: PlatformState, mergeRequest: MergeRequest): boolean {
  return ACTIVE.includes(headPipeline(world, mergeRequest)?.status ?? "");
}

/** What is wrong with the branches: one is gone, or the source branch has no commit that the target branch lacks. */
export function brokenBranches(
  { store }: Pick<PlatformState, "store">,
  mergeRequest: MergeRequest,
): "branches" | "commits" | undefined {
  const { project_id, source_project_id, source_branch, target_branch, sha } = mergeRequest;
  const target = branchNamed(store, project_id, target_branch);
  if (target === undefined || branchNamed(store, source_project_id, source_branch) === undefined) return "branches";
  return commitsBetween(store, project_id, target.sha, sha).length === 0 ? "commits" : undefined;
}

/** True when no note that can be resolved waits for it. */
export function areDiscussionsResolved({ store }: Pick<PlatformState, "store">, { id }: MergeRequest): boolean {
  const notes = store.of(noteTable).where("noteable", noteableKey({ kind: "merge_request", id }));
  return notes.every((note) => !note.resolvable || note.resolved_at !== null);
}

const STATUSES: Readonly<Record<Obstacle, string>> = {
  state: "not_open",
  draft: "draft_status",
  branches: "commits_status",
  commits: "commits_status",
  discussions: "discussions_not_resolved",
  pipeline: "ci_must_pass",
  approvals: "not_approved",
  blocked: "merge_request_blocked",
};

/** `detailed_merge_status` of real servers: why it cannot be merged, or that it can. */
export function detailedStatus(world: PlatformState, project: Project, mergeRequest: MergeRequest): string {
  const { state, merge_status } = mergeRequest;
  if (state === "opened" && (merge_status === "unchecked" || merge_status === "checking")) return merge_status;
  const reason = obstacle(world, project, mergeRequest);
  if (reason === "pipeline" && isPipelineActive(world, mergeRequest)) return "ci_still_running";
  if (reason !== undefined) return STATUSES[reason];
  if (merge_status === "cannot_be_merged") return "conflict";
  return canBranchesMerge(world, project, mergeRequest) ? "mergeable" : "need_rebase";
}

function isPipelineFine(world: PlatformState, { attributes }: Project, mergeRequest: MergeRequest): boolean {
  if (attributes["only_allow_merge_if_pipeline_succeeds"] !== true) return true;
  const status = currentPipeline(world, mergeRequest)?.status;
  return status === "success" || (status === "skipped" && attributes["allow_merge_on_skipped_pipeline"] === true);
}

/** Asks for `merge_status` to be worked out anew, in the background. */
export function recheckLater(world: PlatformState, ids: readonly number[]): void {
  if (ids.length > 0) later(world, world.instance.workerDelay, "recheckMergeStatuses", ids);
}

/** Background work: whether open merge requests can be merged, as their branches stand now. */
export function recheckMergeStatuses(world: PlatformState, input: Json): void {
  for (const id of input as readonly number[]) {
    const mergeRequest = world.store.of(mergeRequestTable).get(id);
    if (mergeRequest !== undefined) recheckMergeStatus(world, mergeRequest);
  }
}
