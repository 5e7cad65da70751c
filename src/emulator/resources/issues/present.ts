import type { Context } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import { issueItem, notesCount, subscribed, votes } from "../work-items/noteables.js";
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
import { type Epic, type Issue, epicTable, issueTable, iterationTable } from "../work-items/records.js";
import { closingMergeRequests } from "../work-items/references.js";

/** How an issue is shown. */
interface IssueView {
  /** The project or group of the request, for `references.relative`; the issue's own project when left out, null for the whole instance. */
  readonly place?: Place;
}

/** Issue (document 3, Resources). The API description takes away what the tier does not have. */
export function presentIssue(context: Context, issue: Issue, view: IssueView = {}): Record<string, Json> {
  const { store, user } = context;
  const project = projectOf(context, issue);
  const item = issueItem(issue);
  const references = presentReferences(project, "#", issue.iid, view.place === undefined ? project : view.place);
  const [assignee = null] = issue.assignee_ids;
  return {
    ...picked(issue, "id", "iid", "project_id", "title"),
    description: textOrNull(issue.description),
    ...picked(issue, "state", "created_at", "updated_at", "closed_at"),
    closed_by: userSummary(context, issue.closed_by_id),
    labels: presentLabels(context, issue.label_ids),
    milestone: milestoneWith(context, issue.milestone_id),
    assignees: presentUsers(context, issue.assignee_ids),
    author: userSummary(context, issue.author_id),
    type: issue.issue_type.toUpperCase(),
    assignee: userSummary(context, assignee),
    user_notes_count: notesCount(store, item.noteable),
    merge_requests_count: closingMergeRequests(context, issue).length,
    ...votes(store, item.noteable),
    ...picked(issue, "due_date", "confidential", "discussion_locked", "issue_type"),
    web_url: `${context.instance.url}/${project.path_with_namespace}/-/issues/${issue.iid}`,
    time_stats: presentTimeStats(issue),
    ...tasks(issue.description),
    weight: issue.weight,
    ...planning(context, issue),
    ...picked(issue, "health_status", "severity", "moved_to_id"),
    subscribed: subscribed(store, item, user),
    references,
    reference: references["short"] ?? null,
    _links: links(context, issue),
  };
}

/** `task_status` is null without tasks (document 1, conventions 11). */
function tasks(description: string): Record<string, Json> {
  const { count, completed_count } = taskCounts(description);
  const task_status = count === 0 ? null : `${completed_count} of ${count} task${count === 1 ? "" : "s"} completed`;
  return { has_tasks: count > 0, task_status, task_completion_status: { count, completed_count } };
}

/** The epic and the iteration that the issue is planned in. */
function planning({ store, instance }: Context, issue: Issue): Record<string, Json> {
  const epic = issue.epic_id === null ? undefined : store.of(epicTable).get(issue.epic_id);
  const iteration = issue.iteration_id === null ? undefined : store.of(iterationTable).get(issue.iteration_id);
  const path = (groupId: number): string => store.groups.get(groupId)?.full_path ?? "";
  return {
    epic: epic === undefined ? null : presentEpic(epic, path(epic.group_id)),
    epic_iid: epic?.iid ?? null,
    iteration:
      iteration === undefined
        ? null
        : { ...iteration, web_url: `${instance.url}/groups/${path(iteration.group_id)}/-/iterations/${iteration.id}` },
  };
}

function presentEpic({ id, iid, title, group_id }: Epic, path: string): Record<string, Json> {
  return { id, iid, title, url: `/groups/${path}/-/epics/${iid}`, group_id };
}

function links({ store, instance }: Context, issue: Issue): Record<string, Json> {
  const api = `${instance.url}/api/v4/projects`;
  const address = ({ project_id, iid }: Issue): string => `${api}/${project_id}/issues/${iid}`;
  const self = address(issue);
  const duplicated = issue.duplicated_to_id === null ? undefined : store.of(issueTable).get(issue.duplicated_to_id);
  return {
    self,
    notes: `${self}/notes`,
    award_emoji: `${self}/award_emoji`,
    project: `${api}/${issue.project_id}`,
    closed_as_duplicate_of: duplicated === undefined ? null : address(duplicated),
  };
}
