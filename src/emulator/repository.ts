import { createHash } from "node:crypto";
import type { Project, User } from "./records.js";
import { branchTable, commitTable, inProject, tagTable } from "./records/repository.js";
import type { Branch, Commit, Tag } from "./records/repository.js";
import type { PlatformState } from "./section.js";
import type { Store } from "./store.js";

/** What a new commit says; without parents it goes on from the head of its branch. */
export interface CommitDraft {
  readonly message: string;
  readonly author: Pick<User, "name" | "email">;
  /** Paths with their new content; null deletes. */
  readonly changes: Readonly<Record<string, string | null>>;
  /** ISO time; now when left out. */
  readonly at?: string | undefined;
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

/** The commit with a full hash; undefined when the project does not have it. */
export function commitWith(store: Store, projectId: number, sha: string): Commit | undefined {
  return store.of(commitTable).first("sha", inProject(projectId, sha));
}

/** The commit that a branch, a tag, a full hash or the beginning of one (7 characters or more) means. */
export function resolveRef(store: Store, projectId: number, ref: string): Commit | undefined {
  const named = branchNamed(store, projectId, ref)?.sha ?? tagNamed(store, projectId, ref)?.sha ?? ref;
  const exact = commitWith(store, projectId, named);
  if (exact !== undefined || !/^[0-9a-f]{7,39}$/.test(ref)) return exact;
  return store
    .of(commitTable)
    .where("project", projectId)
    .find((commit) => commit.sha.startsWith(ref));
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

/** Adds a commit that no branch points at yet. Its hash depends on the project and on all that it says, so that seeds give the same at every start. */
export function insertCommit(store: Store, projectId: number, draft: CommitDraft): Commit {
  const at = draft.at ?? new Date().toISOString();
  const parent_ids = draft.parent_ids ?? [];
  const order = store.of(commitTable).count("project", projectId);
  const text = JSON.stringify([projectId, order, parent_ids, draft.message, draft.author.email]);
  return store.of(commitTable).insert({
    project_id: projectId,
    sha: createHash("sha1").update(text).digest("hex"),
    parent_ids,
    message: draft.message,
    author_name: draft.author.name,
    author_email: draft.author.email,
    authored_date: at,
    committer_name: draft.author.name,
    committer_email: draft.author.email,
    committed_date: at,
    changes: draft.changes,
  });
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

/** Adds a tag at a commit. */
export function addTag(store: Store, projectId: number, name: string, sha: string, message: string | null): Tag {
  return store.of(tagTable).insert({ project_id: projectId, name, sha, message });
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
  const missing = [...historyOf(store, from, sha)]
    .filter((one) => commitWith(store, to, one) === undefined)
    .flatMap((one) => commitWith(store, from, one) ?? [])
    .toSorted((a, b) => a.id - b.id);
  for (const { id: _, ...commit } of missing) store.of(commitTable).insert({ ...commit, project_id: to });
}

/** Gives a fork the branches, commits and default branch of the project that it is made from. */
export function copyRepository(store: Store, from: Project, to: Project): void {
  for (const { name, sha } of store.of(branchTable).where("project", from.id)) {
    fetchCommits(store, from.id, to.id, sha);
    store.of(branchTable).insert({ project_id: to.id, name, sha });
  }
  const default_branch = store.projects.get(from.id)?.attributes["default_branch"] ?? null;
  store.projects.update(to.id, { attributes: { ...to.attributes, default_branch } });
}

/** Takes a branch away; its commits stay. */
export function removeBranch(store: Store, branch: Branch): void {
  store.of(branchTable).delete(branch.id);
}

/** Forgets branches, tags and commits of a project that is gone. */
export function forgetRepository(store: Store, projectId: number): void {
  const [branches, tags, commits] = [store.of(branchTable), store.of(tagTable), store.of(commitTable)];
  for (const table of [branches, tags, commits]) for (const row of table.where("project", projectId)) table.delete(row.id);
}

/** Hashes of a commit and of everything before it. */
export function historyOf(store: Store, projectId: number, sha: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [sha];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(commitWith(store, projectId, next)?.parent_ids ?? []));
  }
  return seen;
}

/** Commits that `head` has and `base` has not, oldest first. */
export function commitsBetween(store: Store, projectId: number, base: string, head: string): Commit[] {
  const before = historyOf(store, projectId, base);
  return [...historyOf(store, projectId, head)]
    .filter((sha) => !before.has(sha))
    .flatMap((sha) => commitWith(store, projectId, sha) ?? [])
    .toSorted((a, b) => a.id - b.id);
}

/** The newest commit that both have; undefined when they have nothing in common. */
export function mergeBase(store: Store, projectId: number, one: string, other: string): Commit | undefined {
  const history = historyOf(store, projectId, other);
  return [...historyOf(store, projectId, one)]
    .filter((sha) => history.has(sha))
    .flatMap((sha) => commitWith(store, projectId, sha) ?? [])
    .toSorted((a, b) => b.id - a.id)[0];
}

/** True when both sides changed a file since their merge base, to something different: they cannot be merged. */
export function conflicts(store: Store, projectId: number, one: string, other: string): boolean {
  const mine = changesOf(commitsBetween(store, projectId, other, one));
  const theirs = changesOf(commitsBetween(store, projectId, one, other));
  return Object.entries(mine).some(([path, content]) => Object.hasOwn(theirs, path) && theirs[path] !== content);
}

/** What commits, oldest first, change together. */
export function changesOf(commits: readonly Commit[]): Record<string, string | null> {
  return Object.assign(Object.create(null), ...commits.map((commit) => commit.changes)) as Record<string, string | null>;
}
