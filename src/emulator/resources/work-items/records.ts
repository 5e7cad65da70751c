import { issueNumbers } from "../../core/git/records.js";
import type { Json } from "../../core/records.js";
import { defineTable } from "../../core/table.js";

/** Where a label or milestone lives. */
export type Home = { readonly kind: "project" | "group"; readonly id: number };

export type Label = {
  readonly id: number;
  readonly home: Home;
  readonly name: string;
  readonly color: string;
  readonly text_color: string;
  readonly description: string | null;
  /** Lower comes first in the orders `priority` and `label_priority`; null comes last. */
  readonly priority: number | null;
  readonly archived?: boolean;
};

export type Milestone = {
  readonly id: number;
  readonly iid: number;
  readonly home: Home;
  readonly title: string;
  readonly description: string;
  readonly state: "active" | "closed";
  readonly due_date: string | null;
  readonly start_date: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type Iteration = {
  readonly id: number;
  readonly iid: number;
  readonly sequence: number;
  readonly group_id: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly state: number;
  readonly start_date: string;
  readonly due_date: string;
  readonly created_at: string;
  readonly updated_at: string;
};

export type Epic = {
  readonly id: number;
  readonly iid: number;
  readonly group_id: number;
  readonly title: string;
  readonly description: string;
  readonly state: "opened" | "closed";
  readonly author_id: number;
  readonly confidential: boolean;
  readonly label_ids?: readonly number[];
  /** The epic that it is a part of. */
  readonly parent_id?: number | null;
  readonly color?: string;
  readonly start_date_fixed?: string | null;
  /** Whether it begins on the day that is fixed; otherwise on none. */
  readonly start_date_is_fixed?: boolean;
  readonly due_date_fixed?: string | null;
  readonly due_date_is_fixed?: boolean;
  readonly closed_at?: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type SnippetFile = { readonly path: string; readonly content: string };

export type Snippet = {
  readonly id: number;
  /** Null for one that is its author's own. */
  readonly project_id: number | null;
  readonly title: string;
  readonly file_name: string;
  readonly description?: string | null;
  /** Its files, the first of which is `file_name`; left out where a seed gives none. */
  readonly files?: readonly SnippetFile[];
  readonly visibility: "private" | "internal" | "public";
  readonly author_id: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type Issue = {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly title: string;
  readonly description: string;
  readonly state: "opened" | "closed";
  readonly issue_type: "issue" | "incident" | "test_case";
  readonly severity: "UNKNOWN" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
  readonly author_id: number;
  readonly assignee_ids: readonly number[];
  readonly label_ids: readonly number[];
  readonly milestone_id: number | null;
  readonly epic_id: number | null;
  readonly iteration_id: number | null;
  readonly weight: number | null;
  readonly health_status: string | null;
  readonly due_date: string | null;
  readonly confidential: boolean;
  readonly discussion_locked: boolean | null;
  readonly relative_position: number;
  readonly moved_to_id: number | null;
  readonly duplicated_to_id: number | null;
  readonly closed_by_id: number | null;
  /** Seconds. */
  readonly time_estimate: number;
  /** Seconds. */
  readonly total_time_spent: number;
  readonly user_agent: string;
  readonly ip_address: string;
  /** True when it was reported as spam. */
  readonly akismet_submitted?: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
};

export type MergeRequest = {
  readonly id: number;
  readonly iid: number;
  /** The target project. */
  readonly project_id: number;
  readonly source_project_id: number;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  readonly description: string;
  readonly state: "opened" | "closed" | "locked" | "merged";
  readonly author_id: number;
  readonly assignee_ids: readonly number[];
  readonly reviewer_ids: readonly number[];
  readonly label_ids: readonly number[];
  readonly milestone_id: number | null;
  readonly draft: boolean;
  /** Head of the source branch, kept when the branch is gone. */
  readonly sha: string;
  readonly merge_status: "unchecked" | "checking" | "can_be_merged" | "cannot_be_merged";
  readonly merge_when_pipeline_succeeds: boolean;
  /** What the merge was asked to do when the pipeline succeeds. */
  readonly merge_params: Readonly<Record<string, Json>>;
  readonly merge_user_id: number | null;
  readonly merge_error: string | null;
  /** Where the target branch stood when it was merged; until then left out. */
  readonly start_sha?: string;
  readonly merge_commit_sha: string | null;
  readonly squash_commit_sha: string | null;
  /** The commit that a merge was last tried with, for its merge ref. */
  readonly merge_ref_sha?: string | null;
  readonly rebase_in_progress: boolean;
  readonly squash: boolean;
  readonly discussion_locked: boolean | null;
  readonly should_remove_source_branch: boolean | null;
  readonly force_remove_source_branch: boolean | null;
  readonly allow_collaboration: boolean;
  readonly closed_by_id: number | null;
  readonly head_pipeline_id: number | null;
  /** Users who approved it, with the time. */
  readonly approvals: readonly { readonly user_id: number; readonly created_at: string }[];
  /** Approvals required of this merge request alone; null follows the project. */
  readonly approvals_before_merge: number | null;
  readonly time_estimate: number;
  readonly total_time_spent: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly merged_at: string | null;
  readonly closed_at: string | null;
};

/** What can be discussed, and what notes, reactions and subscriptions hang on. */
export type Noteable = { readonly kind: "issue" | "snippet" | "epic" | "merge_request"; readonly id: number };

export type Note = {
  readonly id: number;
  readonly noteable: Noteable;
  /** 40 hexadecimal characters, the same for all notes of one thread. */
  readonly discussion_id: string;
  /** `DiscussionNote` in a thread, `DiffNote` in one on a line of a difference, null for a single comment. */
  readonly type: "DiscussionNote" | "DiffNote" | null;
  /** It is for members who may read confidential things. */
  readonly internal?: true;
  /** The line, of a `DiffNote`. */
  readonly position?: { readonly [name: string]: Json };
  readonly body: string;
  readonly author_id: number;
  readonly system: boolean;
  readonly resolvable: boolean;
  readonly resolved_by_id: number | null;
  readonly resolved_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A reaction; `thumbsup` and `thumbsdown` count as votes. */
export type Reaction = {
  readonly id: number;
  /** What it is to: also a note. */
  readonly noteable: Noteable | { readonly kind: "note"; readonly id: number };
  readonly user_id: number;
  readonly name: string;
  /** Left out of those of a seed. */
  readonly created_at?: string;
};

/** Whether a user gets notices; without a row, authors, assignees and participants do. */
type Subscription = {
  readonly id: number;
  readonly noteable: Noteable;
  readonly user_id: number;
  readonly subscribed: boolean;
};

/** Index key of what hangs on a noteable; with a user, of that user's. */
export function noteableKey(noteable: Reaction["noteable"], userId?: number): string {
  return userId === undefined ? `${noteable.kind}:${noteable.id}` : `${noteable.kind}:${noteable.id}:${userId}`;
}

/** Index key of the labels or milestones of a project or group. */
export const homeKey = (home: Home): string => `${home.kind}:${home.id}`;

export const labelTable = defineTable<Label, "home">("labels", { home: (label) => homeKey(label.home) });

export const milestoneTable = defineTable<Milestone, "home">("milestones", { home: (milestone) => homeKey(milestone.home) });

export const iterationTable = defineTable<Iteration, "group">("iterations", { group: (iteration) => iteration.group_id });

export const epicTable = defineTable<Epic, "group">("epics", { group: (epic) => epic.group_id });

export const snippetTable = defineTable<Snippet, "project">("snippets", { project: (snippet) => snippet.project_id ?? "none" });

export const issueTable = defineTable<Issue, "project" | "opened" | "iid" | "milestone">("issues", {
  project: (issue) => issue.project_id,
  /** The project, while the issue is open. */
  opened: (issue) => (issue.state === "opened" ? issue.project_id : null),
  milestone: (issue) => issue.milestone_id,
  iid: (issue) => `${issue.project_id}:${issue.iid}`,
});

export const mergeRequestTable = defineTable<MergeRequest, "project" | "iid" | "source" | "names">("merge_requests", {
  project: (mergeRequest) => mergeRequest.project_id,
  iid: (mergeRequest) => `${mergeRequest.project_id}:${mergeRequest.iid}`,
  source: (mergeRequest) => mergeRequest.source_project_id,
  names: ({ title, description }) => issueNumbers(`${title}\n${description}`),
});

export const noteTable = defineTable<Note, "noteable" | "discussion">("notes", {
  noteable: (note) => noteableKey(note.noteable),
  discussion: (note) => note.discussion_id,
});

export const reactionTable = defineTable<Reaction, "noteable">("reactions", {
  noteable: (reaction) => noteableKey(reaction.noteable),
});

export const subscriptionTable = defineTable<Subscription, "subscription">("subscriptions", {
  subscription: (row) => noteableKey(row.noteable, row.user_id),
});
