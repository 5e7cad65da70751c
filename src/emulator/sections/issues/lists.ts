import { unauthorized } from "../../errors.js";
import { findGroup, findProject } from "../../lookup.js";
import { page } from "../../pages.js";
import { issueTable } from "../../records/work-items.js";
import type { Issue } from "../../records/work-items.js";
import type { Reply } from "../../replies.js";
import type { Context } from "../../section.js";
import { filterOf } from "../work-item-filters/filters.js";
import { ISSUE_ORDERS, sorted } from "../work-item-filters/order.js";
import type { Place } from "../work-items/parts.js";
import { projectsBelow } from "../work-items/places.js";
import { seesIssue, sightOf } from "../work-items/visibility.js";
import { presentIssue } from "./entity.js";
import { ISSUE_FILTERS } from "./filters.js";

/** GET /issues. Without a caller there are no own issues: only `scope=all` is answered, with public ones (the reference of real servers). */
export function listIssues(context: Context): Reply {
  if (context.user === undefined && context.params.text("scope") !== "all") throw unauthorized();
  return listed(context, context.store.of(issueTable).scan({}), null);
}

/** GET /groups/:id/issues, those of its subgroups too. */
export function listGroupIssues(context: Context): Reply {
  const group = findGroup(context);
  const issues = context.store.of(issueTable);
  const found = projectsBelow(context.store, group).flatMap((project) => issues.where("project", project.id));
  return listed(context, found, group);
}

/** GET /projects/:id/issues, also of an archived project. */
export function listProjectIssues(context: Context): Reply {
  const project = findProject(context);
  return listed(context, context.store.of(issueTable).where("project", project.id), project);
}

function listed(context: Context, candidates: Iterable<Issue>, place: Place): Reply {
  const { store, user, params } = context;
  const isWanted = filterOf(context, ISSUE_FILTERS);
  const sight = sightOf(store, user);
  const withoutArchived = params.flag("non_archived") === true;
  const found: Issue[] = [];
  for (const issue of candidates) {
    if (!isWanted(issue)) continue;
    const project = store.projects.get(issue.project_id);
    if (project === undefined || (withoutArchived && project.archived)) continue;
    if (seesIssue(sight(project), user, issue)) found.push(issue);
  }
  return page(sorted(context, found, ISSUE_ORDERS), context, (issue) => presentIssue(context, issue, { place }));
}
