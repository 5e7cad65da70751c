import type { PlatformState } from "../../core/context.js";
import type { User } from "../../core/records.js";
import { pipelineTable } from "../pipelines/records.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { type MergeWish, merge, wishOf, NOT_WAITING } from "./merge.js";
import { canBranchesMerge, currentPipeline, obstacle } from "./mergeability.js";

/** Sets a merge request to merge when its pipeline succeeds; it stays open until then (document 3, Merge request `state`). */
export function mergeLater({ store }: PlatformState, mergeRequest: MergeRequest, user: User, wish: MergeWish): MergeRequest {
  const { id, should_remove_source_branch } = mergeRequest;
  return store.of(mergeRequestTable).update(id, {
    merge_when_pipeline_succeeds: true,
    merge_user_id: user.id,
    merge_params: { ...wish },
    should_remove_source_branch: wish.should_remove_source_branch ?? should_remove_source_branch,
    updated_at: new Date().toISOString(),
  });
}

/** Takes that back. */
export function cancelMerge({ store }: PlatformState, { id }: MergeRequest): MergeRequest {
  return store.of(mergeRequestTable).update(id, { ...NOT_WAITING, updated_at: new Date().toISOString() });
}

/** Merges what waits for a pipeline that has succeeded. What cannot be merged by then goes on waiting. */
export function pipelineSucceeded(world: PlatformState, pipelineId: number): void {
  const { store } = world;
  const mergeRequests = store.of(mergeRequestTable);
  const projectId = store.of(pipelineTable).get(pipelineId)?.project_id ?? 0;
  const candidates = [...mergeRequests.where("source", projectId), ...mergeRequests.where("project", projectId)];
  for (const id of new Set(candidates.filter((row) => row.merge_when_pipeline_succeeds).map((row) => row.id))) {
    const waiting = mergeRequests.get(id);
    if (waiting !== undefined && currentPipeline(world, waiting)?.id === pipelineId) mergeWaiting(world, waiting);
  }
}

function mergeWaiting(world: PlatformState, waiting: MergeRequest): void {
  const { store } = world;
  const project = store.projects.get(waiting.project_id);
  const user = waiting.merge_user_id === null ? undefined : store.users.get(waiting.merge_user_id);
  if (project === undefined || user === undefined) return;
  const isAllowed = mayUpdateBranch(store, user, project, waiting.target_branch);
  if (!isAllowed || obstacle(world, project, waiting) !== undefined || !canBranchesMerge(world, project, waiting)) return;
  merge(world, project, waiting, user, wishOf(waiting));
}
