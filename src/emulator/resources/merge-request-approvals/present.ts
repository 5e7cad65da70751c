import type { Context } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import { presentApprovalRule, presentGroupSummary, presentRuleOfPeople } from "../approval-rules/present.js";
import { approvalRuleTable } from "../approval-rules/records.js";
import { approvalFlag } from "../approval-settings/records.js";
import type { FoundMergeRequest } from "../merge-requests/lookup.js";
import { textOrNull } from "../work-items/present.js";
import { type AppliedRule, type ApprovalState, approvalState, mayApprove } from "./records.js";

/** Merge request approval status (document 2); real servers say more. */
export function presentApprovalStatus(context: Context, hit: FoundMergeRequest): Record<string, Json> {
  const { project, mergeRequest } = hit;
  const approvals = approvalState(context, project, mergeRequest);
  return {
    ...picked(mergeRequest, "id", "iid", "project_id", "title"),
    description: textOrNull(mergeRequest.description),
    ...picked(mergeRequest, "state", "created_at", "updated_at", "merge_status"),
    approvals_required: approvals.required,
    approvals_left: approvals.left,
    approved_by: mergeRequest.approvals
      .flatMap((approval) => context.store.users.get(approval.user_id) ?? [])
      .map((user) => ({ user: presentUser(context, user) })),
    ...(context.instance.dialect === "vendor" ? vendorStatus(context, hit, approvals) : {}),
  };
}

/** What real servers show of the approvals beyond the documents. */
function vendorStatus(
  context: Context,
  { project, mergeRequest }: FoundMergeRequest,
  { isApproved, rules }: ApprovalState,
): Record<string, Json> {
  const { store, user } = context;
  const given = new Set(mergeRequest.approvals.map((approval) => approval.user_id));
  const waiting = new Map(rules.flatMap(({ approvers }) => approvers).map((approver) => [approver.id, approver]));
  const first = rules.find(({ rule }) => rule.rule_type !== "report_approver")?.rule;
  return {
    approved: isApproved,
    require_password_to_approve: approvalFlag(context, project, "require_password_to_approve"),
    suggested_approvers: [...waiting.values()].filter(({ id }) => !given.has(id)).map((row) => presentUser(context, row)),
    approvers: (first?.user_ids ?? [])
      .flatMap((id) => store.users.get(id) ?? [])
      .map((approver) => ({ user: presentUser(context, approver) })),
    approver_groups: (first?.group_ids ?? [])
      .flatMap((id) => store.groups.get(id) ?? [])
      .map((group) => ({ group: presentGroupSummary(context, group) })),
    user_has_approved: user !== undefined && given.has(user.id),
    user_can_approve: user !== undefined && mayApprove(context, project, mergeRequest, user),
    approval_rules_left: rules
      .filter((rule) => !rule.isApproved)
      .map(({ rule: { id, name, rule_type } }) => ({ id, name, rule_type })),
    has_approval_rules: first !== undefined,
    merge_request_approvers_available: true,
    multiple_approval_rules_available: true,
  };
}

/** Approval state (document 2). */
export function presentApprovalState(context: Context, { project, mergeRequest }: FoundMergeRequest): Record<string, Json> {
  const { overwritten, rules } = approvalState(context, project, mergeRequest);
  return { approval_rules_overwritten: overwritten, rules: rules.map((rule) => presentAppliedRule(context, rule)) };
}

/** Merge-request-level approval rule (document 2): an approval rule, with what became of it. */
export function presentAppliedRule(context: Context, applied: AppliedRule): Record<string, Json> {
  const { rule, source, approvers, approvedBy } = applied;
  return {
    ...presentRuleOfPeople(context, rule, approvers),
    ...(context.instance.dialect === "vendor" ? { section: null, code_owner: false } : branches(context, applied)),
    source_rule: source === undefined ? null : { approvals_required: source.approvals_required },
    approved_by: approvedBy.map((user) => presentUser(context, user)),
    approved: applied.isApproved,
    overridden: applied.overridden,
  };
}

/** Which branches the project's rule is for, that holds or that the merge request's was made from. */
function branches(context: Context, { rule, source }: AppliedRule): Record<string, Json> {
  const ofProject = source ?? ("protected_branch_ids" in rule ? context.store.of(approvalRuleTable).get(rule.id) : undefined);
  const shown = ofProject === undefined ? undefined : presentApprovalRule(context, ofProject);
  return {
    protected_branches: shown?.["protected_branches"] ?? [],
    applies_to_all_protected_branches: shown?.["applies_to_all_protected_branches"] ?? false,
  };
}
