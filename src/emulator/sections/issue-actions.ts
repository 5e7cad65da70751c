import { requireUser } from "../access.js";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import type { Issue, MergeRequest } from "../records/work-items.js";
import { acted, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { closingMergeRequests, mergeRequestsNamed, mergeRequestsNaming } from "../work-item-references.js";
import { addComment, answer } from "./discussions/comments.js";
import { presentNote } from "./discussions/entity.js";
import { KINDS } from "./discussions/kinds.js";
import { presentIssue } from "./issues/entity.js";
import { findIssue } from "./issues/lookup.js";
import { listMetricImages, uploadMetricImage } from "./issues/metric-images.js";
import { metricImageSeed } from "./issues/seed-metric-images.js";
import { timeHandlers } from "./issues/time.js";
import { issueTarget } from "./issues/todo.js";
import { presentMergeRequest } from "./merge-requests/entity.js";
import { presentUser } from "./users.js";
import { issueItem, notesOf, participants, setSubscribed, subscribed } from "./work-items/noteables.js";
import { createTodo } from "./work-items/todos.js";
import { seesIssue, sightOf } from "./work-items/visibility.js";

/** What is done with one issue, and what hangs on it (document 3, Issues). */
export const issueActions: Resource = {
  operations: {
    "POST /projects/{id}/issues/{issue_iid}/subscribe": (context) => subscribe(context, true),
    "POST /projects/{id}/issues/{issue_iid}/unsubscribe": (context) => subscribe(context, false),
    "POST /projects/{id}/issues/{issue_iid}/todo": (context) => {
      const user = requireUser(context);
      const { issue, project } = findIssue(context);
      return createTodo(context, user, issueTarget(context, issue, project));
    },
    "POST /projects/{id}/issues/{issue_iid}/notes": (context) => {
      const discussed = KINDS.issue.find(context);
      const comment = addComment(context, KINDS.issue, discussed, { type: null });
      return answer(comment, (note, changes) => presentNote(context, KINDS.issue, discussed, note, changes));
    },
    ...timeHandlers,
    "GET /projects/{id}/issues/{issue_iid}/related_merge_requests": (context) => {
      const { issue, project } = findIssue(context);
      return pageOf(context, project, relatedMergeRequests(context, issue, project));
    },
    "GET /projects/{id}/issues/{issue_iid}/closed_by": (context) => {
      const { issue, project } = findIssue(context);
      return pageOf(context, project, closingMergeRequests(context, issue));
    },
    "GET /projects/{id}/issues/{issue_iid}/participants": (context) => {
      const { issue, project } = findIssue(context);
      const people = participants(context.store, issueItem(issue));
      const readers = people.filter((user) => seesIssue(sightOf(context.store, user)(project), user, issue));
      return page(readers, context, (user) => presentUser(context, user));
    },
    "GET /projects/{id}/issues/{issue_iid}/user_agent_detail": (context) => {
      const { user_agent, ip_address, akismet_submitted = false } = findIssue(context).issue;
      if (user_agent === "") throw notFound("UserAgentDetail");
      return ok({ user_agent, ip_address, akismet_submitted });
    },
    "POST /projects/{id}/issues/{issue_iid}/metric_images": uploadMetricImage,
    "GET /projects/{id}/issues/{issue_iid}/metric_images": listMetricImages,
  },
  seeds: [metricImageSeed],
};

/** The issue, with `subscribed` as wanted; 304 without a body when it is so already (document 3, Issue subscription and to-do). */
function subscribe(context: Context, wanted: boolean): Reply {
  const user = requireUser(context);
  const { issue } = findIssue(context);
  const item = issueItem(issue);
  if (subscribed(context.store, item, user) === wanted) return { status: 304 };
  setSubscribed(context.store, item.noteable, user, wanted);
  return acted(context, presentIssue(context, issue));
}

/** Merge requests that name the issue, and those that the issue or a comment on it names. */
function relatedMergeRequests(context: Context, issue: Issue, project: Project): MergeRequest[] {
  const notes = notesOf(context.store, { kind: "issue", id: issue.id });
  const text = [issue.description, ...notes.map((note) => note.body)].join("\n");
  const found = [...mergeRequestsNaming(context, issue), ...mergeRequestsNamed(context, project, text)];
  return [...new Map(found.map((one) => [one.id, one])).values()].toSorted((a, b) => a.id - b.id);
}

/** A page of merge requests as seen from the issue's project, without those that the caller may not see. */
function pageOf(context: Context, place: Project, mergeRequests: readonly MergeRequest[]): Reply {
  const sight = sightOf(context.store, context.user);
  const visible = mergeRequests.filter(({ project_id }) => {
    const project = context.store.projects.get(project_id);
    return project !== undefined && sight(project).mergeRequests;
  });
  return page(visible, context, (one): Json => presentMergeRequest(context, one, { place }));
}
