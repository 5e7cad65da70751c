import type { PlatformState } from "../../core/context.js";
import { commitsBetween, mergeBase, startingTree } from "../../core/git/history.js";
import type { Commit } from "../../core/git/records.js";
import { type Json, type Project, type User, given } from "../../core/records.js";
import { addCommit, branchNamed, fetchCommits, insertCommit, moveBranch, removeBranch } from "../../core/repository.js";
import { isProtected, mayPushTo } from "../projects/protection.js";
import { type MergeRequest, issueTable, mergeRequestTable } from "../work-items/records.js";
import { closedIssues } from "../work-items/references.js";

/** What a merge request has that waits for no pipeline to merge. */
export const NOT_WAITING = {
  merge_when_pipeline_succeeds: false,
  merge_user_id: null,
  merge_params: {},
  should_remove_source_branch: null,
} as const;

/** What a merge is asked for; what is left out follows the merge request and the project. It is kept while a merge waits for its pipeline. */
export type MergeWish = {
  readonly merge_commit_message?: string;
  readonly squash_commit_message?: string;
  readonly should_remove_source_branch?: boolean;
};

/** The wish that a merge request keeps. */
export function wishOf({ merge_params }: MergeRequest): MergeWish {
  const text = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);
  const remove = merge_params["should_remove_source_branch"];
  return given({
    merge_commit_message: text(merge_params["merge_commit_message"]),
    squash_commit_message: text(merge_params["squash_commit_message"]),
    should_remove_source_branch: typeof remove === "boolean" ? remove : undefined,
  });
}

/**
 * Merges as the project's `merge_method` and `squash_option` say (document 3): the target branch moves, issues that the merge request names are
 * closed, the source branch goes when that is wished. The branches must be able to merge. Returns the merged merge request.
 */
export function merge(
  world: PlatformState,
  project: Project,
  mergeRequest: MergeRequest,
  user: User,
  wish: MergeWish,
): MergeRequest {
  const { store } = world;
  const target = branchNamed(store, project.id, mergeRequest.target_branch);
  if (target === undefined) throw new Error(`merge request ${mergeRequest.id} has no target branch`);
  const commits = commitsBetween(store, project.id, target.sha, mergeRequest.sha);
  const facts: MergeFacts = { project, mergeRequest, commits, user };
  const squashed = squashes(project, mergeRequest) ? squash(world, facts, target.sha, wish) : undefined;
  const head = squashed ?? mergeRequest.sha;
  const merged = moveTarget(world, facts, target.sha, head, wish);
  const now = new Date().toISOString();
  const keepsNoHash = merged === head && world.instance.dialect === "vendor";
  const row = store.of(mergeRequestTable).update(mergeRequest.id, {
    state: "merged",
    merged_at: now,
    updated_at: now,
    merge_user_id: user.id,
    merge_error: null,
    merge_commit_sha: keepsNoHash ? null : merged,
    squash_commit_sha: squashed ?? null,
    start_sha: target.sha,
    should_remove_source_branch: wish.should_remove_source_branch ?? mergeRequest.should_remove_source_branch,
  });
  closeIssues(world, row, user, now);
  branchMoved(world, project.id, mergeRequest.target_branch, merged);
  if (wish.should_remove_source_branch ?? mergeRequest.force_remove_source_branch === true) removeSource(world, row, user);
  return row;
}

/** `squash_option` of the project beats what the merge request says. */
function squashes({ attributes }: Project, mergeRequest: MergeRequest): boolean {
  const option = attributes["squash_option"];
  if (option === "always") return true;
  return option !== "never" && mergeRequest.squash;
}

/** The hash of one commit with all that the merge request changes. A single commit that says so already is its own squash. */
function squash(world: PlatformState, facts: MergeFacts, targetSha: string, wish: MergeWish): string {
  const { store } = world;
  const { project, mergeRequest, commits } = facts;
  const message = wish.squash_commit_message ?? messageOf(world, facts, "squash");
  const [only, ...others] = commits;
  if (only !== undefined && others.length === 0 && only.message === message) return only.sha;
  const base = mergeBase(store, project.id, targetSha, mergeRequest.sha);
  const author = store.users.get(mergeRequest.author_id) ?? facts.user;
  const tree = startingTree(store, project.id, [mergeRequest.sha]);
  const parent_ids = base === undefined ? [] : [base.sha];
  return insertCommit(store, project.id, { message, author, committer: facts.user, tree, parent_ids }).sha;
}

/** Brings the head into the target branch, by a merge commit or by fast-forward. Returns where the branch stands then. */
function moveTarget(world: PlatformState, facts: MergeFacts, targetSha: string, head: string, wish: MergeWish): string {
  const { project, mergeRequest, user } = facts;
  if (project.attributes["merge_method"] === "ff") {
    moveBranch(world.store, project.id, mergeRequest.target_branch, head);
    return head;
  }
  const commit: Commit = addCommit(world, project.id, mergeRequest.target_branch, {
    message: wish.merge_commit_message ?? messageOf(world, facts, "merge"),
    author: user,
    parent_ids: [targetSha, head],
  });
  return commit.sha;
}

function closeIssues(world: PlatformState, mergeRequest: MergeRequest, user: User, now: string): void {
  for (const issue of closedIssues(world, mergeRequest)) {
    if (issue.state === "closed") continue;
    const closed = { state: "closed", closed_at: now, closed_by_id: user.id, updated_at: now } as const;
    world.store.of(issueTable).update(issue.id, closed);
  }
}

