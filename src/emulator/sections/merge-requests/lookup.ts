import { requireUser } from "../../access.js";
import type { Context } from "../../context.js";
import { notFound } from "../../errors.js";
import { findProject } from "../../lookup.js";
import type { Project, User } from "../../records.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { sightOf } from "../work-items/visibility.js";

/** A merge request with its target project, and who asks for it. */
export interface FoundMergeRequest {
  readonly mergeRequest: MergeRequest;
  readonly project: Project;
  readonly user: User;
}

/**
 * The merge request of a path (`id`, `merge_request_iid`) with its target project and the caller. Throws 401 without a caller (document 3: every call
 * requires authentication) and 404 when the caller may not see it.
 */
export function findMergeRequest(context: Context): FoundMergeRequest {
  const { store, params } = context;
  const user = requireUser(context);
  const project = findProject(context);
  const key = `${project.id}:${params.requiredNumber("merge_request_iid")}`;
  const mergeRequest = store.of(mergeRequestTable).first("iid", key);
  if (mergeRequest === undefined || !sightOf(store, user)(project).mergeRequests) throw notFound();
  return { mergeRequest, project, user };
}
