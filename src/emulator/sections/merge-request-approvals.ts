import { refuseArchived } from "../access.js";
import type { Context } from "../context.js";
import { forbidden, HttpError, unauthorized, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { checkUnmodified } from "../lookup.js";
import { page } from "../pages.js";
import { mergeRequestApprovalRuleTable } from "../records/merge-request-approvals.js";
import type { MergeRequestApprovalRule } from "../records/merge-request-approvals.js";
import { mergeRequestTable } from "../records/work-items.js";
import type { MergeRequest } from "../records/work-items.js";
import { created, noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentAppliedRule, presentApprovalState, presentApprovalStatus } from "./merge-request-approvals/entity.js";
import { mergeRequestApprovalRuleSeed } from "./merge-request-approvals/seed.js";
import { applyRules, canOverride, mayApprove, ownRules } from "./merge-request-approvals/state.js";
import { createOwnRule, findOwnRule, requireApprovals, updateOwnRule } from "./merge-request-approvals/writes.js";
import { findMergeRequest } from "./merge-requests/lookup.js";
import type { FoundMergeRequest } from "./merge-requests/lookup.js";
import { checkSha, requireEditor } from "./merge-requests/rights.js";

/** Approvals of single merge requests (document 2, Merge request approvals; writes of rules and approving from the reference of real servers, section E). */
export const mergeRequestApprovals: Resource = {
  operations: {
    "GET /projects/{id}/merge_requests/{merge_request_iid}/approvals": (context) => {
      const { project, mergeRequest } = findMergeRequest(context);
      return ok(presentApprovalStatus(context, project, mergeRequest));
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/approvals": (context) => {
      const found = editable(context);
      const { project, mergeRequest } = found;
      if (!canOverride(context, project)) throw new HttpError(422, { error: "Overriding approvals is disabled" });
      const approvals_before_merge = context.params.requiredNumber("approvals_required");
      requireApprovals(context, mergeRequest, approvals_before_merge);
      return created(presentApprovalStatus(context, project, change(context, mergeRequest, { approvals_before_merge })));
    },
    "GET /projects/{id}/merge_requests/{merge_request_iid}/approval_state": (context) => {
      const { project, mergeRequest } = findMergeRequest(context);
      return ok(presentApprovalState(context, project, mergeRequest));
    },
    "GET /projects/{id}/merge_requests/{merge_request_iid}/approval_rules": (context) => {
      const found = findMergeRequest(context);
      return page(ownRules(context, found.mergeRequest), context, (rule) => present(context, found, rule));
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/approval_rules": (context) => {
      const found = overridable(context);
      return created(present(context, found, createOwnRule(context, found.project, found.mergeRequest)));
    },
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}": (context) => {
      const found = overridable(context);
      return ok(present(context, found, updateOwnRule(context, found.project, found.mergeRequest)));
    },
    "DELETE /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}": (context) => {
      const rule = findOwnRule(context, overridable(context).mergeRequest);
      checkUnmodified(context, rule.updated_at);
      context.store.of(mergeRequestApprovalRuleTable).delete(rule.id);
      return noContent();
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/approve": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      refuseArchived(project);
      checkSha(context, mergeRequest);
      if (!mayApprove(context, project, mergeRequest, user)) throw unauthorized();
      const approvals = [...mergeRequest.approvals, { user_id: user.id, created_at: new Date().toISOString() }];
      return created(presentApprovalStatus(context, project, change(context, mergeRequest, { approvals })));
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/unapprove": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      refuseArchived(project);
      const approvals = mergeRequest.approvals.filter((one) => one.user_id !== user.id);
      if (approvals.length === mergeRequest.approvals.length) throw notFound();
      return created(presentApprovalStatus(context, project, change(context, mergeRequest, { approvals })));
    },
  },
  seeds: [mergeRequestApprovalRuleSeed],
};

/** The merge request of the path, which the caller may edit. */
function editable(context: Context): FoundMergeRequest {
  const found = findMergeRequest(context);
  requireEditor(context, found);
  refuseArchived(found.project);
  return found;
}

/** As `editable`; throws 403 where the project lets no merge request have rules of its own. */
function overridable(context: Context): FoundMergeRequest {
  const found = editable(context);
  if (!canOverride(context, found.project)) throw forbidden();
  return found;
}

function present(context: Context, { project, mergeRequest }: FoundMergeRequest, rule: MergeRequestApprovalRule): Json {
  const [applied] = applyRules(context, project, mergeRequest, [rule]);
  return applied === undefined ? null : presentAppliedRule(context, applied);
}

function change({ store }: Context, { id }: MergeRequest, values: Partial<Omit<MergeRequest, "id">>): MergeRequest {
  return store.of(mergeRequestTable).update(id, { ...values, updated_at: new Date().toISOString() });
}
