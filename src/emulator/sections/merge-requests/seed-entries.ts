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

const WEBSITE = { project: "acme-labs/website" } as const;
const API = { project: "acme-labs/platform/api" } as const;
const HANDBOOK = { project: "acme-labs/handbook" } as const;

/** What the little company is about to merge, has merged, and has given up. */
export const COMPANY_MERGE_REQUESTS: readonly SeedMergeRequest[] = [
  {
    ...WEBSITE,
    title: "Add the imprint",
    source_branch: "imprint",
    merge_commit: "main",
    author: "dave",
    milestone: "Launch",
    labels: ["docs"],
    state: "merged",
    merged_by: "alice",
    created_at: "-31d",
    updated_at: "-30d",
  },
  {
    ...WEBSITE,
    title: "Search the site",
    description: "Closes #3\n\n- [x] Index\n- [ ] Ranking",
    source_branch: "search",
    author: "dave",
    assignees: ["dave"],
    reviewers: ["alice", "bob"],
    approved_by: ["bob"],
    labels: ["feature"],
    milestone: "Summer release",
    time_estimate: 7200,
    total_time_spent: 9000,
    created_at: "-7d",
    updated_at: "-6d",
  },
  {
    ...WEBSITE,
    title: "Draft: Colours for the night",
    description: "Part of #6",
    source_branch: "dark-mode",
    author: "carol",
    assignees: ["carol"],
    labels: ["design", "feature"],
    squash: true,
    created_at: "-5d",
    updated_at: "-1d",
  },
  {
    ...WEBSITE,
    title: "Blinking header",
    source_branch: "next",
    author: "bob",
    discussion_locked: true,
    state: "closed",
    closed_by: "alice",
    created_at: "-25d",
    updated_at: "-24d",
  },
  {
    ...API,
    title: "Try again when the store restarts",
    description: "Fixes #1",
    source_branch: "retry",
    force_remove_source_branch: true,
    author: "erin",
    assignees: ["bob"],
    reviewers: ["carol"],
    approved_by: ["carol"],
    approvals_before_merge: 1,
    labels: ["bug"],
    milestone: "1.0",
    created_at: "-4d",
    updated_at: "-2d",
  },
  {
    ...API,
    title: "Read the configuration",
    source_branch: "configuration",
    sha: "main",
    author: "erin",
    state: "merged",
    merged_by: "bob",
    created_at: "-21d",
    updated_at: "-20d",
  },
  {
    project: "open-source/toolkit",
    title: "Sharper tools",
    source_branch: "sharper",
    author: "dave",
    reviewers: ["carol"],
    created_at: "-2d",
  },
  {
    ...HANDBOOK,
    title: "Shorter hours",
    description: "Conflicts with what was agreed since.",
    source_branch: "short-hours",
    author: "bob",
    reviewers: ["alice"],
    created_at: "-12d",
  },
  {
    ...HANDBOOK,
    title: "Ideas for later",
    source_branch: "ideas",
    author: "alice",
    assignees: ["alice"],
    created_at: "-10d",
  },
  {
    ...HANDBOOK,
    title: "Who pays for trains",
    source_branch: "travel",
    author: "bob",
    approved_by: ["alice"],
    merge_when_pipeline_succeeds: true,
    merged_by: "alice",
    created_at: "-3d",
    updated_at: "-1d",
  },
  {
    project: "acme-release/notes",
    source_project: "alice/notes",
    title: "Mend the spelling",
    source_branch: "spelling",
    allow_collaboration: true,
    author: "alice",
    reviewers: ["erin"],
    created_at: "-1d",
  },
];
