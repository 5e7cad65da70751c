import { canSee } from "../../access.js";
import type { Json } from "../../json.js";
import { sourceKey } from "../../records.js";
import type { ApprovalRule, Group, ProtectedBranch, User } from "../../records.js";
import type { Context } from "../../section.js";
import { presentGroup } from "../groups/entity.js";
import { presentProtectedBranch } from "../protected-branches.js";
import { presentUser } from "../users.js";

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

/** Approval rule (document 2). Groups that the caller may not see are left out, and said to be there by `contains_hidden_groups`. */
export function presentApprovalRule(context: Context, rule: ApprovalRule): Record<string, Json> {
  const { store, user } = context;
  const users = rule.user_ids.flatMap((id) => store.users.get(id) ?? []);
  const groups = rule.group_ids.flatMap((id) => store.groups.get(id) ?? []);
  const seen = groups.filter((group) => canSee(store, user, group));
  return {
    id: rule.id,
    name: rule.name,
    rule_type: rule.rule_type,
    report_type: rule.report_type,
    eligible_approvers: eligible(context, users, groups).map((one) => presentUser(context, one)),
    approvals_required: rule.approvals_required,
    users: users.map((one) => presentUser(context, one)),
    groups: seen.map((group) => summary(context, group)),
    contains_hidden_groups: seen.length < groups.length,
    protected_branches: branchesOf(context, rule).map(presentProtectedBranch),
    applies_to_all_protected_branches: rule.applies_to_all_protected_branches,
  };
}

/** The named users and the direct members of the named groups, each once. Blocked users cannot approve. */
function eligible({ store }: Context, users: readonly User[], groups: readonly Group[]): User[] {
  const members = groups.flatMap((group) => store.members.where("source", sourceKey({ kind: "group", id: group.id })));
  const ids = new Set([...users.map((one) => one.id), ...members.map((member) => member.user_id)]);
  return [...ids].flatMap((id) => store.users.get(id) ?? []).filter((one) => one.state === "active");
}

/** Real servers show every protected branch of the project where the rule applies to all of them; the documents leave the list as it was given. */
function branchesOf({ store, instance }: Context, rule: ApprovalRule): ProtectedBranch[] {
  const own = store.protectedBranches.where("project", rule.project_id);
  if (rule.applies_to_all_protected_branches) return instance.dialect === "vendor" ? own : [];
  return own.filter((branch) => rule.protected_branch_ids.includes(branch.id));
}

function summary(context: Context, group: Group): Record<string, Json> {
  const all = presentGroup(context, group);
  return Object.fromEntries(GROUP_SUMMARY.map((name) => [name, all[name] ?? null]));
}
