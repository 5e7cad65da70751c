import { LEVEL, accessLevel } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { commitsBetween } from "../../core/git/history.js";
import { exists } from "../../core/instance.js";
import { covers } from "../../core/path-pattern.js";
import type { Project, User } from "../../core/records.js";
import { notFound } from "../../core/replies.js";
import { branchNamed } from "../../core/repository.js";
import { defineTable } from "../../core/table.js";
import { type RuleOfPeople, approversOf } from "../approval-rules/present.js";
import { type ApprovalRule, approvalRuleTable } from "../approval-rules/records.js";
import { approvalFlag } from "../approval-settings/records.js";
import { isProtected } from "../projects/protection.js";
import { rulesOver } from "../protected-branches/access.js";
import type { MergeRequest } from "../work-items/records.js";

/** An approval rule as it stands for one merge request. */
export interface AppliedRule {
  readonly rule: RuleOfPeople;
  /** The project's rule that a merge request's rule was made from. */
  readonly source: ApprovalRule | undefined;
  /** True when it says something else than its source. */
  readonly overridden: boolean;
  /** Whose approval counts; nobody in particular for a rule that any approver fulfils. */
  readonly approvers: readonly User[];
  readonly approvedBy: readonly User[];
  readonly left: number;
  readonly isApproved: boolean;
}

/** Where a merge request stands with its approvals. */
export interface ApprovalState {
  /** True when rules of its own stand in place of the project's. */
  readonly overwritten: boolean;
  readonly rules: readonly AppliedRule[];
  readonly required: number;
  readonly left: number;
  readonly isApproved: boolean;
}

/**
 * The rules that hold for a merge request (document 2, Merge request approval status; the arithmetic from real servers): its own when it has some and
 * the project lets them override, else those of the project that apply to its target branch. One approval counts for every rule that the approver is
 * in, and for the rule of any approver too, so that what is left is the larger of the two sums.
 */
export function approvalState(world: PlatformState, project: Project, mergeRequest: MergeRequest): ApprovalState {
  const { overwritten, rules: applying } = rulesFor(world, project, mergeRequest);
  const rules = applyRules(world, project, mergeRequest, applying);
  const sum = (some: readonly AppliedRule[], of: (rule: AppliedRule) => number): number =>
    some.reduce((total, rule) => total + of(rule), 0);
  const leftOf = (isAny: boolean): number =>
    sum(
      rules.filter(({ rule }) => (rule.rule_type === "any_approver") === isAny),
      ({ left }) => left,
    );
  return {
    overwritten,
    rules,
    required: sum(rules, ({ rule }) => rule.approvals_required),
    left: Math.max(leftOf(true), leftOf(false)),
    isApproved: rules.every((rule) => rule.isApproved),
  };
}

/** The rules that hold for a merge request, and whether they are its own. */
export function rulesFor(
  world: PlatformState,
  project: Project,
  mergeRequest: MergeRequest,
): { readonly overwritten: boolean; readonly rules: readonly (ApprovalRule | MergeRequestApprovalRule)[] } {
  const rules = ownRules(world, mergeRequest);
  const ofProject = projectRules(world, project, mergeRequest);
  if (rules.length === 0 || !canOverride(world, project)) return { overwritten: false, rules: ofProject };
  return { overwritten: true, rules: [...rules, ...ofProject.filter((rule) => rule.rule_type === "report_approver")] };
}

/** Rules with what became of them in a merge request. */
export function applyRules(
  world: PlatformState,
  project: Project,
  mergeRequest: MergeRequest,
  rules: readonly (ApprovalRule | MergeRequestApprovalRule)[],
): AppliedRule[] {
  const excluded = excludedUsers(world, project, mergeRequest);
  return rules.map((rule) => applied(world, mergeRequest, rule, excluded));
}

/** True when nothing that the licence asks for stands between a merge request and its merge. */
export function isApproved(world: PlatformState, project: Project, mergeRequest: MergeRequest): boolean {
  return !exists(world.instance, { tier: "premium" }) || approvalState(world, project, mergeRequest).isApproved;
}

/** True when a merge request may have rules of its own (document 2, disable_overriding_approvers_per_merge_request). */
export function canOverride(world: PlatformState, project: Project): boolean {
  return !approvalFlag(world, project, "disable_overriding_approvers_per_merge_request");
}

/** The rules of a merge request alone, that of any approver first. */
export function ownRules({ store }: Pick<PlatformState, "store">, { id }: MergeRequest): MergeRequestApprovalRule[] {
  return store.of(mergeRequestApprovalRuleTable).where("merge_request", id).toSorted(anyApproverFirst);
}

/**
 * True when the user's approval would count: Developers and up and those whom a rule names, but not the author or who committed to it where the
 * project says so (document 2, Approval configuration), and each user once.
 */
