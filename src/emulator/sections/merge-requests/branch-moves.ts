import type { PlatformState } from "../../context.js";
import { mergeRequestTable } from "../../records/work-items.js";
import { fetchCommits } from "../../repository.js";

/**
 * Tells open merge requests that a branch moved: those that it is the source of have a new head, which has no pipeline yet, no longer wait for one to
 * merge, and must be looked at anew; those that it is the target of must be looked at anew.
 */
export function branchMoved(world: PlatformState, projectId: number, branch: string, sha: string): void {
  const mergeRequests = world.store.of(mergeRequestTable);
  for (const one of mergeRequests.where("source", projectId)) {
    if (one.state !== "opened" || one.source_branch !== branch || one.sha === sha) continue;
    fetchCommits(world.store, projectId, one.project_id, sha);
    mergeRequests.update(one.id, {
      sha,
      head_pipeline_id: null,
      merge_status: "unchecked",
      merge_when_pipeline_succeeds: false,
      merge_params: {},
      should_remove_source_branch: null,
      merge_user_id: null,
    });
  }
  for (const one of mergeRequests.where("project", projectId)) {
    if (one.state === "opened" && one.target_branch === branch) mergeRequests.update(one.id, { merge_status: "unchecked" });
  }
}
