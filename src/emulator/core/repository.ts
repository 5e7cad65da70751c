import type { PlatformState } from "./context.js";
import { type CommitText, type Signature, cleaned, commitBytes, objectId, tagBytes, wholeSeconds } from "./git/format.js";
import { commitWith, commitsWith, historyOf, startingTree, treeOf, withContents } from "./git/history.js";
import { type MergedTree, mergedTree } from "./git/merge.js";
import { type Branch, type Commit, type Tag, branchTable, commitTable, inProject, tagTable } from "./git/records.js";
import type { Project, User } from "./records.js";
import type { Store } from "./store.js";

/** What a new commit says; without parents it goes on from the head of its branch. */
interface CommitDraft {
  readonly message: string;
  readonly author: Pick<User, "name" | "email">;
  /** Who put it into the repository; the author when left out. */
  readonly committer?: Pick<User, "name" | "email">;
  /** Paths with their new content; null deletes. A commit with two parents begins with what both have. */
  readonly changes?: Readonly<Record<string, string | null>>;
  /** The tree itself, in place of changes. */
  readonly tree?: string;
  /** ISO time; now when left out. */
  readonly at?: string | undefined;
  /** When its author wrote it, where that was at another time. */
  readonly authored_at?: string;
  readonly parent_ids?: readonly string[];
}

/** Names of a project's branches; none while its repository is empty. */
export function branchesOf(store: Store, projectId: number): string[] {
  return store
    .of(branchTable)
    .where("project", projectId)
    .map((branch) => branch.name);
}

export function branchNamed(store: Store, projectId: number, name: string): Branch | undefined {
  return store.of(branchTable).first("branch", inProject(projectId, name));
}

export function hasBranch(store: Store, projectId: number, name: string): boolean {
  return branchNamed(store, projectId, name) !== undefined;
}

export function tagNamed(store: Store, projectId: number, name: string): Tag | undefined {
  return store.of(tagTable).first("tag", inProject(projectId, name));
}

/**
 * The commit that a branch, a tag, a full hash or the beginning of one (7 characters or more) means, with the steps back from it that git knows
 * (`main~2`, `main^`). `HEAD` is the default branch.
 */
export function resolveRef(store: Store, projectId: number, ref: string): Commit | undefined {
  const named = shaNamed(store, projectId, ref) ?? ref;
  const exact = commitWith(store, projectId, named);
  if (exact !== undefined) return exact;
  const step = /^(.+)([~^])(\d*)$/.exec(ref);
  if (step !== null) return stepBack(store, resolveRef(store, projectId, step[1] ?? ""), step[2] ?? "", Number(step[3] || 1));
  if (!/^[0-9a-f]{7,39}$/.test(ref)) return undefined;
  return store
    .of(commitTable)
    .where("project", projectId)
    .find((commit) => commit.sha.startsWith(ref));
}

function shaNamed(store: Store, projectId: number, ref: string): string | undefined {
  const [, kind, name = ""] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  if (kind === "heads") return branchNamed(store, projectId, name)?.sha;
  if (kind === "tags") return tagNamed(store, projectId, name)?.sha;
  const known = branchNamed(store, projectId, ref)?.sha ?? tagNamed(store, projectId, ref)?.sha;
  const project = known === undefined && ref === "HEAD" ? store.projects.get(projectId) : undefined;
  return known ?? (project && headOf(store, project));
}

/** `~2` is the first parent's first parent, `^2` the second parent. */
function stepBack(store: Store, from: Commit | undefined, sign: string, count: number): Commit | undefined {
  let commit = from;
  if (sign === "^" && count > 1) return commit && commitWith(store, commit.project_id, commit.parent_ids[count - 1] ?? "");
  for (let left = count; left > 0 && commit !== undefined; left -= 1)
    commit = commitWith(store, commit.project_id, commit.parent_ids[0] ?? "");
  return commit;
}

/** Adds a commit to a branch, which moves to it. The branch must be there, or the repository empty. Returns the commit. */
export function addCommit(
  { store }: Pick<PlatformState, "store">,
  projectId: number,
  branch: string,
  draft: CommitDraft,
): Commit {
  const known = branchNamed(store, projectId, branch);
  const commit = insertCommit(store, projectId, {
    ...draft,
    parent_ids: draft.parent_ids ?? (known === undefined ? [] : [known.sha]),
  });
  if (known === undefined) store.of(branchTable).insert({ project_id: projectId, name: branch, sha: commit.sha });
  else store.of(branchTable).update(known.id, { sha: commit.sha });
  return commit;
}

/** Adds a commit that no branch points at yet, under git's id of it. One that is there already is the same. */
export function insertCommit(store: Store, projectId: number, draft: CommitDraft): Commit {
  const at = wholeSeconds(draft.at ?? new Date().toISOString());
  const author = signature(draft.author, wholeSeconds(draft.authored_at ?? at));
  const committer = signature(draft.committer ?? draft.author, at);
  const parent_ids = draft.parent_ids ?? [];
  const tree = draft.tree ?? withContents(store, startingTree(store, projectId, parent_ids), draft.changes ?? {});
  const text: CommitText = { tree, parent_ids, author, committer, message: draft.message };
  const sha = objectId("commit", commitBytes(text));
  const known = commitWith(store, projectId, sha);
  if (known !== undefined) return known;
  return store.of(commitTable).insert({
    project_id: projectId,
    sha,
    parent_ids,
    message: draft.message,
    author_name: author.name,
    author_email: author.email,
    authored_date: author.at,
    committer_name: committer.name,
    committer_email: committer.email,
    committed_date: committer.at,
    tree,
  });
}

function signature({ name, email }: Pick<User, "name" | "email">, at: string): Signature {
  return { name: cleaned(name), email: cleaned(email), at };
}

