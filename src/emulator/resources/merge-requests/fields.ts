import { LEVEL, accessLevel } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { type Project, type User, given } from "../../core/records.js";
import { conflict, forbidden } from "../../core/replies.js";
import { hasBranch } from "../../core/repository.js";
import { integrationsOf } from "../integrations/records.js";
import { isAvailable } from "../projects/attributes.js";
import { mayPushTo, mayUpdateBranch } from "../projects/protection.js";
import type { Issue, MergeRequest } from "../work-items/records.js";
import { CLOSES, closedIssues, closingText } from "../work-items/references.js";
import { peopleSeeing, sentAssignees, sentLabels, sentMilestone } from "../work-items/sent.js";
import { seenIssues } from "../work-items/visibility.js";
import type { FoundMergeRequest } from "./lookup.js";

/**
 * What creating and changing a merge request have alike (the reference of real servers, section H): the fields that were sent. People and milestones
 * that the project does not know are left out without a word; labels that are new are made.
 */
export function sentFields(context: Context, project: Project, before: MergeRequest | undefined): Partial<MergeRequest> {
  const { params } = context;
  const title = params.text("title");
  const reviewers = params.numbers("reviewer_ids");
  return {
    ...(title === undefined ? {} : { title, draft: isDraft(title) }),
    ...given({
      description: params.text("description"),
      squash: params.flag("squash"),
      allow_collaboration: params.flag("allow_collaboration") ?? params.flag("allow_maintainer_to_push"),
      force_remove_source_branch: params.flag("remove_source_branch"),
      approvals_before_merge: params.number("approvals_before_merge"),
    }),
    ...(params.has("discussion_locked") ? { discussion_locked: params.flag("discussion_locked") ?? null } : {}),
    ...sentAssignees(context, project),
    ...(reviewers === undefined ? {} : { reviewer_ids: peopleSeeing(context, project, reviewers) }),
    ...sentMilestone(context, project),
    ...sentLabels(context, project, before?.label_ids ?? []),
  };
}

/** True when a title says that a merge request is a draft: `Draft: …`, `[Draft] …` or `(Draft) …`. */
export function isDraft(title: string): boolean {
  return /^\s*(draft:|\[draft\]|\(draft\))/i.test(title);
}

/** An issue of an external tracker, as it is shown: all that the platform knows of it. */
type ExternalIssue = { readonly id: string; readonly title: string };

/** Integrations that are issue trackers (document 2, Project integrations). */
const TRACKERS: readonly string[] = ["bugzilla", "custom-issue-tracker", "ewm"];

const KEY = String.raw`\b[A-Z][A-Z0-9_]*-\d+`;

/**
 * What a merge request closes when it is merged, as far as the user sees it (document 3, closes_issues). While a tracker outside is active in the
 * project, its issues are named by keys such as `ABC-12`, and by `#12` where the project has no issues of its own.
 */
export function closedByMerge(
  world: PlatformState,
  { project, mergeRequest, user }: FoundMergeRequest,
): (Issue | ExternalIssue)[] {
  const issues = seenIssues({ store: world.store, user }, closedIssues(world, mergeRequest));
  const hasTracker = integrationsOf(world, project).some((row) => row.active && TRACKERS.includes(row.slug));
  return hasTracker ? [...issues, ...externalIssues(world, project, mergeRequest)] : issues;
}

/** True for an issue of an external tracker. */
export function isExternal(issue: Issue | ExternalIssue): issue is ExternalIssue {
  return typeof issue.id === "string";
}

function externalIssues(world: PlatformState, project: Project, mergeRequest: MergeRequest): ExternalIssue[] {
  if (mergeRequest.target_branch !== project.attributes["default_branch"]) return [];
  if (project.attributes["autoclose_referenced_issues"] === false) return [];
  const key = isAvailable(project, "issues_access_level", true) ? KEY : String.raw`(?:${KEY}|#\d+)`;
  const closing = new RegExp(String.raw`${CLOSES}(?:${key}(?:\s*,?\s+and\s+|\s*,?\s*))+`, "gi");
  const statements = closingText(world, mergeRequest).match(closing) ?? [];
  const keys = statements.join(" ").match(new RegExp(key, "g")) ?? [];
  return [...new Set(keys.map((name) => name.replace(/^#/, "")))].map((id) => ({ id, title: `External Issue ${id}` }));
}

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
