import type { PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import type { Project, User } from "../../records.js";
import type { Issue, MergeRequest } from "../../records/work-items.js";
import { closedIssues, closingText } from "../../work-item-references.js";
import { isAvailable } from "../projects/attributes.js";
import { seesIssue, sightOf } from "../work-items/visibility.js";

/** An issue of an external tracker: all that the platform knows of it. */
export type ExternalIssue = { readonly id: string; readonly title: string };

/** Integrations that are issue trackers (document 2, Project integrations). */
const TRACKERS: readonly string[] = ["bugzilla", "custom-issue-tracker", "ewm"];

const KEY = String.raw`\b[A-Z][A-Z0-9_]*-\d+`;
const WORD = String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+`;

/**
 * What a merge request closes when it is merged, as far as the user sees it (document 3, closes_issues). While a tracker outside is active in the
 * project, its issues are named by keys such as `ABC-12`, and by `#12` where the project has no issues of its own.
 */
export function closedByMerge(
  world: PlatformState,
  project: Project,
  mergeRequest: MergeRequest,
  user: User,
): (Issue | ExternalIssue)[] {
  const sight = sightOf(world.store, user);
  const own = closedIssues(world, mergeRequest).filter((issue) => {
    const home = world.store.projects.get(issue.project_id);
    return home !== undefined && seesIssue(sight(home), user, issue);
  });
  const hasTracker = world.store.integrations
    .where("project", project.id)
    .some((one) => one.active && TRACKERS.includes(one.slug));
  return hasTracker ? [...own, ...externalIssues(world, project, mergeRequest)] : own;
}

/** An issue of an external tracker as it is shown. */
export function isExternal(issue: Issue | ExternalIssue): issue is ExternalIssue {
  return typeof issue.id === "string";
}

/** An external issue, document 3: string `id` and title. */
export function presentExternalIssue({ id, title }: ExternalIssue): Record<string, Json> {
  return { id, title };
}

function externalIssues(world: PlatformState, project: Project, mergeRequest: MergeRequest): ExternalIssue[] {
  if (mergeRequest.target_branch !== project.attributes["default_branch"]) return [];
  if (project.attributes["autoclose_referenced_issues"] === false) return [];
  const key = isAvailable(project, "issues_access_level", true) ? KEY : String.raw`(?:${KEY}|#\d+)`;
  const closing = new RegExp(String.raw`${WORD}(?:${key}(?:\s*,?\s+and\s+|\s*,?\s*))+`, "gi");
  const statements = closingText(world, mergeRequest).match(closing) ?? [];
  const keys = statements.join(" ").match(new RegExp(key, "g")) ?? [];
  return [...new Set(keys.map((one) => one.replace(/^#/, "")))].map((id) => ({ id, title: `External Issue ${id}` }));
}
