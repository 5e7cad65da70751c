import { LEVEL, accessLevel, canSee } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { GroupOrProject, Project } from "../../core/records.js";
import { invalid } from "../../core/replies.js";
import { type Row, defineTable } from "../../core/table.js";
import { projectsIn } from "../groups/reach.js";

export type ApprovalRule = Row & {
  readonly project_id: number;
  readonly name: string;
  readonly rule_type: "regular" | "any_approver" | "report_approver" | "code_owner";
  readonly report_type: string | null;
  readonly approvals_required: number;
  readonly user_ids: readonly number[];
  readonly group_ids: readonly number[];
  readonly protected_branch_ids: readonly number[];
  readonly applies_to_all_protected_branches: boolean;
  readonly updated_at: string;
};

export const approvalRuleTable = defineTable<ApprovalRule, "project">("approval_rules", { project: (rule) => rule.project_id });

/** Each id once, in the order in which they came. */
export const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Users who are in the project, each once; others are dropped without a word. */
export function membersOf({ store }: Context, project: Project, ids: readonly number[]): number[] {
  return unique(ids).filter((id) => {
    const user = store.users.get(id);
    return user !== undefined && accessLevel(store, user, project) >= LEVEL.guest;
  });
}

/** Groups that the caller may see, each once; others are dropped without a word. */
export function seenGroups({ store, user }: Context, ids: readonly number[]): number[] {
  return unique(ids).filter((id) => {
    const group = store.groups.get(id);
    return group !== undefined && canSee(store, user, group);
  });
}

/** Drops from the approval rules of a project, or of all projects below a group, users who are there no more (the reference of real servers, kinds, share with a group). */
export function revokeApprovers(context: Context, holder: GroupOrProject): void {
  const { store, instance } = context;
  if (instance.dialect === "neutral") return;
  for (const project of projectsIn(store, holder))
    for (const { id, user_ids: before } of store.of(approvalRuleTable).where("project", project.id)) {
      const user_ids = membersOf(context, project, before);
      if (user_ids.length < before.length) store.of(approvalRuleTable).update(id, { user_ids });
    }
}

/** Groups of a rule that the caller may not see: they stay in it unless `remove_hidden_groups` is sent. */
export function hiddenGroups(context: Context, { group_ids }: Pick<ApprovalRule, "group_ids">): number[] {
  if (context.params.flag("remove_hidden_groups") === true) return [];
  const seen = new Set(seenGroups(context, group_ids));
  return group_ids.filter((id) => !seen.has(id));
}

/**
 * Throws 400 with all that is wrong with a rule.
 * @param others the other rules of its type that its project or merge request has
 */
export function checkRule(
  { limits }: Context,
  draft: Pick<ApprovalRule, "name" | "rule_type">,
  others: readonly Pick<ApprovalRule, "name">[],
  place: "project" | "merge request",
  further: Readonly<Record<string, readonly string[]>> = {},
): void {
  const wrong: Record<string, readonly string[]> = { ...limits };
  if (draft.name.trim() === "") wrong["name"] = ["can't be blank"];
  if (others.some((rule) => rule.name === draft.name)) wrong["name"] = ["has already been taken"];
  if (draft.rule_type === "any_approver" && others.length > 0)
    wrong["rule_type"] = [`any-approver for the ${place} already exists`];
  Object.assign(wrong, further);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}
