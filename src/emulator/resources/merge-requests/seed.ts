import type { PlatformState } from "../../core/context.js";
import { conflicts } from "../../core/git/history.js";
import { nextInternalId } from "../../core/internal-ids.js";
import type { Project } from "../../core/records.js";
import { branchNamed, fetchCommits } from "../../core/repository.js";
import { COUNT, FLAG, type Seeded, TEXT, TEXTS, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { seedSha } from "../repository/seed.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { seedLabels, seedMilestone } from "../work-items/seed.js";
import { isDraft } from "./fields.js";
import { FRESH } from "./writes.js";

const ENTRY = seedObject(["project", "source_branch", "title", "author"], {
  project: TEXT,
  /** A fork; the project itself when left out. */
  source_project: TEXT,
  source_branch: TEXT,
  /** The default branch when left out. */
  target_branch: TEXT,
  /** Branch, tag or hash of its head commit, for a source branch that is gone. */
  sha: TEXT,
  title: TEXT,
  description: TEXT,
  author: TEXT,
  state: { type: "string", enum: ["opened", "closed", "locked", "merged"] },
  assignees: TEXTS,
  reviewers: TEXTS,
  approved_by: TEXTS,
  labels: TEXTS,
  milestone: TEXT,
  merge_status: { type: "string", enum: ["unchecked", "checking", "can_be_merged", "cannot_be_merged"] },
  merge_when_pipeline_succeeds: FLAG,
  squash: FLAG,
  discussion_locked: FLAG,
  force_remove_source_branch: FLAG,
  allow_collaboration: FLAG,
  approvals_before_merge: COUNT,
  time_estimate: COUNT,
  total_time_spent: COUNT,
  /** Branch, tag or hash of the merge commit. */
  merge_commit: TEXT,
  merged_by: TEXT,
  merged_at: SEED_TIME,
  closed_by: TEXT,
  closed_at: SEED_TIME,
  created_at: SEED_TIME,
  updated_at: SEED_TIME,
});

type SeedMergeRequest = Seeded<typeof ENTRY>;

/** Merge requests of a seed, numbered in their target projects in the order in which they stand. */
export const mergeRequestSeed = seedPart(
  "merge_requests",
  "Merge requests between branches that are there, in the order of their numbers.",
  ENTRY,
  (world, seed) => {
    const project = seedProject(world, seed.project);
    const userId = (username: string): number => seedUser(world, username).id;
    const made = ends(world, seed);
    const { project: path, source_project: _, author, assignees = [], reviewers = [], approved_by = [], ...rest } = seed;
    const { labels = [], milestone, merge_commit, merged_by: _merger, closed_by: _closer, ...columns } = rest;
    world.store.of(mergeRequestTable).insert({
      ...FRESH,
      squash: false,
      force_remove_source_branch: null,
      ...columns,
      iid: nextInternalId(world.store, "merge_requests", project.id, () => 0),
      project_id: project.id,
      author_id: userId(author),
      assignee_ids: assignees.map(userId),
      reviewer_ids: reviewers.map(userId),
      label_ids: seedLabels(world, project, labels),
      milestone_id: seedMilestone(world, project, milestone),
      draft: isDraft(seed.title),
      ...code(world, project, seed),
      merge_commit_sha: merge_commit === undefined ? null : seedSha(world, path, merge_commit),
      approvals: approved_by.map((username) => ({ user_id: userId(username), created_at: made.updated_at })),
      ...made,
    });
  },
);

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
