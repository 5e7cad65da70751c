import type { Issue } from "../../records/work-items.js";

/** An issue of a seed; people by username, labels and the like by name. */
export type SeedIssue = {
  project: string;
  title: string;
  description?: string;
  author: string;
  state?: Issue["state"];
  issue_type?: Issue["issue_type"];
  severity?: Issue["severity"];
  assignees?: readonly string[];
  labels?: readonly string[];
  milestone?: string;
  epic?: string;
  iteration?: string;
  weight?: number;
  health_status?: string;
  due_date?: string;
  confidential?: boolean;
  discussion_locked?: boolean;
  relative_position?: number;
  time_estimate?: number;
  total_time_spent?: number;
  user_agent?: string;
  ip_address?: string;
  akismet_submitted?: boolean;
  created_at?: string;
  updated_at?: string;
  closed_at?: string;
  closed_by?: string;
  /** An issue that stands earlier, as `group/project#1`. */
  moved_to?: string;
  duplicate_of?: string;
};
