import { LEVEL, accessLevel, canSee, levelsIn } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Project, User } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { isAvailable } from "../projects/attributes.js";
import type { Issue, MergeRequest } from "./records.js";

/** What somebody sees of a project's issues and merge requests. */
export interface Sight {
  readonly issues: boolean;
  readonly mergeRequests: boolean;
  /** Confidential issues too, not only those that one wrote or is assigned to. */
  readonly confidential: boolean;
}

const NOTHING: Sight = { issues: false, mergeRequests: false, confidential: false };

/**
 * What a user, or nobody in particular, sees of projects; each project is looked at once, for lists. Valid for one request.
 * Issues and merge requests follow their access level in the project; in a private project Guests see no merge requests, and confidential issues
 * are for Reporters and up (the reference of real servers).
 */
export function sightOf(store: Store, user: User | undefined): (project: Project) => Sight {
  const known = new Map<number, Sight>();
  const levels = user === undefined ? undefined : levelsIn(store, user);
  const look = (project: Project): Sight => {
    if (!canSee(store, user, project, levels)) return NOTHING;
    const level = user === undefined ? LEVEL.none : user.is_admin ? LEVEL.admin : accessLevel(store, user, project, levels);
    const isMember = level > LEVEL.none;
    return {
      issues: isAvailable(project, "issues_access_level", isMember),
      mergeRequests:
        isAvailable(project, "merge_requests_access_level", isMember) &&
        (project.visibility !== "private" || level >= LEVEL.reporter),
      confidential: level >= LEVEL.reporter,
    };
  };
  return (project) => {
    const sight = known.get(project.id) ?? look(project);
    known.set(project.id, sight);
    return sight;
  };
}

/** True when the user sees this issue of a project that is seen so far. */
export function seesIssue(sight: Sight, user: User | undefined, issue: Issue): boolean {
  if (!sight.issues) return false;
  if (!issue.confidential || sight.confidential) return true;
  return user !== undefined && (issue.author_id === user.id || issue.assignee_ids.includes(user.id));
}

/** Of issues of any projects those that the caller sees. */
export function seenIssues({ store, user }: Pick<Context, "store" | "user">, issues: readonly Issue[]): Issue[] {
  const sight = sightOf(store, user);
  return issues.filter((issue) => {
    const project = store.projects.get(issue.project_id);
    return project !== undefined && seesIssue(sight(project), user, issue);
  });
}

/** Of merge requests of any projects those that the caller sees. */
export function seenMergeRequests(
  { store, user }: Pick<Context, "store" | "user">,
  mergeRequests: readonly MergeRequest[],
): MergeRequest[] {
  const sight = sightOf(store, user);
  return mergeRequests.filter(({ project_id }) => {
    const project = store.projects.get(project_id);
    return project !== undefined && sight(project).mergeRequests;
  });
}