/**
 * Adds a branch at the head of the default branch, or at `sha`. In an empty repository it begins with a first commit and becomes the default branch.
 * Does nothing when the branch is there.
 */
export function addBranch(world: Pick<PlatformState, "store">, project: Project, name: string, sha?: string): void {
  const { store } = world;
  if (hasBranch(store, project.id, name)) return;
  const row = store.projects.get(project.id) ?? project;
  const head = sha ?? headOf(store, row);
  if (head !== undefined) {
    store.of(branchTable).insert({ project_id: project.id, name, sha: head });
    return;
  }
  const author = store.users.get(project.creator_id) ?? { name: "Unknown", email: "unknown@example.com" };
  addCommit(world, project.id, name, {
    message: "Initial commit",
    author,
    changes: { "README.md": `# ${project.name}\n` },
    at: project.created_at,
  });
  store.projects.update(project.id, { attributes: { ...row.attributes, default_branch: name } });
}

/** Hash of the head of the default branch; undefined while the repository is empty. */
export function headOf(store: Store, project: Project): string | undefined {
  const name = project.attributes["default_branch"];
  return typeof name === "string" ? branchNamed(store, project.id, name)?.sha : undefined;
}

/** Adds a tag at a commit; with a message it is an annotated one, and somebody made it. */
export function addTag(
  store: Store,
  projectId: number,
  name: string,
  sha: string,
  annotation: { readonly message: string; readonly tagger: Pick<User, "name" | "email">; readonly at?: string } | null,
): Tag {
  const tag = { project_id: projectId, name, sha, message: annotation?.message ?? null };
  if (annotation === null) return store.of(tagTable).insert(tag);
  const tagger = signature(annotation.tagger, wholeSeconds(annotation.at ?? new Date().toISOString()));
  const object = objectId("tag", tagBytes(name, sha, tagger, annotation.message));
  const tagged = { tagger_name: tagger.name, tagger_email: tagger.email, tagged_at: tagger.at };
  return store.of(tagTable).insert({ ...tag, object, ...tagged });
}

/** Points a branch, which must be there, at another commit. */
export function moveBranch(store: Store, projectId: number, name: string, sha: string): void {
  const branch = branchNamed(store, projectId, name);
  if (branch === undefined) throw new Error(`project ${projectId} has no branch ${name}`);
  store.of(branchTable).update(branch.id, { sha });
}

/** Copies a commit and what comes before it from one project to another, as a merge request of a fork and a fork itself need. */
export function fetchCommits(store: Store, from: number, to: number, sha: string): void {
  if (from === to) return;
  const missing = [...historyOf(store, from, sha)].filter((commitSha) => commitWith(store, to, commitSha) === undefined);
  for (const { id: _, ...commit } of commitsWith(store, from, missing))
    store.of(commitTable).insert({ ...commit, project_id: to });
}

/** Gives a fork the branches, tags, commits and default branch of the project that it is made from. */
export function copyRepository(store: Store, from: Project, to: Project): void {
  for (const { name, sha } of store.of(branchTable).where("project", from.id)) {
    fetchCommits(store, from.id, to.id, sha);
    store.of(branchTable).insert({ project_id: to.id, name, sha });
  }
  for (const { id: _, ...tag } of store.of(tagTable).where("project", from.id)) {
    fetchCommits(store, from.id, to.id, tag.sha);
    store.of(tagTable).insert({ ...tag, project_id: to.id });
  }
  const default_branch = store.projects.get(from.id)?.attributes["default_branch"] ?? null;
  store.projects.update(to.id, { attributes: { ...to.attributes, default_branch } });
}

/** Takes a branch away; its commits stay. */
export function removeBranch(store: Store, branch: Branch): void {
  store.of(branchTable).delete(branch.id);
}

/** Forgets branches, tags and commits of a project that is gone. Content and trees stay: others may have the same. */
export function forgetRepository(store: Store, projectId: number): void {
  const [branches, tags, commits] = [store.of(branchTable), store.of(tagTable), store.of(commitTable)];
  for (const table of [branches, tags, commits]) for (const row of table.where("project", projectId)) table.delete(row.id);
}

/** What another commit's tree becomes when it takes over what a commit changed, or with `undoes` what it was before that. A merge is looked at from its first parent. */
export function replayedTree(store: Store, commit: Commit, onto: string, undoes = false): MergedTree {
  const before = startingTree(store, commit.project_id, commit.parent_ids.slice(0, 1));
  const [base, theirs] = undoes ? [treeOf(store, commit), before] : [before, treeOf(store, commit)];
  return mergedTree(store, base, startingTree(store, commit.project_id, [onto]), theirs);
}

/**
 * Puts commits, oldest first, one after another onto another commit, as a rebase does: authors and their times stay, and one whose changes are there
 * already falls away. Returns the hash of the last; undefined where they do not fit.
 */
export function replay(
  store: Store,
  commits: readonly Commit[],
  onto: string,
  committer: Pick<User, "name" | "email">,
): string | undefined {
  let head = onto;
  for (const commit of commits) {
    const { tree, conflicts } = replayedTree(store, commit, head);
    if (conflicts.length > 0) return undefined;
    const wasEmpty = treeOf(store, commit) === startingTree(store, commit.project_id, commit.parent_ids.slice(0, 1));
    if (tree === startingTree(store, commit.project_id, [head]) && !wasEmpty) continue;
    head = insertCommit(store, commit.project_id, {
      message: commit.message,
      author: { name: commit.author_name, email: commit.author_email },
      authored_at: commit.authored_date,
      committer,
      tree,
      parent_ids: [head],
    }).sha;
  }
  return head;
}
