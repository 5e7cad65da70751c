import { type Row, defineTable } from "../table.js";
import type { TreeEntry } from "./format.js";

/** Numbers of the issues that a text may name, in whichever project: so that what names an issue is found without reading everything. */
export function issueNumbers(text: string): number[] {
  return [...new Set([...text.matchAll(/(?:#|issues\/)(\d{1,15})/g)].map(([, iid]) => Number(iid)))];
}

/** Content of files, under git's id of it; shared by all repositories that have it. */
type Blob = Row & {
  readonly sha: string;
  /** Text as it is, anything else in base64. */
  readonly content: string;
  readonly encoding: "text" | "base64";
};

/** A folder, under git's id of it; its entries in git's order. Shared as content is. */
type Tree = Row & { readonly sha: string; readonly entries: readonly TreeEntry[] };

export const blobTable = defineTable<Blob, "sha">("git_blobs", { sha: ({ sha }) => sha });

export const treeTable = defineTable<Tree, "sha">("git_trees", { sha: ({ sha }) => sha });

/** A branch; `sha` is the commit that it points at. */
export type Branch = Row & { readonly project_id: number; readonly name: string; readonly sha: string };

export type Tag = Row & {
  readonly project_id: number;
  readonly name: string;
  /** The commit that it names. */
  readonly sha: string;
  /** Message of an annotated tag. */
  readonly message: string | null;
  /** Id of the object that an annotated tag is. */
  readonly object?: string;
  /** Who made an annotated tag when. */
  readonly tagger_name?: string;
  readonly tagger_email?: string;
  readonly tagged_at?: string;
};

/** A commit: what it says, what came before it, and the tree of its files. */
export type Commit = Row & {
  readonly project_id: number;
  /** 40 hexadecimal characters. */
  readonly sha: string;
  readonly parent_ids: readonly string[];
  readonly message: string;
  readonly author_name: string;
  readonly author_email: string;
  readonly authored_date: string;
  readonly committer_name: string;
  readonly committer_email: string;
  readonly committed_date: string;
  /** Id of the tree; missing in what data files from before there were trees hold. */
  readonly tree?: string;
  /** In such files: the paths that it changed with their content (null: deleted). */
  readonly changes?: Readonly<Record<string, string | null>>;
};

/** Index key of a branch, tag or commit of a project by its name. */
export const inProject = (projectId: number, name: string): string => `${projectId}:${name}`;

export const branchTable = defineTable<Branch, "project" | "branch">("branches", {
  project: (branch) => branch.project_id,
  branch: (branch) => inProject(branch.project_id, branch.name),
});

export const tagTable = defineTable<Tag, "project" | "tag">("tags", {
  project: (tag) => tag.project_id,
  tag: (tag) => inProject(tag.project_id, tag.name),
});

export const commitTable = defineTable<Commit, "project" | "sha" | "names">("commits", {
  project: (commit) => commit.project_id,
  sha: (commit) => inProject(commit.project_id, commit.sha),
  names: ({ message }) => issueNumbers(message),
});
