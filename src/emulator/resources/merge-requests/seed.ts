import type { PlatformState, SeedPart } from "../../core/context.js";
import { conflicts } from "../../core/git/history.js";
import { nextInternalId } from "../../core/internal-ids.js";
import type { Project } from "../../core/records.js";
import { branchNamed, fetchCommits } from "../../core/repository.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { seedSha } from "../repository/seed.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { seedLabels, seedMilestone } from "../work-items/seed.js";
import { isDraft } from "./fields.js";

const text = { type: "string" } as const;

const texts = { type: "array", items: text } as const;

const flag = { type: "boolean" } as const;

const count = { type: "integer", minimum: 0 } as const;

/** Merge requests of a seed, numbered in their target projects in the order in which they stand. */
export const mergeRequestSeed: SeedPart = {
  key: "merge_requests",
  about: "Merge requests between branches that are there, in the order of their numbers.",
  entry: {
    type: "object",
    required: ["project", "source_branch", "title", "author"],
    additionalProperties: false,
    properties: {
      project: text,
      source_project: text,
      source_branch: text,
      target_branch: text,
      sha: text,
      title: text,
      description: text,
      author: text,
      state: { type: "string", enum: ["opened", "closed", "locked", "merged"] },
      assignees: texts,
      reviewers: texts,
      approved_by: texts,
      labels: texts,
      milestone: text,
      merge_status: { type: "string", enum: ["unchecked", "checking", "can_be_merged", "cannot_be_merged"] },
      merge_when_pipeline_succeeds: flag,
      squash: flag,
      discussion_locked: flag,
      force_remove_source_branch: flag,
      allow_collaboration: flag,
      approvals_before_merge: count,
      time_estimate: count,
      total_time_spent: count,
      merge_commit: text,
      merged_by: text,
      merged_at: SEED_TIME,
      closed_by: text,
      closed_at: SEED_TIME,
      created_at: SEED_TIME,
      updated_at: SEED_TIME,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addMergeRequest(world, entry as SeedMergeRequest);
  },
};

function addMergeRequest(world: PlatformState, seed: SeedMergeRequest): void {
  const mergeRequests = world.store.of(mergeRequestTable);
  const project = seedProject(world, seed.project);
  const userId = (username: string): number => seedUser(world, username).id;
  const made = ends(world, seed);
  mergeRequests.insert({
    iid: nextInternalId(world.store, "merge_requests", project.id, () => 0),
    project_id: project.id,
    title: seed.title,
    description: seed.description ?? "",
    author_id: userId(seed.author),
    assignee_ids: (seed.assignees ?? []).map(userId),
    reviewer_ids: (seed.reviewers ?? []).map(userId),
    label_ids: seedLabels(world, project, seed.labels ?? []),
    milestone_id: seedMilestone(world, project, seed.milestone),
    draft: isDraft(seed.title),
    ...code(world, project, seed),
    merge_when_pipeline_succeeds: seed.merge_when_pipeline_succeeds ?? false,
    merge_params: {},
    merge_error: null,
    merge_commit_sha: seed.merge_commit === undefined ? null : seedSha(world, seed.project, seed.merge_commit),
    squash_commit_sha: null,
    rebase_in_progress: false,
    squash: seed.squash ?? false,
    discussion_locked: seed.discussion_locked ?? null,
    should_remove_source_branch: null,
    force_remove_source_branch: seed.force_remove_source_branch ?? null,
    allow_collaboration: seed.allow_collaboration ?? false,
    head_pipeline_id: null,
    approvals: (seed.approved_by ?? []).map((username) => ({ user_id: userId(username), created_at: made.updated_at })),
    approvals_before_merge: seed.approvals_before_merge ?? null,
    time_estimate: seed.time_estimate ?? 0,
    total_time_spent: seed.total_time_spent ?? 0,
    ...made,
  });
}

type Code = Pick<MergeRequest, "source_project_id" | "source_branch" | "target_branch" | "sha" | "merge_status">;

function code(world: PlatformState, project: Project, seed: SeedMergeRequest): Code {
  const source = seedProject(world, seed.source_project ?? seed.project);
  const preset = project.attributes["default_branch"];
  const target_branch = seed.target_branch ?? (typeof preset === "string" ? preset : "");
  const sha = seedSha(world, seed.source_project ?? seed.project, seed.sha ?? seed.source_branch);
  fetchCommits(world.store, source.id, project.id, sha);
  const target = branchNamed(world.store, project.id, target_branch)?.sha;
  const isStuck = target !== undefined && conflicts(world.store, project.id, target, sha);
  return {
    source_project_id: source.id,
    source_branch: seed.source_branch,
    target_branch,
    sha,
    merge_status: seed.merge_status ?? (isStuck ? "cannot_be_merged" : "can_be_merged"),
  };
}

type Ends = Pick<
  MergeRequest,
  "state" | "created_at" | "updated_at" | "merged_at" | "merge_user_id" | "closed_at" | "closed_by_id"
>;

/** Who ended it, and when. */
function ends(world: PlatformState, seed: SeedMergeRequest): Ends {
  const state = seed.state ?? "opened";
  const created_at = seedTime(seed.created_at ?? "-0d");
  const updated_at = seed.updated_at === undefined ? created_at : seedTime(seed.updated_at);
  const when = (at: string | undefined): string => (at === undefined ? updated_at : seedTime(at));
  const merged = state === "merged" || seed.merge_when_pipeline_succeeds === true;
  return {
    state,
    created_at,
    updated_at,
    merged_at: state === "merged" ? when(seed.merged_at) : null,
    merge_user_id: merged ? seedUser(world, seed.merged_by ?? seed.author).id : null,
    closed_at: state === "closed" ? when(seed.closed_at) : null,
    closed_by_id: state === "closed" ? seedUser(world, seed.closed_by ?? seed.author).id : null,
  };
}

/** A merge request of a seed; people by username, labels and the like by name. */
type SeedMergeRequest = {
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