/** Takes the source branch away, unless it is protected, the default branch, not the user's to push to, or has moved on. */
function removeSource({ store }: PlatformState, mergeRequest: MergeRequest, user: User): void {
  const source = store.projects.get(mergeRequest.source_project_id);
  const branch = branchNamed(store, mergeRequest.source_project_id, mergeRequest.source_branch);
  if (source === undefined || branch === undefined || branch.sha !== mergeRequest.sha) return;
  if (isProtected(store, source.id, branch.name) || source.attributes["default_branch"] === branch.name) return;
  if (mayPushTo(store, user, source, branch.name)) removeBranch(store, branch);
}

/** What a message is about. */
interface MergeFacts {
  readonly project: Project;
  readonly mergeRequest: MergeRequest;
  /** Commits that the target branch lacks, oldest first. */
  readonly commits: readonly Commit[];
  /** Who merges. */
  readonly user: User;
}

const MERGE =
  "Merge branch '%{source_branch}' into '%{target_branch}'\n\n%{title}\n\n%{issues}\n\nSee merge request %{reference}";

const SQUASH = "%{title}";

/** Message of a merge commit or of a squash, by the project's template. */
function messageOf(world: PlatformState, facts: MergeFacts, kind: "merge" | "squash"): string {
  const template = facts.project.attributes[`${kind}_commit_template`];
  const isOwn = typeof template === "string" && template !== "";
  return written(world, facts, isOwn ? template : { merge: MERGE, squash: SQUASH }[kind]);
}

/** The template with its `%{names}` replaced. One that means nothing goes with the blank space before it, when it ends its line. */
function written(world: PlatformState, facts: MergeFacts, template: string): string {
  const values = valuesOf(world, facts);
  const names = /%\{(\w+)\}/g;
  const isEmpty = (name: string): boolean => Object.hasOwn(values, name) && values[name] === "";
  const lines = template.split("\n").reduce<string[]>((done, line) => {
    const last = /%\{(\w+)\}[ \t]*$/.exec(line);
    if (last === null || !isEmpty(last[1] ?? "")) return [...done, line];
    const rest = line.slice(0, last.index).trimEnd();
    if (rest !== "") return [...done, rest];
    const before = done.findLastIndex((doneLine) => doneLine.trim() !== "");
    return done.slice(0, before + 1);
  }, []);
  return lines.join("\n").replace(names, (text, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? text) : text));
}

/** Values of the names that templates may use (the reference of real servers). */
function valuesOf(world: PlatformState, { project, mergeRequest, commits, user }: MergeFacts): Readonly<Record<string, string>> {
  const address = `${world.instance.url}/${project.path_with_namespace}/-/merge_requests/${mergeRequest.iid}`;
  const people = (ids: readonly number[]): User[] => ids.flatMap((id) => world.store.users.get(id) ?? []);
  const signed = (word: string, some: readonly User[]): string =>
    some.map(({ name, email }) => `${word}: ${name} <${email}>`).join("\n");
  return {
    source_branch: mergeRequest.source_branch,
    target_branch: mergeRequest.target_branch,
    title: mergeRequest.title,
    description: mergeRequest.description,
    issues: closing(world, project, mergeRequest),
    reference: `${project.path_with_namespace}!${mergeRequest.iid}`,
    url: address,
    first_commit: commits[0]?.message ?? "",
    first_multiline_commit: commits.find(({ message }) => message.trim().includes("\n"))?.message ?? mergeRequest.title,
    all_commits: commits.map(({ message }) => `* ${message}`).join("\n\n"),
    approved_by: signed("Approved-by", people(mergeRequest.approvals.map((approval) => approval.user_id))),
    reviewed_by: signed("Reviewed-by", people(mergeRequest.reviewer_ids)),
    merged_by: `${user.name} <${user.email}>`,
    co_authored_by: [...new Set(commits.map((row) => `Co-authored-by: ${row.author_name} <${row.author_email}>`))].join("\n"),
  };
}

/** "Closes #1, #2 and group/project#3". */
function closing(world: PlatformState, project: Project, mergeRequest: MergeRequest): string {
  const names = closedIssues(world, mergeRequest).map((issue) => {
    const other = issue.project_id === project.id ? "" : (world.store.projects.get(issue.project_id)?.path_with_namespace ?? "");
    return `${other}#${issue.iid}`;
  });
  const last = names.at(-1);
  if (last === undefined) return "";
  return names.length === 1 ? `Closes ${last}` : `Closes ${names.slice(0, -1).join(", ")} and ${last}`;
}

/**
 * Tells open merge requests that a branch moved: those that it is the source of have a new head, which has no pipeline yet, no longer wait for one to
 * merge, and must be looked at anew; those that it is the target of must be looked at anew.
 */
export function branchMoved(world: PlatformState, projectId: number, branch: string, sha: string): void {
  const mergeRequests = world.store.of(mergeRequestTable);
  for (const mergeRequest of mergeRequests.where("source", projectId)) {
    if (mergeRequest.state !== "opened" || mergeRequest.source_branch !== branch || mergeRequest.sha === sha) continue;
    fetchCommits(world.store, projectId, mergeRequest.project_id, sha);
    mergeRequests.update(mergeRequest.id, { ...NOT_WAITING, sha, head_pipeline_id: null, merge_status: "unchecked" });
  }
  for (const mergeRequest of mergeRequests.where("project", projectId)) {
    if (mergeRequest.state === "opened" && mergeRequest.target_branch === branch)
      mergeRequests.update(mergeRequest.id, { merge_status: "unchecked" });
  }
}
