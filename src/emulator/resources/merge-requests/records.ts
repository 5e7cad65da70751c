import type { Context } from "../../core/context.js";
import { given } from "../../core/records.js";
import { HttpError, type Reply, notAllowed, ok, unauthorized } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { mergeRequestApprovalRuleTable } from "../merge-request-approvals/records.js";
import { deployedMergeRequestTable } from "../pipelines/records.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { mergeLater } from "./auto-merge.js";
import { checkSha } from "./fields.js";
import type { FoundMergeRequest } from "./lookup.js";
import { type MergeWish, merge } from "./merge.js";
import { canBranchesMerge, currentPipeline, isPipelineActive, obstacle } from "./mergeability.js";
import { presentMergeRequest } from "./present.js";

/** Merge requests that are gone when a project is: those into it and those from it. */
export function mergeRequestsOfProject(store: Store, projectId: number): MergeRequest[] {
  const table = store.of(mergeRequestTable);
  const mergeRequests = [...table.where("project", projectId), ...table.where("source", projectId)];
  return [...new Map(mergeRequests.map((mergeRequest) => [mergeRequest.id, mergeRequest])).values()];
}

/** Takes a merge request away with its approval rules, and out of the deployments that brought it. */
export function removeMergeRequest(store: Store, { id }: MergeRequest): void {
  for (const rule of store.of(mergeRequestApprovalRuleTable).where("merge_request", id))
    store.of(mergeRequestApprovalRuleTable).delete(rule.id);
  for (const row of store.of(deployedMergeRequestTable).where("merge_request", id))
    store.of(deployedMergeRequestTable).delete(row.id);
  store.of(mergeRequestTable).delete(id);
}

/**
 * PUT merge. In this order: 401 for who may not accept it; 405 when it cannot be merged as it stands, or is to wait for a pipeline that does not work;
 * 422 when its branches cannot be merged; 409 when `sha` is not the head of the source branch.
 */
export function accept(context: Context, { project, mergeRequest, user }: FoundMergeRequest): Reply {
  const { store, params } = context;
  if (project.archived || !mayUpdateBranch(store, user, project, mergeRequest.target_branch)) throw unauthorized();
  const wantsPipeline = params.flag("merge_when_pipeline_succeeds") === true;
  const waits = wantsPipeline && isPipelineActive(context, mergeRequest);
  const isEarly = wantsPipeline && !waits && currentPipeline(context, mergeRequest)?.status !== "success";
  if (isEarly || obstacle(context, project, mergeRequest, waits) !== undefined) throw notAllowed();
  if (!canBranchesMerge(context, project, mergeRequest)) throw new HttpError(422, { message: "Branch cannot be merged" });
  checkSha(context, mergeRequest);
  const squash = params.flag("squash") ?? mergeRequest.squash;
  const chosen = store.of(mergeRequestTable).update(mergeRequest.id, { squash, merge_status: "can_be_merged" });
  const wish = wishIn(context);
  const done = waits ? mergeLater(context, chosen, user, wish) : merge(context, project, chosen, user, wish);
  return ok(present(context, done));
}

function wishIn({ params }: Context): MergeWish {
  return given({
    merge_commit_message: params.text("merge_commit_message"),
    squash_commit_message: params.text("squash_commit_message"),
    should_remove_source_branch: params.flag("should_remove_source_branch"),
  });
}

export function present(context: Context, mergeRequest: MergeRequest): ReturnType<typeof presentMergeRequest> {
  return presentMergeRequest(context, mergeRequest, { single: true });
}
