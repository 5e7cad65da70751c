import { deployedMergeRequestTable } from "../../records/delivery.js";
import { mergeRequestApprovalRuleTable } from "../../records/merge-request-approvals.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import type { Store } from "../../store.js";

/** Merge requests that are gone when a project is: those into it and those from it. */
export function mergeRequestsOfProject(store: Store, projectId: number): MergeRequest[] {
  const table = store.of(mergeRequestTable);
  const found = [...table.where("project", projectId), ...table.where("source", projectId)];
  return [...new Map(found.map((mergeRequest) => [mergeRequest.id, mergeRequest])).values()];
}

/** Takes a merge request away with its approval rules, and out of the deployments that brought it. */
export function removeMergeRequest(store: Store, { id }: MergeRequest): void {
  for (const rule of store.of(mergeRequestApprovalRuleTable).where("merge_request", id))
    store.of(mergeRequestApprovalRuleTable).delete(rule.id);
  for (const row of store.of(deployedMergeRequestTable).where("merge_request", id))
    store.of(deployedMergeRequestTable).delete(row.id);
  store.of(mergeRequestTable).delete(id);
}
