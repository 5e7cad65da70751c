import { refuseArchived } from "../../access.js";
import type { Context } from "../../context.js";
import { Parameters } from "../../parameters.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { accept } from "../merge-request-actions.js";
import { mayApprove } from "../merge-request-approvals/state.js";
import type { FoundMergeRequest } from "../merge-requests/lookup.js";
import { isPipelineActive } from "../merge-requests/mergeability.js";
import { added, left, update } from "./actions-on-both.js";
import type { Action, Deed, Target } from "./actions-on-both.js";

/** A quick action of merge requests alone. */
function action(of: (on: Target, found: FoundMergeRequest, argument: string) => Deed | undefined): Action {
  return (on, argument) => {
    const { thing, project, user } = on;
    return "source_branch" in thing ? of(on, { mergeRequest: thing, project, user }, argument) : undefined;
  };
}

const review = action((on, { mergeRequest }, argument) => {
  const people = added(on, mergeRequest.reviewer_ids, argument);
  return people === undefined ? undefined : update(on, `Requested a review from ${argument}.`, { reviewer_ids: people });
});

const noReview = action((on, { mergeRequest }, argument) =>
  update(on, "Removed reviewers.", { reviewer_ids: left(on, mergeRequest.reviewer_ids, argument) }),
);

/** Quick actions that merge requests have beside those that issues have too. */
export const onMergeRequests: Readonly<Record<string, Action>> = {
  assign_reviewer: review,
  reviewer: review,
  request_review: review,
  unassign_reviewer: noReview,
  remove_reviewer: noReview,
  draft: action((on, { mergeRequest: { draft, title } }) =>
    draft ? undefined : update(on, "Set the Draft status.", { title: `Draft: ${title}` }),
  ),
  ready: action((on, { mergeRequest: { draft, title } }) =>
    draft
      ? update(on, "Marked this merge request as ready.", { title: title.replace(/^\s*(?:draft:|\[draft\]|\(draft\))\s*/i, "") })
      : undefined,
  ),
  target_branch: action((on, _, target_branch) =>
    target_branch === "" ? undefined : update(on, `Set target branch to ${target_branch}.`, { target_branch }),
  ),
  approve: action(({ context }, { project, mergeRequest, user }) => {
    if (!mayApprove(context, project, mergeRequest, user)) return undefined;
    const approvals = [...mergeRequest.approvals, { user_id: user.id, created_at: new Date().toISOString() }];
    return approving(context, { project, mergeRequest, user }, "Approved the current merge request.", approvals);
  }),
  unapprove: action(({ context }, found) => {
    const { approvals } = found.mergeRequest;
    const others = approvals.filter(({ user_id }) => user_id !== found.user.id);
    if (others.length === approvals.length) return undefined;
    return approving(context, found, "Unapproved the current merge request.", others);
  }),
  merge: action(({ context }, found) => merging(context, found)),
};

function approving(
  { store }: Context,
  { project, mergeRequest }: FoundMergeRequest,
  said: string,
  approvals: MergeRequest["approvals"],
): Deed {
  const act = (): void => {
    refuseArchived(project);
    store.of(mergeRequestTable).update(mergeRequest.id, { approvals, updated_at: new Date().toISOString() });
  };
  return { said, act };
}

/** Only what the one who speaks has seen is merged: the request says which commit that is. */
function merging(context: Context, found: FoundMergeRequest): Deed | undefined {
  const { mergeRequest } = found;
  if (mergeRequest.state !== "opened") return undefined;
  const sha = context.params.has("merge_request_diff_head_sha") ? context.params.text("merge_request_diff_head_sha") : undefined;
  if (sha === undefined)
    return { said: "The `/merge` quick action requires the SHA of the head of the branch.", act: () => undefined };
  if (sha !== mergeRequest.sha) return { said: "Branch has been updated since the merge was requested.", act: () => undefined };
  const params = new Parameters({ sha, merge_when_pipeline_succeeds: isPipelineActive(context, mergeRequest) });
  return { said: "Merged this merge request.", changes: { merge: sha }, act: () => void accept({ ...context, params }, found) };
}
