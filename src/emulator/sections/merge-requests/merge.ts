import type { PlatformState } from "../../context.js";
import { startingTree } from "../../git/commit-trees.js";
import { commitsBetween, mergeBase } from "../../git/history.js";
import type { Json } from "../../json.js";
import type { Project, User } from "../../records.js";
import type { Commit } from "../../records/repository.js";
import { issueTable, mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { addCommit, branchNamed, insertCommit, moveBranch, removeBranch } from "../../repository.js";
import { closedIssues } from "../../work-item-references.js";
import { isProtected, mayPushTo } from "../projects/protection.js";
import { branchMoved } from "./branch-moves.js";
import { mergeMessage, squashMessage } from "./commit-messages.js";
import type { MergeFacts } from "./commit-messages.js";

/** What a merge is asked for; what is left out follows the merge request and the project. It is kept while a merge waits for its pipeline. */
export type MergeWish = {
  readonly merge_commit_message?: string;
  readonly squash_commit_message?: string;
  readonly should_remove_source_branch?: boolean;
};

/** The wish that a merge request keeps. */
export function wishOf({ merge_params }: MergeRequest): MergeWish {
  const text = (name: string, value: Json | undefined): Readonly<Record<string, string>> =>
    typeof value === "string" ? { [name]: value } : {};
  const remove = merge_params["should_remove_source_branch"];
  return {
    ...text("merge_commit_message", merge_params["merge_commit_message"]),
    ...text("squash_commit_message", merge_params["squash_commit_message"]),
    ...(typeof remove === "boolean" ? { should_remove_source_branch: remove } : {}),
  };
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
  const message = wish.squash_commit_message ?? squashMessage(world, facts);
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
    message: wish.merge_commit_message ?? mergeMessage(world, facts),
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
