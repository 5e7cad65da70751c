import type { Context } from "../context.js";
import { HttpError, notAllowed, unauthorized } from "../errors.js";
import { page } from "../pages.js";
import type { MergeRequest } from "../records/work-items.js";
import { mergeRequestTable } from "../records/work-items.js";
import { acted, created, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentIssue } from "./issues/entity.js";
import { cancelMerge, mergeLater } from "./merge-requests/auto-merge.js";
import { closedByMerge, isExternal, presentExternalIssue } from "./merge-requests/closes-issues.js";
import { presentMergeRequest } from "./merge-requests/entity.js";
import { findMergeRequest } from "./merge-requests/lookup.js";
import type { FoundMergeRequest } from "./merge-requests/lookup.js";
import { mergeRef } from "./merge-requests/merge-ref.js";
import { merge } from "./merge-requests/merge.js";
import type { MergeWish } from "./merge-requests/merge.js";
import { canBranchesMerge, currentPipeline, isPipelineActive, obstacle } from "./merge-requests/mergeability.js";
import { rebaseMergeRequest, startRebase } from "./merge-requests/rebase.js";
import { checkSha } from "./merge-requests/rights.js";
import { mayUpdateBranch } from "./projects/protection.js";
import { mergeRequestItem, setSubscribed, subscribed } from "./work-items/noteables.js";

/** What is done to a merge request (document 3, Merge requests, and its state table; messages and order of the checks from real servers). */
export const mergeRequestActions: Resource = {
  operations: {
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/merge": (context) => accept(context, findMergeRequest(context)),
    "GET /projects/{id}/merge_requests/{merge_request_iid}/merge_ref": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      return ok({ commit_id: mergeRef(context, project, mergeRequest, user) });
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      const mayMerge = mayUpdateBranch(context.store, user, project, mergeRequest.target_branch);
      if (project.archived || (!mayMerge && mergeRequest.author_id !== user.id)) throw unauthorized();
      if (mergeRequest.state === "merged" || mergeRequest.state === "closed") throw notAllowed();
      if (!mergeRequest.merge_when_pipeline_succeeds) throw new HttpError(406, { message: "Can't cancel the automatic merge" });
      const open = cancelMerge(context, mergeRequest);
      return context.instance.dialect === "vendor" ? created({ status: "success" }) : ok(present(context, open));
    },
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/rebase": (context) => startRebase(context, findMergeRequest(context)),
    "GET /projects/{id}/merge_requests/{merge_request_iid}/closes_issues": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      return page(closedByMerge(context, project, mergeRequest, user), context, (issue) =>
        isExternal(issue) ? presentExternalIssue(issue) : presentIssue(context, issue, { place: project }),
      );
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/subscribe": (context) => subscribe(context, true),
    "POST /projects/{id}/merge_requests/{merge_request_iid}/unsubscribe": (context) => subscribe(context, false),
  },
  work: { rebaseMergeRequest },
};

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
  const [merge_commit_message, squash_commit_message] = [
    params.text("merge_commit_message"),
    params.text("squash_commit_message"),
  ];
  const should_remove_source_branch = params.flag("should_remove_source_branch");
  return {
    ...(merge_commit_message === undefined ? {} : { merge_commit_message }),
    ...(squash_commit_message === undefined ? {} : { squash_commit_message }),
    ...(should_remove_source_branch === undefined ? {} : { should_remove_source_branch }),
  };
}

/** 304 without a body when nothing changes (document 1, Errors). */
function subscribe(context: Context, wanted: boolean): Reply {
  const { mergeRequest, user } = findMergeRequest(context);
  const item = mergeRequestItem(mergeRequest);
  if (subscribed(context.store, item, user) === wanted) return { status: 304 };
  setSubscribed(context.store, item.noteable, user, wanted);
  return acted(context, present(context, mergeRequest));
}

function present(context: Context, mergeRequest: MergeRequest): ReturnType<typeof presentMergeRequest> {
  return presentMergeRequest(context, mergeRequest, { single: true });
}