export function mayApprove(world: PlatformState, project: Project, mergeRequest: MergeRequest, user: User): boolean {
  if (mergeRequest.state !== "opened" || mergeRequest.approvals.some((approval) => approval.user_id === user.id)) return false;
  if (excludedUsers(world, project, mergeRequest).has(user.id)) return false;
  if (user.is_admin || accessLevel(world.store, user, project) >= LEVEL.developer) return true;
  const { rules } = approvalState(world, project, mergeRequest);
  return rules.some(({ approvers }) => approvers.some((approver) => approver.id === user.id));
}

/** Rules of the project that apply to the target branch, as `protected_branches` and `applies_to_all_protected_branches` say. */
function projectRules({ store }: PlatformState, project: Project, { target_branch }: MergeRequest): ApprovalRule[] {
  const branches = rulesOver(store, project);
  const applies = (rule: ApprovalRule): boolean => {
    if (rule.applies_to_all_protected_branches) return isProtected(store, project.id, target_branch);
    if (rule.protected_branch_ids.length === 0) return true;
    return branches.some((branch) => rule.protected_branch_ids.includes(branch.id) && covers(branch.name, target_branch));
  };
  return store.of(approvalRuleTable).where("project", project.id).filter(applies).toSorted(anyApproverFirst);
}

/** Ids of those whose approval does not count: the author and the committers, unless the project lets them. Without a licence everybody's does. */
function excludedUsers(world: PlatformState, project: Project, mergeRequest: MergeRequest): ReadonlySet<number> {
  if (!exists(world.instance, { tier: "premium" })) return new Set();
  const isAuthorFree = approvalFlag(world, project, "merge_requests_author_approval");
  const isCommitterFree = !approvalFlag(world, project, "merge_requests_disable_committers_approval");
  return new Set([
    ...(isAuthorFree ? [] : [mergeRequest.author_id]),
    ...(isCommitterFree ? [] : committers(world, mergeRequest)),
  ]);
}

/** Users whose addresses stand on commits of the merge request; a merge is no work of one's own. */
function committers({ store }: PlatformState, { project_id, target_branch, sha }: MergeRequest): number[] {
  const target = branchNamed(store, project_id, target_branch);
  if (target === undefined) return [];
  const commits = commitsBetween(store, project_id, target.sha, sha).filter((commit) => commit.parent_ids.length < 2);
  const addresses = new Set(commits.map((commit) => commit.committer_email));
  return store.users
    .all()
    .filter((user) => addresses.has(user.email))
    .map((user) => user.id);
}

function applied(
  { store }: PlatformState,
  mergeRequest: MergeRequest,
  rule: ApprovalRule | MergeRequestApprovalRule,
  excluded: ReadonlySet<number>,
): AppliedRule {
  const source =
    "source_rule_id" in rule && rule.source_rule_id !== null ? store.of(approvalRuleTable).get(rule.source_rule_id) : undefined;
  const isForAnybody = rule.rule_type === "any_approver";
  const approvers = isForAnybody ? [] : approversOf(store, rule).filter((user) => !excluded.has(user.id));
  const counted = mergeRequest.approvals.map((approval) => approval.user_id).filter((id) => !excluded.has(id));
  const approvedBy = isForAnybody
    ? counted.flatMap((id) => store.users.get(id) ?? [])
    : approvers.filter((user) => counted.includes(user.id));
  const left = Math.max(rule.approvals_required - approvedBy.length, 0);
  // A rule that nobody is left to fulfil does not block (real servers).
  const isVoid = !isForAnybody && approvers.length === approvedBy.length;
  return { rule, source, overridden: differs(rule, source), approvers, approvedBy, left, isApproved: left === 0 || isVoid };
}

function differs(rule: RuleOfPeople, source: RuleOfPeople | undefined): boolean {
  if (source === undefined) return false;
  return (
    rule.name !== source.name ||
    rule.approvals_required !== source.approvals_required ||
    !haveSame(rule.user_ids, source.user_ids) ||
    !haveSame(rule.group_ids, source.group_ids)
  );
}

function haveSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}

function anyApproverFirst(rule: RuleOfPeople, other: RuleOfPeople): number {
  return Number(other.rule_type === "any_approver") - Number(rule.rule_type === "any_approver") || rule.id - other.id;
}

/** An approval rule of one merge request; while there are any, they stand in place of the project's. */
export type MergeRequestApprovalRule = Pick<
  ApprovalRule,
  "id" | "name" | "rule_type" | "approvals_required" | "user_ids" | "group_ids" | "updated_at"
> & {
  readonly merge_request_id: number;
  /** The rule of the project that it was made from. */
  readonly source_rule_id: number | null;
};

export const mergeRequestApprovalRuleTable = defineTable<MergeRequestApprovalRule, "merge_request">(
  "merge_request_approval_rules",
  { merge_request: (rule) => rule.merge_request_id },
);

/** The merge request's rule with the id of the path. Throws 404. */
export function findOwnRule({ store, params }: Context, mergeRequest: MergeRequest): MergeRequestApprovalRule {
  const rule = store.of(mergeRequestApprovalRuleTable).get(params.requiredNumber("approval_rule_id"));
  if (rule === undefined || rule.merge_request_id !== mergeRequest.id) throw notFound();
  return rule;
}
