import { accessLevel, LEVEL } from "../../access.js";
import type { Context, PlatformState } from "../../context.js";
import { conflict, forbidden } from "../../errors.js";
import type { Project, User } from "../../records.js";
import type { MergeRequest } from "../../records/work-items.js";
import { hasBranch } from "../../repository.js";
import { mayPushTo, mayUpdateBranch } from "../projects/protection.js";
import type { FoundMergeRequest } from "./lookup.js";

/** Throws 403 unless the caller may edit the merge request: its author, its assignees, Developers and up. */
export function requireEditor({ store }: Context, { project, mergeRequest, user }: FoundMergeRequest): void {
  const isNamed = mergeRequest.author_id === user.id || mergeRequest.assignee_ids.includes(user.id);
  if (!isNamed && !user.is_admin && accessLevel(store, user, project) < LEVEL.developer) throw forbidden();
}

/** Throws 409 with the head of the source branch when the request names another (document 3: `sha` must equal the head). */
export function checkSha({ params }: Context, { sha }: MergeRequest): void {
  const wanted = params.text("sha");
  if (wanted !== undefined && wanted !== "" && wanted !== sha) throw conflict(`SHA does not match HEAD of source branch: ${sha}`);
}

/**
 * Throws 403 unless the caller may push to the source branch (document 1, Errors; the reasons from real servers). With `allow_collaboration` those
 * who may merge into the target branch may.
 */
export function requirePush({ store }: PlatformState, project: Project, mergeRequest: MergeRequest, user: User): void {
  const source = store.projects.get(mergeRequest.source_project_id);
  if (source === undefined || !hasBranch(store, source.id, mergeRequest.source_branch))
    throw forbidden("Source branch does not exist");
  const isInvited = mergeRequest.allow_collaboration && mayUpdateBranch(store, user, project, mergeRequest.target_branch);
  const isReadOnly = project.archived || source.archived;
  if (isReadOnly || (!isInvited && !mayPushTo(store, user, source, mergeRequest.source_branch)))
    throw forbidden("Cannot push to source branch");
}
