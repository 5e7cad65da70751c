import type { Context } from "../../context.js";
import { badRequest, forbidden } from "../../errors.js";
import { startingTree } from "../../git/commit-trees.js";
import { lastCommitAt } from "../../git/log.js";
import { differences } from "../../git/trees.js";
import { projectNamed } from "../../lookup.js";
import type { Project, User } from "../../records.js";
import type { Commit } from "../../records/repository.js";
import { branchesOf, branchNamed, fetchCommits, insertCommit, resolveRef } from "../../repository.js";
import { textOf } from "../../row/text.js";
import { mayReadCode } from "../../sections/releases/access.js";
import { checkBranchName, mayPushInto, NO_PUSH } from "./access.js";
import { treeAfter } from "./actions.js";
import type { FileAction } from "./actions.js";
import { checkPushRules } from "./push-rules.js";
import { pushBranch } from "./push.js";

/** A commit that a request asks for. */
export interface CommitWish {
  readonly branch: string;
  readonly message: string;
  readonly actions: readonly (FileAction & { readonly last_commit_id?: string | undefined })[];
  readonly start_branch?: string | undefined;
  readonly start_sha?: string | undefined;
  /** The project that it starts from; this one when left out. */
  readonly start_project?: Project | undefined;
  readonly force?: boolean;
  /** What is said of a file that another commit changed meanwhile. */
  readonly overtaken: (path: string) => string;
}

/** Makes one commit of the actions and puts the branch on it, which begins with it where it is new. Throws 400 with the words of real servers. */
export function commitFiles(context: Context, project: Project, user: User, wish: CommitWish): Commit {
  const { store, params } = context;
  if (!mayPushInto(context, project, user, wish.branch)) throw badRequest(NO_PUSH);
  const start = startOf(context, project, wish);
  for (const { action, path, previous_path, last_commit_id } of wish.actions) {
    if (start === undefined || last_commit_id === undefined || action === "create") continue;
    const changed = lastCommitAt(store, start, action === "move" ? (previous_path ?? path) : path);
    if (changed !== undefined && changed.sha !== last_commit_id) throw badRequest(wish.overtaken(path));
  }
  const parent_ids = start === undefined ? [] : [start.sha];
  const before = startingTree(store, project.id, parent_ids);
  const tree = treeAfter(store, before, wish.actions);
  const author = { name: params.text("author_name") ?? user.name, email: params.text("author_email") ?? user.email };
  const files = differences(store, before, tree);
  checkPushRules(context, project, { branch: wish.branch, message: wish.message, author, committer: user, files });
  const commit = insertCommit(store, project.id, { message: wish.message, author, committer: user, tree, parent_ids });
  pushBranch(context, project, wish.branch, commit.sha);
  return commit;
}

/** The commit that the new one comes after; undefined in an empty repository. */
function startOf(context: Context, project: Project, wish: CommitWish): Commit | undefined {
  const { store } = context;
  const from = wish.start_project ?? project;
  const isEmpty = branchesOf(store, from.id).length === 0;
  const name = wish.start_branch ?? (wish.start_sha === undefined ? wish.branch : undefined);
  const start = name === undefined ? startSha(context, from, wish.start_sha ?? "") : branchNamed(store, from.id, name)?.sha;
  if (start === undefined && !isEmpty) throw badRequest("You can only create or edit files when you are on a branch");
  checkNewBranch(context, project, wish, from !== project || name !== wish.branch);
  if (start === undefined) return undefined;
  fetchCommits(store, from.id, project.id, start);
  return resolveRef(store, project.id, start);
}

function startSha({ store }: Context, from: Project, sha: string): string {
  if (!/^[0-9a-f]{40}$/.test(sha)) throw badRequest(`Invalid start_sha '${sha}'`);
  if (resolveRef(store, from.id, sha) === undefined) throw badRequest(`Cannot find start_sha '${sha}'`);
  return sha;
}

function checkNewBranch({ store }: Context, project: Project, { branch, force }: CommitWish, isOther: boolean): void {
  const isThere = branchNamed(store, project.id, branch) !== undefined;
  if (isOther && isThere && force !== true)
    throw badRequest(`A branch called '${branch}' already exists. Switch to that branch in order to make changes`);
  if (isThere) return;
  checkBranchName(branch, (reason) => badRequest(`Something went wrong when we tried to create '${branch}' for you: ${reason}`));
}

/** The project that a commit is to start from: one whose code the caller may read and that this one is a fork of. Throws 403. */
export function startProject(context: Context, project: Project): Project | undefined {
  const named = context.params.get("start_project") ?? null;
  if (named === null) return undefined;
  const name = textOf(named);
  const from = projectNamed(context.store, name);
  if (from?.id === project.id) return undefined;
  if (from === undefined || from.id !== project.forked_from_id || !mayReadCode(context, from))
    throw forbidden(`Project is not included in the fork network for ${from?.path_with_namespace ?? name}`);
  return from;
}
