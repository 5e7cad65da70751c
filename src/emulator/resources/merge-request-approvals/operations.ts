import { checkUnmodified, refuseArchived } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json, Project } from "../../core/records.js";
import { HttpError, type Reply, created, forbidden, invalid, noContent, notFound, ok, unauthorized } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import {
  type ApprovalRule,
  approvalRuleTable,
  checkRule,
  hiddenGroups,
  membersOf,
  seenGroups,
} from "../approval-rules/records.js";
import { checkSha, requireEditor } from "../merge-requests/fields.js";
import { type FoundMergeRequest, findMergeRequest, withMergeRequest } from "../merge-requests/lookup.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { presentAppliedRule, presentApprovalState, presentApprovalStatus } from "./present.js";
import {
  type MergeRequestApprovalRule,
  applyRules,
  canOverride,
  findOwnRule,
  mayApprove,
  mergeRequestApprovalRuleTable,
  ownRules,
} from "./records.js";
import { mergeRequestApprovalRuleSeed } from "./seed.js";

type Draft = Omit<MergeRequestApprovalRule, "id">;

const at = "/projects/{id}/merge_requests/{merge_request_iid}";

const ANYBODY = "All Members";

/** Approvals of single merge requests (document 2, Merge request approvals; writes of rules and approving from the reference of real servers, section E). */
export default {
  operations: {
    [`GET ${at}/approvals`]: withMergeRequest((context, hit) => ok(presentApprovalStatus(context, hit))),
    [`POST ${at}/approvals`]: (context) => {
      const hit = editable(context);
      if (!canOverride(context, hit.project)) throw new HttpError(422, { error: "Overriding approvals is disabled" });
      const approvals_before_merge = context.params.requiredNumber("approvals_required");
      requireApprovals(context, hit.mergeRequest, approvals_before_merge);
      return changed(context, hit, { approvals_before_merge });
    },
    [`GET ${at}/approval_state`]: withMergeRequest((context, hit) => ok(presentApprovalState(context, hit))),
    [`GET ${at}/approval_rules`]: withMergeRequest((context, hit) =>
      page(ownRules(context, hit.mergeRequest), context, (rule) => present(context, hit, rule)),
    ),
    [`POST ${at}/approval_rules`]: (context) => {
      const hit = overridable(context);
      return created(present(context, hit, createOwnRule(context, hit.project, hit.mergeRequest)));
    },
    [`PUT ${at}/approval_rules/{approval_rule_id}`]: (context) => {
      const hit = overridable(context);
      return ok(present(context, hit, updateOwnRule(context, hit.project, hit.mergeRequest)));
    },
    [`DELETE ${at}/approval_rules/{approval_rule_id}`]: (context) => {
      const rule = findOwnRule(context, overridable(context).mergeRequest);
      checkUnmodified(context, rule.updated_at);
      context.store.of(mergeRequestApprovalRuleTable).delete(rule.id);
      return noContent();
    },
    [`POST ${at}/approve`]: withMergeRequest((context, hit) => {
      const { project, mergeRequest, user } = hit;
      refuseArchived(project);
      checkSha(context, mergeRequest);
      if (!mayApprove(context, project, mergeRequest, user)) throw unauthorized();
      const approvals = [...mergeRequest.approvals, { user_id: user.id, created_at: new Date().toISOString() }];
      return changed(context, hit, { approvals });
    }),
    [`POST ${at}/unapprove`]: withMergeRequest((context, hit) => {
      const { project, mergeRequest, user } = hit;
      refuseArchived(project);
      const approvals = mergeRequest.approvals.filter((approval) => approval.user_id !== user.id);
      if (approvals.length === mergeRequest.approvals.length) throw notFound();
      return changed(context, hit, { approvals });
    }),
  },
  seeds: [mergeRequestApprovalRuleSeed],
} satisfies Resource;

/** The merge request of the path, which the caller may edit. */
function editable(context: Context): FoundMergeRequest {
  const hit = findMergeRequest(context);
  requireEditor(context, hit);
  refuseArchived(hit.project);
  return hit;
}

/** As `editable`; throws 403 where the project lets no merge request have rules of its own. */
function overridable(context: Context): FoundMergeRequest {
  const hit = editable(context);
  if (!canOverride(context, hit.project)) throw forbidden();
  return hit;
}

function present(context: Context, { project, mergeRequest }: FoundMergeRequest, rule: MergeRequestApprovalRule): Json {
  const [applied] = applyRules(context, project, mergeRequest, [rule]);
  return applied === undefined ? null : presentAppliedRule(context, applied);
}

/** 201 with where a merge request stands after a change. */
function changed(context: Context, hit: FoundMergeRequest, values: Partial<Omit<MergeRequest, "id">>): Reply {
  const changes = { ...values, updated_at: new Date().toISOString() };
  const mergeRequest = context.store.of(mergeRequestTable).update(hit.mergeRequest.id, changes);
  return created(presentApprovalStatus(context, { ...hit, mergeRequest }));
}

/**
 * Adds a rule to a merge request. With `approval_project_rule_id` name, users and groups are those of the project's rule; without users and groups
 * anybody fulfils it.
 */
function createOwnRule(context: Context, project: Project, mergeRequest: MergeRequest): MergeRequestApprovalRule {
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
function updateOwnRule(context: Context, project: Project, mergeRequest: MergeRequest): MergeRequestApprovalRule {
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
function requireApprovals(context: Context, mergeRequest: MergeRequest, approvals_required: number): void {
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

/** The groups that are sent, and those that the caller may not see. */
function groupsOf(context: Context, before: MergeRequestApprovalRule): number[] {
  return [...seenGroups(context, context.params.numbers("group_ids") ?? []), ...hiddenGroups(context, before)];
}

function sourceRule({ params, store }: Context, project: Project): ApprovalRule | undefined {
  const id = params.number("approval_project_rule_id");
  if (id === undefined) return undefined;
  const rule = store.of(approvalRuleTable).get(id);
  if (rule === undefined) throw notFound();
  if (rule.project_id !== project.id) throw invalid({ approval_project_rule: ["must be for the same project"] });
  return rule;
}

/** Throws 400 with all that is wrong with a rule. */
function check(context: Context, mergeRequest: MergeRequest, draft: Draft, before: MergeRequestApprovalRule | undefined): void {
  const others = ownRules(context, mergeRequest).filter((rule) => rule.id !== before?.id && rule.rule_type === draft.rule_type);
  checkRule(context, draft, others, "merge request");
}
