import { canSee, isCurrent } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import { type Group, type Json, type User, picked, sourceKey } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { presentGroup } from "../groups/present.js";
import { type ProtectedBranch, rulesOver } from "../protected-branches/access.js";
import { presentProtectedBranch } from "../protected-branches/present.js";
import type { ApprovalRule } from "./records.js";

/** Attributes of a group inside approval rules (document 2, Shared objects). */
const GROUP_SUMMARY = [
  "id",
  "name",
  "path",
  "description",
  "visibility",
  "lfs_enabled",
  "avatar_url",
  "web_url",
  "request_access_enabled",
  "full_name",
  "full_path",
  "parent_id",
  "ldap_cn",
  "ldap_access",
] as const;

/** Who approves, and how many of them: what rules of projects and of merge requests have alike. */
export type RuleOfPeople = Pick<ApprovalRule, "id" | "name" | "rule_type" | "approvals_required" | "user_ids" | "group_ids">;

/** Approval rule (document 2). */
export function presentApprovalRule(context: Context, rule: ApprovalRule): Record<string, Json> {
  return {
    ...presentRuleOfPeople(context, rule, approversOf(context.store, rule)),
    report_type: rule.report_type,
    protected_branches: branchesOf(context, rule).map((branch) => presentProtectedBranch(context, branch)),
    applies_to_all_protected_branches: rule.applies_to_all_protected_branches,
  };
}

/** The part of an approval rule that says who approves. Groups that the caller may not see are left out, and said to be there by `contains_hidden_groups`. */
export function presentRuleOfPeople(context: Context, rule: RuleOfPeople, eligible: readonly User[]): Record<string, Json> {
  const { store, user } = context;
  const users = rule.user_ids.flatMap((id) => store.users.get(id) ?? []);
  const groups = rule.group_ids.flatMap((id) => store.groups.get(id) ?? []);
  const seen = groups.filter((group) => canSee(store, user, group));
  return {
    ...picked(rule, "id", "name", "rule_type"),
    eligible_approvers: eligible.map((approver) => presentUser(context, approver)),
    approvals_required: rule.approvals_required,
    users: users.map((shownUser) => presentUser(context, shownUser)),
    groups: seen.map((group) => presentGroupSummary(context, group)),
    contains_hidden_groups: seen.length < groups.length,
  };
}

/** The named users and the direct members of the named groups, each once. Blocked users cannot approve. */
export function approversOf(store: Store, rule: RuleOfPeople): User[] {
  const members = rule.group_ids.flatMap((id) => store.members.where("source", sourceKey({ kind: "group", id })));
  const ids = new Set([...rule.user_ids, ...members.filter(isCurrent).map((member) => member.user_id)]);
  return [...ids].flatMap((id) => store.users.get(id) ?? []).filter((approver) => approver.state === "active");
}

/** Real servers show every protected branch of the project where the rule applies to all of them; the documents leave the list as it was given. */
function branchesOf({ store, instance }: Context, rule: ApprovalRule): ProtectedBranch[] {
  const project = store.projects.get(rule.project_id);
  const all = project === undefined ? [] : rulesOver(store, project);
  if (rule.applies_to_all_protected_branches) return instance.dialect === "vendor" ? all : [];
  return all.filter((branch) => rule.protected_branch_ids.includes(branch.id));
}

/** Group (summary) inside approval rules. */
export function presentGroupSummary(context: Context, group: Group): Record<string, Json> {
  const all = presentGroup(context, group);
  return Object.fromEntries(GROUP_SUMMARY.map((name) => [name, all[name] ?? null]));
}
