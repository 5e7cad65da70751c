import { requireUser } from "../../access.js";
import type { Context } from "../../context.js";
import { forbidden } from "../../errors.js";
import { findGroup, findProject } from "../../lookup.js";
import { page } from "../../pages.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import type { Reply } from "../../replies.js";
import { filterOf } from "../work-item-filters/filters.js";
import { COMMON_ORDERS, sorted } from "../work-item-filters/order.js";
import type { Place } from "../work-items/parts.js";
import { projectsBelow } from "../work-items/places.js";
import { sightOf } from "../work-items/visibility.js";
import { presentMergeRequest } from "./entity.js";
import { MERGE_REQUEST_FILTERS } from "./filters.js";
import { recheckLater } from "./merge-status.js";

/** GET /merge_requests. */
export function listMergeRequests(context: Context): Reply {
  return mergeRequestPage(context, context.store.of(mergeRequestTable).scan({}), null);
}

/** GET /groups/:id/merge_requests, those of its subgroups too. */
export function listGroupMergeRequests(context: Context): Reply {
  requireUser(context);
  const group = findGroup(context);
  const mergeRequests = context.store.of(mergeRequestTable);
  const found = projectsBelow(context.store, group).flatMap((project) => mergeRequests.where("project", project.id));
  return mergeRequestPage(context, found, group);
}

/** GET /projects/:id/merge_requests. Throws 403 when the caller sees the project, but not its merge requests. */
export function listProjectMergeRequests(context: Context): Reply {
  const { store } = context;
  const user = requireUser(context);
  const project = findProject(context);
  if (!sightOf(store, user)(project).mergeRequests) throw forbidden();
  return mergeRequestPage(context, store.of(mergeRequestTable).where("project", project.id), project);
}

/** One page of the given merge requests that the caller sees, with all the filters and orders that the operation declares. */
export function mergeRequestPage(context: Context, candidates: Iterable<MergeRequest>, place: Place): Reply {
  const { store, params } = context;
  const user = requireUser(context);
  const isWanted = filterOf(context, MERGE_REQUEST_FILTERS);
  const sight = sightOf(store, user);
  const withoutArchived = params.flag("non_archived") === true;
  const found: MergeRequest[] = [];
  for (const mergeRequest of candidates) {
    if (!isWanted(mergeRequest)) continue;
    const project = store.projects.get(mergeRequest.project_id);
    if (project === undefined || (withoutArchived && project.archived)) continue;
    if (sight(project).mergeRequests) found.push(mergeRequest);
  }
  const shown: number[] = [];
  const reply = page(sorted(context, found, COMMON_ORDERS), context, (mergeRequest) => {
    shown.push(mergeRequest.id);
    return presentMergeRequest(context, mergeRequest, { place });
  });
  if (params.flag("with_merge_status_recheck") === true) recheckLater(context, shown);
  return reply;
}
