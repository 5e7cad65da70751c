import { canSee, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { projectNamed } from "../lookup.js";
import { issueTable } from "../records/work-items.js";
import type { Issue } from "../records/work-items.js";
import type { Resource } from "../resource.js";
import { textOf } from "../row/text.js";
import { presentIssue } from "../sections/issues/entity.js";
import { findIssue } from "../sections/issues/lookup.js";
import { seesIssue, sightOf } from "../sections/work-items/visibility.js";
import { linkOperations, linkTable, numbered } from "./links/operations.js";

/** Issues that belong together, or of which one waits for the other. No row: a link is seen from both its ends. */
export default {
  operations: linkOperations<Issue>({
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
    seen: (context, id) => {
      const issue = context.store.of(issueTable).get(id);
      return issue !== undefined && isSeen(context, issue) ? issue : undefined;
    },
    present: (context, issue) => presentIssue(context, issue),
    times: false,
  }),
} satisfies Resource;

function isSeen({ store, user }: Context, issue: Issue): boolean {
  const project = store.projects.get(issue.project_id);
  return project !== undefined && seesIssue(sightOf(store, user)(project), user, issue);
}

function targetOf(context: Context): Issue {
  const { store, params } = context;
  const user = requireUser(context);
  const project = projectNamed(store, textOf(params.get("target_project_id")));
  if (project === undefined || !canSee(store, user, project)) throw notFound("Project");
  const target = store.of(issueTable).first("iid", `${project.id}:${textOf(params.get("target_issue_iid"))}`);
  if (target === undefined || !isSeen(context, target))
    throw notFound("No matching issue found. Make sure that you are adding a valid issue URL.");
  return target;
}
