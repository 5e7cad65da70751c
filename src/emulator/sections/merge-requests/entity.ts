import type { Context, PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import type { Project } from "../../records.js";
import { milestoneTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { mergeRequestItem, notesCount, votes } from "../work-items/noteables.js";
import {
  presentLabels,
  presentMilestone,
  presentReferences,
  presentTimeStats,
  presentUsers,
  taskCounts,
  textOrNull,
  userSummary,
} from "../work-items/parts.js";
import type { Place } from "../work-items/parts.js";
import { areDiscussionsResolved, detailedStatus } from "./mergeability.js";
import { singleFields } from "./single.js";

/** How a merge request is shown. */
export interface MergeRequestView {
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
  const project = targetOf(context, mergeRequest);
  if (context.params.text("view") === "simple")
    return (context.instance.dialect === "neutral" ? presentSimple : presentBasic)(context, mergeRequest, project);
  const place = view.place === undefined ? project : view.place;
  const references = presentReferences(project, "!", mergeRequest.iid, place);
  return {
    ...presentBasic(context, mergeRequest, project),
    ...people(context, mergeRequest),
    ...branches(mergeRequest),
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

function branches({ target_branch, source_branch, source_project_id, project_id }: MergeRequest): Record<string, Json> {
  return { target_branch, source_branch, source_project_id, target_project_id: project_id };
}

function merging({ store }: PlatformState, mergeRequest: MergeRequest): Record<string, Json> {
  const { draft, sha, merge_commit_sha, squash_commit_sha, merge_status, squash } = mergeRequest;
  const { should_remove_source_branch, force_remove_source_branch, allow_collaboration } = mergeRequest;
  return {
    draft,
    work_in_progress: draft,
    merge_when_pipeline_succeeds: mergeRequest.merge_when_pipeline_succeeds,
    merge_status,
    sha,
    merge_commit_sha,
    squash_commit_sha,
    should_remove_source_branch,
    force_remove_source_branch,
    allow_collaboration,
    allow_maintainer_to_push: allow_collaboration,
    squash,
    has_conflicts: merge_status === "cannot_be_merged",
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
  const milestone =
    mergeRequest.milestone_id === null ? undefined : context.store.of(milestoneTable).get(mergeRequest.milestone_id);
  return {
    user_notes_count: notesCount(context.store, noteable),
    ...votes(context.store, noteable),
    labels: presentLabels(context, mergeRequest.label_ids),
    milestone: milestone === undefined ? null : presentMilestone(context, milestone),
    discussion_locked: mergeRequest.discussion_locked,
    time_stats: presentTimeStats(mergeRequest),
    task_completion_status: taskCounts(mergeRequest.description),
  };
}

function targetOf({ store }: PlatformState, mergeRequest: MergeRequest): Project {
  const project = store.projects.get(mergeRequest.project_id);
  if (project === undefined) throw new Error(`merge request ${mergeRequest.id} has no project`);
  return project;
}
