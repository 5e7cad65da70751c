import type { Context } from "../../context.js";
import { unauthorized } from "../../errors.js";
import { findGroup, findProject } from "../../lookup.js";
import { page } from "../../pages.js";
import { issueTable } from "../../records/work-items.js";
import type { Issue } from "../../records/work-items.js";
import { ok } from "../../replies.js";
import type { Reply } from "../../replies.js";
import { filterOf } from "../work-item-filters/filters.js";
import { ISSUE_ORDERS, sorted } from "../work-item-filters/order.js";
import type { Place } from "../work-items/parts.js";
import { projectsBelow } from "../work-items/places.js";
import { seesIssue, sightOf } from "../work-items/visibility.js";
import { presentIssue } from "./entity.js";
import { ISSUE_FILTERS } from "./filters.js";

/** Issues that a request is about, before its filters, and where it asks for them. */
interface Candidates {
  readonly issues: Iterable<Issue>;
  readonly place: Place;
}

/** GET /issues. */
export const listIssues = (context: Context): Reply => listed(context, everywhere(context));

/** GET /groups/:id/issues, those of its subgroups too. */
export const listGroupIssues = (context: Context): Reply => listed(context, inGroup(context));

/** GET /projects/:id/issues, also of an archived project. */
export const listProjectIssues = (context: Context): Reply => listed(context, inProject(context));

/** How many issues the filters of a list leave, by state: of the whole instance, a group or a project. */
export function countIssues(context: Context, where: "everywhere" | "group" | "project"): Reply {
  const candidates = { everywhere, group: inGroup, project: inProject }[where](context);
  const found = wanted(context, candidates);
  const opened = found.filter(({ state }) => state === "opened").length;
  return ok({ statistics: { counts: { all: found.length, closed: found.length - opened, opened } } });
}

/** Without a caller there are no own issues: only `scope=all` is answered, with public ones (the reference of real servers). */
function everywhere(context: Context): Candidates {
  if (context.user === undefined && context.params.text("scope") !== "all") throw unauthorized();
  return { issues: context.store.of(issueTable).scan({}), place: null };
}

function inGroup(context: Context): Candidates {
  const group = findGroup(context);
  const issues = context.store.of(issueTable);
  return { issues: projectsBelow(context.store, group).flatMap(({ id }) => issues.where("project", id)), place: group };
}

function inProject(context: Context): Candidates {
  const project = findProject(context);
  return { issues: context.store.of(issueTable).where("project", project.id), place: project };
}

function listed(context: Context, candidates: Candidates): Reply {
  const { place } = candidates;
  return page(sorted(context, wanted(context, candidates), ISSUE_ORDERS), context, (issue) =>
    presentIssue(context, issue, { place }),
  );
}

function wanted(context: Context, { issues }: Candidates): Issue[] {
  const { store, user, params } = context;
  const isWanted = filterOf(context, ISSUE_FILTERS);
  const sight = sightOf(store, user);
  const withoutArchived = params.flag("non_archived") === true;
  const found: Issue[] = [];
  for (const issue of issues) {
    if (!isWanted(issue)) continue;
    const project = store.projects.get(issue.project_id);
    if (project === undefined || (withoutArchived && project.archived)) continue;
    if (seesIssue(sight(project), user, issue)) found.push(issue);
  }
  return found;
}
