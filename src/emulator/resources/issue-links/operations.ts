import { canSee, projectNamed, requireUser } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Context } from "../../core/context.js";
import { notFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { findIssue } from "../issues/lookup.js";
import { presentIssue } from "../issues/present.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { seenIssues } from "../work-items/visibility.js";
import { linkOperations, linkTable, numbered } from "./records.js";

/** Issues that belong together, or of which one waits for the other. No collection: a link is seen from both its ends. */
export default {
  operations: {
    ...linkOperations<Issue>({
      path: "/projects/{id}/issues/{issue_iid}/links",
      place: "issue_link_id",
      word: "issue",
      table: linkTable("issue_links", "issue"),
      operation: { parameters: numbered("issue_iid") },
      find: (context) => {
        const { issue, project } = findIssue(context);
        return { thing: issue, parent: project };
      },
      target: targetOf,
      seen: seenIssue,
      present: (context, issue) => presentIssue(context, issue),
      times: false,
    }),
  },
} satisfies Resource;

function seenIssue(context: Context, id: number): Issue | undefined {
  const issue = context.store.of(issueTable).get(id);
  return issue && seenIssues(context, [issue])[0];
}

function targetOf(context: Context): Issue {
  const { store, params } = context;
  const user = requireUser(context);
  const project = projectNamed(store, textOf(params.get("target_project_id")));
  if (project === undefined || !canSee(store, user, project)) throw notFound("Project");
  const target = store.of(issueTable).first("iid", `${project.id}:${textOf(params.get("target_issue_iid"))}`);
  if (target === undefined || seenIssues(context, [target]).length === 0)
    throw notFound("No matching issue found. Make sure that you are adding a valid issue URL.");
  return target;
}
