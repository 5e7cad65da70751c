import { findRow, requireUser } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import type { Json, Project } from "../../core/records.js";
import { type Reply, acted, created, noContent, notFound, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { numbered } from "../issue-links/records.js";
import { presentMergeRequest } from "../merge-requests/present.js";
import { createTodo } from "../todos/records.js";
import { issueTarget } from "../todos/targets.js";
import { issueItem, notesOf, participants, setSubscribed, subscribed } from "../work-items/noteables.js";
import { type Issue, type MergeRequest, issueTable } from "../work-items/records.js";
import { closingMergeRequests, mergeRequestsNamed, mergeRequestsNaming } from "../work-items/references.js";
import { timeHandlers } from "../work-items/time.js";
import { seenMergeRequests, seesIssue, sightOf } from "../work-items/visibility.js";
import { countIssues, listGroupIssues, listIssues, listProjectIssues } from "./filters.js";
import { changeMetricImage, listMetricImages, metricImageSeed, removeMetricImage, uploadMetricImage } from "./images.js";
import { findIssue } from "./lookup.js";
import { at, clone, move, parameters, reorder } from "./moves.js";
import { presentIssue } from "./present.js";
import { issueSeed } from "./seed.js";
import { createIssue, deleteIssue, updateIssue } from "./writes.js";

/**
 * Issues: reading and counting them (document 3, Issues), and beyond the documents creating, changing and deleting them. They also move, have copies,
 * and take their places among others.
 */
export default {
  operations: {
    "GET /issues": listIssues,
    "GET /groups/{id}/issues": listGroupIssues,
    "GET /projects/{id}/issues": listProjectIssues,
    "GET /projects/{id}/issues/{issue_iid}": (context) => ok(presentIssue(context, findIssue(context).issue)),
    "POST /projects/{id}/issues": (context) => created(presentIssue(context, createIssue(context))),
    "PUT /projects/{id}/issues/{issue_iid}": (context) => ok(presentIssue(context, updateIssue(context))),
    "DELETE /projects/{id}/issues/{issue_iid}": (context) => {
      deleteIssue(context);
      return noContent();
    },
    "POST /projects/{id}/issues/{issue_iid}/subscribe": (context) => subscribe(context, true),
    "POST /projects/{id}/issues/{issue_iid}/unsubscribe": (context) => subscribe(context, false),
    "POST /projects/{id}/issues/{issue_iid}/todo": (context) => {
      const user = requireUser(context);
      const { issue, project } = findIssue(context);
      return createTodo(context, user, issueTarget(context, issue, project));
    },
    ...timeHandlers(at, (context) => {
      const { issue, project } = findIssue(context);
      return { item: issue, project };
    }),
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
    "GET /issues_statistics": (context) => countIssues(context, "everywhere"),
    "GET /groups/{id}/issues_statistics": { role: "anyone", handler: (context) => countIssues(context, "group") },
    "GET /projects/{id}/issues_statistics": { role: "anyone", handler: (context) => countIssues(context, "project") },
    "GET /issues/{id}": {
      role: "administrator",
      parameters: numbered("id"),
      handler: (context) => ok(presentIssue(context, findRow(context, context.store.of(issueTable), "id"))),
    },
    [`POST ${at}/move`]: { parameters, handler: move },
    [`POST ${at}/clone`]: { parameters, handler: clone },
    [`PUT ${at}/reorder`]: { parameters, handler: reorder },
    [`PUT ${at}/metric_images/{metric_image_id}`]: {
      parameters: numbered("issue_iid", "metric_image_id"),
      handler: changeMetricImage,
    },
    [`DELETE ${at}/metric_images/{metric_image_id}`]: {
      parameters: numbered("issue_iid", "metric_image_id"),
      handler: removeMetricImage,
    },
  },
  seeds: [issueSeed, metricImageSeed],
} satisfies Resource;

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
  const mergeRequests = [...mergeRequestsNaming(context, issue), ...mergeRequestsNamed(context, project, text)];
  return [...new Map(mergeRequests.map((row) => [row.id, row])).values()].toSorted((a, b) => a.id - b.id);
}

/** A page of merge requests as seen from the issue's project, without those that the caller may not see. */
function pageOf(context: Context, place: Project, mergeRequests: readonly MergeRequest[]): Reply {
  return page(seenMergeRequests(context, mergeRequests), context, (row): Json => presentMergeRequest(context, row, { place }));
}
