import type { MergeRequest } from "../../records/work-items.js";

/** A merge request of a seed; people by username, labels and the like by name. */
export type SeedMergeRequest = {
  project: string;
  /** A fork; the project itself when left out. */
  source_project?: string;
  source_branch: string;
  /** The default branch when left out. */
  target_branch?: string;
  /** Branch, tag or hash of its head commit, for a source branch that is gone. */
  sha?: string;
  title: string;
  description?: string;
  author: string;
  state?: MergeRequest["state"];
  assignees?: readonly string[];
  reviewers?: readonly string[];
  approved_by?: readonly string[];
  labels?: readonly string[];
  milestone?: string;
  merge_status?: MergeRequest["merge_status"];
  merge_when_pipeline_succeeds?: boolean;
  squash?: boolean;
  discussion_locked?: boolean;
  force_remove_source_branch?: boolean;
  allow_collaboration?: boolean;
  approvals_before_merge?: number;
  time_estimate?: number;
  total_time_spent?: number;
  /** Branch, tag or hash of the merge commit. */
  merge_commit?: string;
  merged_by?: string;
  merged_at?: string;
  closed_by?: string;
  closed_at?: string;
  created_at?: string;
  updated_at?: string;
};
