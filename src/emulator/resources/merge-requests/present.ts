import type { Context, PlatformState } from "../../core/context.js";
import { changesBetween, commitsBetween, mergeBase } from "../../core/git/history.js";
import { userSummary } from "../../core/people.js";
import { type Json, type Project, picked } from "../../core/records.js";
import { branchNamed } from "../../core/repository.js";
import { deployedMergeRequestTable, deploymentTable, environmentTable } from "../pipelines/records.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { mergeRequestItem, notesCount, subscribed, votes } from "../work-items/noteables.js";
import {
  type Place,
  milestoneWith,
  presentLabels,
  presentReferences,
  presentTimeStats,
  presentUsers,
  projectOf,
  taskCounts,
  textOrNull,
} from "../work-items/present.js";
import type { MergeRequest } from "../work-items/records.js";
import { startOf } from "./lookup.js";
import { areDiscussionsResolved, detailedStatus } from "./mergeability.js";
import { headPipeline, presentHeadPipeline, presentPipeline } from "./pipelines.js";

/** How a merge request is shown. */
interface MergeRequestView {
  /** The project or group of the request, for `references.relative`; its own project when left out, null for the whole instance. */
  readonly place?: Place;
  /** Adds what only single reads and actions show: pipelines, diff references, `changes_count`, `subscribed`, `user` and the like. */
  readonly single?: boolean;
}

/** Merge request (document 3, Resources). The API description takes away what the tier does not have. */
export function presentMergeRequest(
  context: Context,
  mergeRequest: MergeRequest,
  view: MergeRequestView = {},
): Record<string, Json> {
  const project = projectOf(context, mergeRequest);
  if (context.params.text("view") === "simple")
    return (context.instance.dialect === "neutral" ? presentSimple : presentBasic)(context, mergeRequest, project);
  const place = view.place === undefined ? project : view.place;
  const references = presentReferences(project, "!", mergeRequest.iid, place);
  return {
    ...presentBasic(context, mergeRequest, project),
    ...people(context, mergeRequest),
    ...picked(mergeRequest, "target_branch", "source_branch", "source_project_id"),
    target_project_id: mergeRequest.project_id,
    ...merging(context, mergeRequest),
    ...(context.instance.dialect === "vendor" ? furtherMerging(context, mergeRequest, project) : {}),
    ...talk(context, mergeRequest),
    references,
    reference: references["short"] ?? null,
    ...(view.single === true ? singleFields(context, mergeRequest, project) : {}),
  };
}

/** With `view=simple`, the number in the project, the address, title, description and basic state, and nothing else (document 3). */
function presentSimple({ instance }: PlatformState, mergeRequest: MergeRequest, project: Project): Record<string, Json> {
  const { iid, title, description, state } = mergeRequest;
  const web_url = `${instance.url}/${project.path_with_namespace}/-/merge_requests/${iid}`;
  return { iid, title, description: textOrNull(description), state, web_url };
}

/** What real servers show with `view=simple`. */
function presentBasic(context: PlatformState, mergeRequest: MergeRequest, project: Project): Record<string, Json> {
  const { id, project_id, created_at, updated_at } = mergeRequest;
  return { id, project_id, ...presentSimple(context, mergeRequest, project), created_at, updated_at };
}

function people(context: Context, mergeRequest: MergeRequest): Record<string, Json> {
  const { merged_at, closed_at, assignee_ids, reviewer_ids } = mergeRequest;
  const [assignee = null] = assignee_ids;
  const mergeUser = userSummary(context, mergeRequest.merge_user_id);
  return {
    merged_by: mergeRequest.state === "merged" ? mergeUser : null,
    merge_user: mergeUser,
    merged_at,
    closed_by: userSummary(context, mergeRequest.closed_by_id),
    closed_at,
    author: userSummary(context, mergeRequest.author_id),
    assignees: presentUsers(context, assignee_ids),
    assignee: userSummary(context, assignee),
    reviewers: presentUsers(context, reviewer_ids),
  };
}

