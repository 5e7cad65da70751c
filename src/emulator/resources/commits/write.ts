import { Buffer } from "node:buffer";
import { projectNamed } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Context, PlatformState } from "../../core/context.js";
import { commitWith, startingTree, treeOf } from "../../core/git/history.js";
import { lastCommitAt } from "../../core/git/log.js";
import { type Commit, branchTable } from "../../core/git/records.js";
import { type FileEntry, changedTree, differences, entryAt, putBlob } from "../../core/git/trees.js";
import type { Project, User } from "../../core/records.js";
import { badRequest, forbidden } from "../../core/replies.js";
import { branchNamed, branchesOf, fetchCommits, insertCommit, moveBranch, resolveRef } from "../../core/repository.js";
import type { Store } from "../../core/store.js";
import { branchMoved } from "../merge-requests/merge.js";
import { protectLater } from "../projects/repository.js";
import { checkPushRules } from "../push-rules/records.js";
import { mayReadCode } from "../releases/present.js";
import { askMirrors } from "../remote-mirrors/records.js";
import { NO_PUSH, checkBranchName, defaultBranch, mayPushInto } from "../repository/access.js";

/** A commit that a request asks for. */
interface CommitWish {
  readonly branch: string;
  readonly message: string;
  readonly actions: readonly FileAction[];
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

/** One change of a commit. */
export interface FileAction {
  readonly action: "create" | "update" | "delete" | "move" | "chmod";
  readonly path: string;
  readonly previous_path?: string | undefined;
  /** What the file holds; a move without it keeps what was there. */
  readonly content?: string | undefined;
  readonly encoding?: string | undefined;
  readonly executable?: boolean | undefined;
  /** The last commit of the file that the caller knows of; a later commit refuses the change. */
  readonly last_commit_id?: string | undefined;
}

/** The tree after the actions, each of which sees what those before it did. Throws 400 with the words of real servers for what cannot be done. */
function treeAfter(store: Store, tree: string, actions: readonly FileAction[]): string {
  return actions.reduce((before, action) => {
    const changes = CHANGES[action.action](store, before, { ...action, path: checkedPath(action.path) });
    return changedTree(store, before, new Map(changes));
  }, tree);
}

type Change = readonly [path: string, file: FileEntry | null];

const CHANGES: Readonly<Record<FileAction["action"], (store: Store, tree: string, action: FileAction) => readonly Change[]>> = {
  create: (store, tree, action) => {
    requireRoom(store, tree, action.path);
    return [[action.path, written(store, action, "100644")]];
  },
  update: (store, tree, action) => [[action.path, written(store, action, existing(store, tree, action.path).mode)]],
  chmod: (store, tree, { path, executable }) => [
    [path, { ...existing(store, tree, path), mode: executable === true ? "100755" : "100644" }],
  ],
  delete: (store, tree, { path }) => {
    existing(store, tree, path);
    return [[path, null]];
  },
  move: (store, tree, action) => {
    const from = checkedPath(action.previous_path ?? "");
    const file = existing(store, tree, from);
    requireRoom(store, tree, action.path);
    return [
      [from, null],
      [action.path, action.content === undefined ? file : written(store, action, file.mode)],
    ];
  },
};

function written(store: Store, { content = "", encoding, executable }: FileAction, mode: FileEntry["mode"]): FileEntry {
  const sha = putBlob(store, encoding === "base64" ? decoded(content) : content);
  return { mode: executable === undefined ? mode : executable ? "100755" : "100644", sha };
}

function decoded(content: string): Buffer {
  const text = content.replaceAll(/\s/g, "");
  if (!/^[\w+/-]*={0,2}$/.test(text)) throw badRequest("Invalid base64 content");
  return Buffer.from(text, "base64");
}

function existing(store: Store, tree: string, path: string): FileEntry {
  const file = entryAt(store, tree, path);
  if (file === undefined || file.mode === "040000") throw badRequest("A file with this name doesn't exist");
  return file;
}

function requireRoom(store: Store, tree: string, path: string): void {
  const there = entryAt(store, tree, path);
  if (there?.mode === "040000") throw badRequest("A directory with this name already exists");
  if (there !== undefined) throw badRequest("A file with this name already exists");
  const names = path.split("/");
  const folders = names.slice(1).map((_, index) => entryAt(store, tree, names.slice(0, index + 1).join("/")));
  if (folders.some((folder) => folder !== undefined && folder.mode !== "040000"))
    throw badRequest("A file with this name already exists");
}

/** The path without slashes at its beginning. Throws 400 for what git has no place for. */
function checkedPath(sentPath: string): string {
  const path = sentPath.replace(/^\/+/, "");
  if (path === "") throw badRequest("You must provide a file path");
  const names = path.split("/");
  if (names.includes("..")) throw badRequest("Path cannot include traversal syntax");
  if (names.some((name) => name === "" || name === "." || name.toLowerCase() === ".git"))
    throw badRequest(`invalid path: '${path}'`);
  return path;
}

/**
 * Moves a branch to a commit, or makes it there, with what follows from a push: merge requests learn of it, the project was active; the first branch of
 * a repository becomes its default branch, which is protected a moment later; mirrors follow.
 */
export function pushBranch(world: PlatformState, project: Project, name: string, sha: string): void {
  const { store } = world;
  if (branchNamed(store, project.id, name) === undefined) store.of(branchTable).insert({ project_id: project.id, name, sha });
  else moveBranch(store, project.id, name, sha);
  const row = store.projects.get(project.id) ?? project;
  const isFirst = defaultBranch(row) === undefined;
  const head = commitWith(store, project.id, sha);
  const ofDefault =
    head === undefined || (!isFirst && defaultBranch(row) !== name)
      ? {}
      : { default_branch: name, readme: entryAt(store, treeOf(store, head), "README.md") !== undefined };
  const attributes = { ...row.attributes, ...ofDefault };
  store.projects.update(project.id, { attributes, last_activity_at: new Date().toISOString() });
  if (isFirst) protectLater(world, project.id);
  branchMoved(world, project.id, name, sha);
  askMirrors(world, project.id);
}
