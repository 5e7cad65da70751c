import type { ApprovalRule } from "../records.js";
import { defineTable } from "../table.js";

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