function merging({ store }: PlatformState, mergeRequest: MergeRequest): Record<string, Json> {
  return {
    draft: mergeRequest.draft,
    work_in_progress: mergeRequest.draft,
    ...picked(mergeRequest, "merge_when_pipeline_succeeds", "merge_status", "sha", "merge_commit_sha", "squash_commit_sha"),
    ...picked(mergeRequest, "should_remove_source_branch", "force_remove_source_branch", "allow_collaboration"),
    allow_maintainer_to_push: mergeRequest.allow_collaboration,
    squash: mergeRequest.squash,
    has_conflicts: mergeRequest.merge_status === "cannot_be_merged",
    blocking_discussions_resolved: areDiscussionsResolved({ store }, mergeRequest),
    approvals_before_merge: mergeRequest.approvals_before_merge,
  };
}

/** What real servers show besides. */
function furtherMerging(world: PlatformState, mergeRequest: MergeRequest, project: Project): Record<string, Json> {
  return {
    detailed_merge_status: detailedStatus(world, project, mergeRequest),
    prepared_at: mergeRequest.created_at,
    merge_after: null,
    imported: false,
    imported_from: "none",
    squash_on_merge: project.attributes["squash_option"] === "always" || mergeRequest.squash,
  };
}

function talk(context: Context, mergeRequest: MergeRequest): Record<string, Json> {
  const { noteable } = mergeRequestItem(mergeRequest);
  return {
    user_notes_count: notesCount(context.store, noteable),
    ...votes(context.store, noteable),
    labels: presentLabels(context, mergeRequest.label_ids),
    milestone: milestoneWith(context, mergeRequest.milestone_id),
    discussion_locked: mergeRequest.discussion_locked,
    time_stats: presentTimeStats(mergeRequest),
    task_completion_status: taskCounts(mergeRequest.description),
  };
}

const MOST_CHANGES = 1000;

/** What single reads and actions show beyond lists (document 3, Merge request). */
function singleFields(context: Context, mergeRequest: MergeRequest, project: Project): Record<string, Json> {
  const { store, user, params } = context;
  const pipeline = headPipeline(context, mergeRequest);
  return {
    subscribed: subscribed(store, mergeRequestItem(mergeRequest), user),
    merge_error: mergeRequest.merge_error,
    ...diff(context, mergeRequest),
    latest_build_started_at: pipeline?.started_at ?? null,
    latest_build_finished_at: pipeline?.finished_at ?? null,
    first_deployed_to_production_at: firstInProduction(context, mergeRequest),
    pipeline: pipeline === undefined ? null : presentPipeline(context, pipeline),
    head_pipeline: pipeline === undefined ? null : presentHeadPipeline(context, pipeline),
    user: { can_merge: user !== undefined && mayUpdateBranch(store, user, project, mergeRequest.target_branch) },
    ...(params.flag("include_diverged_commits_count") === true
      ? { diverged_commits_count: divergedCommits(context, mergeRequest) }
      : {}),
    ...(params.flag("include_rebase_in_progress") === true ? { rebase_in_progress: mergeRequest.rebase_in_progress } : {}),
  };
}

/** `changes_count` and `diff_refs`: the merge base, the head, and where the target branch stood. */
function diff({ store }: PlatformState, mergeRequest: MergeRequest): Record<string, Json> {
  const { project_id, sha } = mergeRequest;
  const start_sha = startOf(store, mergeRequest);
  const base = start_sha === undefined ? undefined : mergeBase(store, project_id, start_sha, sha);
  if (start_sha === undefined || base === undefined) return { changes_count: null, diff_refs: null };
  const files = changesBetween(store, project_id, base.sha, sha).length;
  return {
    changes_count: files > MOST_CHANGES ? `${MOST_CHANGES}+` : String(files),
    diff_refs: { base_sha: base.sha, head_sha: sha, start_sha },
  };
}

/** Commits that the target branch has and the source branch has not. */
function divergedCommits({ store }: PlatformState, { project_id, target_branch, sha }: MergeRequest): number {
  const target = branchNamed(store, project_id, target_branch)?.sha;
  return target === undefined ? 0 : commitsBetween(store, project_id, sha, target).length;
}

function firstInProduction({ store }: PlatformState, { id }: MergeRequest): string | null {
  const times = store
    .of(deployedMergeRequestTable)
    .where("merge_request", id)
    .flatMap(({ deployment_id }) => store.of(deploymentTable).get(deployment_id) ?? [])
    .filter(({ status, environment_id }) => {
      return status === "success" && store.of(environmentTable).get(environment_id)?.tier === "production";
    })
    .flatMap(({ finished_at }) => finished_at ?? []);
  return times.toSorted()[0] ?? null;
}
