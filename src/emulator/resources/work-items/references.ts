import { projectNamed } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import { commitTable } from "../../core/git/records.js";
import type { Project } from "../../core/records.js";
import type { Row, Table } from "../../core/table.js";
import { commitsOf } from "../merge-requests/lookup.js";
import { type Issue, type MergeRequest, issueTable, mergeRequestTable } from "./records.js";

const PATH = String.raw`[\w.-]+(?:/[\w.-]+)*`;

const LINK = String.raw`https?://[^\s<>]+/-/`;

const ISSUE = String.raw`(?:(?:${PATH})?#\d+|${LINK}issues/\d+)`;

/** The words before what a merge request closes. */
export const CLOSES = String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+`;

/** "Closes #1", "fixes: #1, #2 and group/project#3", "Implements https://…/-/issues/4". */
const CLOSING = new RegExp(String.raw`${CLOSES}(?:(?:issues?\s+)?${ISSUE}(?:\s*,?\s+and\s+|\s*,?\s*))+`, "gi");

const ISSUE_REFERENCE = new RegExp(String.raw`(?<path>${PATH})?#(?<iid>\d+)|(?<link>${LINK})issues/(?<linked>\d+)`, "g");

const MERGE_REQUEST_REFERENCE = new RegExp(
  String.raw`(?<path>${PATH})?!(?<iid>\d+)|(?<link>${LINK})merge_requests/(?<linked>\d+)`,
  "g",
);

/** What a merge request says of itself. */
const textOf = (mergeRequest: MergeRequest): string => `${mergeRequest.title}\n${mergeRequest.description}`;

/** All that may say what a merge request closes: its title and description, and the messages of its commits (the reference of real servers). */
export function closingText({ store }: PlatformState, mergeRequest: MergeRequest): string {
  return [textOf(mergeRequest), ...commitsOf(store, mergeRequest).map(({ message }) => message)].join("\n");
}

/**
 * The issues that a merge request closes when it is merged (document 3, closes_issues; the words from the reference of real servers): those that its
 * title, its description and its commits name after a word such as "Closes", when it goes into the default branch and the issue's project closes them
 * by itself.
 */
export function closedIssues(world: PlatformState, mergeRequest: MergeRequest): Issue[] {
  const project = world.store.projects.get(mergeRequest.project_id);
  if (project === undefined || mergeRequest.target_branch !== project.attributes["default_branch"]) return [];
  const statements = closingText(world, mergeRequest).match(CLOSING) ?? [];
  return issuesNamed(world, project, statements.join(" ")).filter(
    (issue) => world.store.projects.get(issue.project_id)?.attributes["autoclose_referenced_issues"] !== false,
  );
}

/** The merge requests of the issue's project that close it when they are merged (document 3, closed_by). */
export function closingMergeRequests(world: PlatformState, issue: Issue): MergeRequest[] {
  const { project_id, iid } = issue;
  const naming = world.store.of(mergeRequestTable).where("names", iid);
  const candidates = [...naming.filter((row) => row.project_id === project_id), ...withCommitsNaming(world, issue)];
  return [...new Map(candidates.map((mergeRequest) => [mergeRequest.id, mergeRequest])).values()]
    .filter((mergeRequest) => closedIssues(world, mergeRequest).some(({ id }) => id === issue.id))
    .toSorted((a, b) => a.id - b.id);
}

/** The merge requests of the issue's project with a commit that may name it. */
function withCommitsNaming({ store }: PlatformState, { project_id, iid }: Issue): MergeRequest[] {
  const commits = store.of(commitTable).where("names", iid);
  const named = new Set(commits.filter((commit) => commit.project_id === project_id).map(({ sha }) => sha));
  if (named.size === 0) return [];
  const mergeRequests = store.of(mergeRequestTable).where("project", project_id);
  return mergeRequests.filter((mergeRequest) => commitsOf(store, mergeRequest).some(({ sha }) => named.has(sha)));
}

/** The merge requests of any project that name an issue, whatever the word. */
export function mergeRequestsNaming(world: PlatformState, issue: Issue): MergeRequest[] {
  const candidates = world.store.of(mergeRequestTable).where("names", issue.iid);
  return candidates.filter((mergeRequest) => {
    const project = world.store.projects.get(mergeRequest.project_id);
    return project !== undefined && issuesNamed(world, project, textOf(mergeRequest)).some(({ id }) => id === issue.id);
  });
}

/** The merge requests that a text names: `!1`, `project!1`, `group/project!1` or by address. */
export function mergeRequestsNamed(world: PlatformState, project: Project, text: string): MergeRequest[] {
  return named(world, project, text, MERGE_REQUEST_REFERENCE, world.store.of(mergeRequestTable));
}

/** The issues that a text names: `#1`, `project#1`, `group/project#1` or by address. */
export function issuesNamed(world: PlatformState, project: Project, text: string): Issue[] {
  return named(world, project, text, ISSUE_REFERENCE, world.store.of(issueTable));
}

function named<T extends Row>(
  world: PlatformState,
  project: Project,
  text: string,
  pattern: RegExp,
  table: Table<T, "iid">,
): T[] {
  const rows = new Map<number, T>();
  for (const { groups = {} } of text.matchAll(pattern)) {
    const place = projectOf(world, project, groups["path"], groups["link"]);
    const row = place && table.first("iid", `${place.id}:${Number(groups["iid"] ?? groups["linked"])}`);
    if (row !== undefined) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/** The project that a reference means; a path without a slash lies beside the project of the text. */
function projectOf(
  world: PlatformState,
  project: Project,
  path: string | undefined,
  link: string | undefined,
): Project | undefined {
  if (link !== undefined) {
    const base = `${world.instance.url}/`;
    return link.startsWith(base) ? projectNamed(world.store, link.slice(base.length, -"/-/".length)) : undefined;
  }
  if (path === undefined) return project;
  if (path.includes("/")) return projectNamed(world.store, path);
  const namespace = project.path_with_namespace.slice(0, project.path_with_namespace.lastIndexOf("/"));
  return projectNamed(world.store, `${namespace}/${path}`);
}
