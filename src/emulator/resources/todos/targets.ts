import type { Context } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { presentEpic } from "../epics/present.js";
import { presentIssue } from "../issues/present.js";
import { presentMergeRequest } from "../merge-requests/present.js";
import { type Epic, type Issue, type MergeRequest, epicTable, issueTable, mergeRequestTable } from "../work-items/records.js";
import type { TodoHome, TodoTarget } from "./records.js";

/** What a to-do item is on, as it is shown; undefined where that is gone. */
export function targetOf(context: Context, { kind, id }: TodoHome): TodoTarget | undefined {
  const { store } = context;
  if (kind === "epic") {
    const epic = store.of(epicTable).get(id);
    return epic === undefined ? undefined : epicTarget(context, epic);
  }
  const item = kind === "issue" ? store.of(issueTable).get(id) : store.of(mergeRequestTable).get(id);
  const project = item === undefined ? undefined : store.projects.get(item.project_id);
  if (item === undefined || project === undefined) return undefined;
  return "source_branch" in item ? mergeRequestTarget(context, item, project) : issueTarget(context, item, project);
}

/** A merge request, as a to-do item shows it. */
export function mergeRequestTarget(context: Context, mergeRequest: MergeRequest, parent: Project): TodoTarget {
  const { id, title } = mergeRequest;
  const body = presentMergeRequest(context, mergeRequest);
  return { home: { kind: "merge_request", id }, type: "MergeRequest", parent, title, body };
}

/** An epic, as a to-do item shows it. */
export function epicTarget(context: Context, epic: Epic): TodoTarget {
  const { id, title, group_id } = epic;
  const parent = context.store.groups.get(group_id);
  if (parent === undefined) throw new Error(`epic ${id} lies nowhere`);
  return { home: { kind: "epic", id }, type: "Epic", parent, title, body: presentEpic(context, epic) };
}

/** An issue, as a to-do item shows it. */
export function issueTarget(context: Context, issue: Issue, parent: Project): TodoTarget {
  const { id, title } = issue;
  return { home: { kind: "issue", id }, type: "Issue", parent, title, body: presentIssue(context, issue) };
}
