import { findProject } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { notFound } from "../../core/replies.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { seesIssue, sightOf } from "../work-items/visibility.js";

/**
 * The issue of a path (`id`, `issue_iid`) with its project. Throws 404 when the caller may not see either: confidential issues are for Reporters and
 * up, their authors and assignees.
 */
export function findIssue(context: Context): { readonly issue: Issue; readonly project: Project } {
  const { store, params, user } = context;
  const project = findProject(context);
  const issue = store.of(issueTable).first("iid", `${project.id}:${params.requiredNumber("issue_iid")}`);
  if (issue === undefined || !seesIssue(sightOf(store, user)(project), user, issue)) throw notFound();
  return { issue, project };
}
