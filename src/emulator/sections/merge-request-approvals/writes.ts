import type { Context } from "../../context.js";
import { invalid, notFound } from "../../errors.js";
import type { ApprovalRule, Project } from "../../records.js";
import { mergeRequestApprovalRuleTable } from "../../records/merge-request-approvals.js";
import type { MergeRequestApprovalRule } from "../../records/merge-request-approvals.js";
import type { MergeRequest } from "../../records/work-items.js";
import { membersOf, seenGroups } from "../approval-rules/people.js";
import { ownRules } from "./state.js";

type Draft = Omit<MergeRequestApprovalRule, "id">;

const ANYBODY = "All Members";

/** The merge request's rule with the id of the path. Throws 404. */
export function findOwnRule({ store, params }: Context, mergeRequest: MergeRequest): MergeRequestApprovalRule {
  const rule = store.of(mergeRequestApprovalRuleTable).get(params.requiredNumber("approval_rule_id"));
  if (rule === undefined || rule.merge_request_id !== mergeRequest.id) throw notFound();
  return rule;
}

/**
 * Adds a rule to a merge request. With `approval_project_rule_id` name, users and groups are those of the project's rule; without users and groups
 * anybody fulfils it.
 */
export function createOwnRule(context: Context, project: Project, mergeRequest: MergeRequest): MergeRequestApprovalRule {
  const { params, store } = context;
  const source = sourceRule(context, project);
  const user_ids = source?.user_ids ?? membersOf(context, project, params.numbers("user_ids") ?? []);
  const group_ids = source?.group_ids ?? seenGroups(context, params.numbers("group_ids") ?? []);
  const isForAnybody = user_ids.length === 0 && group_ids.length === 0;
  const draft: Draft = {
    merge_request_id: mergeRequest.id,
    name: source?.name ?? params.requiredText("name"),
    rule_type: source?.rule_type ?? (isForAnybody ? "any_approver" : "regular"),
    approvals_required: params.requiredNumber("approvals_required"),
    user_ids,
    group_ids,
    source_rule_id: source?.id ?? null,
    updated_at: new Date().toISOString(),
  };
  check(context, mergeRequest, draft, undefined);
  return store.of(mergeRequestApprovalRuleTable).insert(draft);
}

/** Changes a rule of a merge request; a list that is sent replaces, what is not sent stays. */
export function updateOwnRule(context: Context, project: Project, mergeRequest: MergeRequest): MergeRequestApprovalRule {
  const { params, store } = context;
  const before = findOwnRule(context, mergeRequest);
  const draft: Draft = {
    ...before,
    name: params.text("name") ?? before.name,
    approvals_required: params.number("approvals_required") ?? before.approvals_required,
    user_ids: params.has("user_ids") ? membersOf(context, project, params.numbers("user_ids") ?? []) : before.user_ids,
    group_ids: params.has("group_ids") ? groupsOf(context, before) : before.group_ids,
    updated_at: new Date().toISOString(),
  };
  check(context, mergeRequest, draft, before);
  return store.of(mergeRequestApprovalRuleTable).update(before.id, draft);
}

/** The deprecated number of approvals (document 2, POST approvals): that of the merge request's rule for anybody, which is made when there is none. */
export function requireApprovals(context: Context, mergeRequest: MergeRequest, approvals_required: number): void {
  const rules = context.store.of(mergeRequestApprovalRuleTable);
  const updated_at = new Date().toISOString();
  const known = ownRules(context, mergeRequest).find((rule) => rule.rule_type === "any_approver");
  const draft: Draft = {
    merge_request_id: mergeRequest.id,
    name: ANYBODY,
    rule_type: "any_approver",
    user_ids: [],
    group_ids: [],
    source_rule_id: null,
    ...known,
    approvals_required,
    updated_at,
  };
  check(context, mergeRequest, draft, known);
  if (known === undefined) rules.insert(draft);
  else rules.update(known.id, draft);
}

/** The groups that are sent, and those that the caller may not see, unless `remove_hidden_groups` is sent. */
function groupsOf(context: Context, before: MergeRequestApprovalRule): number[] {
  const sent = seenGroups(context, context.params.numbers("group_ids") ?? []);
  if (context.params.flag("remove_hidden_groups") === true) return sent;
  const seen = seenGroups(context, before.group_ids);
  return [...sent, ...before.group_ids.filter((id) => !seen.includes(id))];
}

function sourceRule({ params, store }: Context, project: Project): ApprovalRule | undefined {
  const id = params.number("approval_project_rule_id");
  if (id === undefined) return undefined;
  const rule = store.approvalRules.get(id);
  if (rule === undefined) throw notFound();
  if (rule.project_id !== project.id) throw invalid({ approval_project_rule: ["must be for the same project"] });
  return rule;
}

/** Throws 400 with all that is wrong with a rule. */
function check(context: Context, mergeRequest: MergeRequest, draft: Draft, before: MergeRequestApprovalRule | undefined): void {
  const wrong: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(context.limits)) wrong[name] = [...messages];
  if (draft.name.trim() === "") wrong["name"] = ["can't be blank"];
  const others = ownRules(context, mergeRequest).filter((rule) => rule.id !== before?.id && rule.rule_type === draft.rule_type);
  if (others.some((rule) => rule.name === draft.name)) wrong["name"] = ["has already been taken"];
  if (draft.rule_type === "any_approver" && others.length > 0)
    wrong["rule_type"] = ["any-approver for the merge request already exists"];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}
