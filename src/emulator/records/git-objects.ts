import type { TreeEntry } from "../git/format.js";
import { defineTable } from "../table.js";

/** Content of files, under git's id of it; shared by all repositories that have it. */
export type Blob = {
  readonly id: number;
  readonly sha: string;
  /** Text as it is, anything else in base64. */
  readonly content: string;
  readonly encoding: "text" | "base64";
};

/** A folder, under git's id of it; its entries in git's order. Shared as content is. */
export type Tree = { readonly id: number; readonly sha: string; readonly entries: readonly TreeEntry[] };

export const blobTable = defineTable<Blob, "sha">("git_blobs", { sha: ({ sha }) => sha });

export const treeTable = defineTable<Tree, "sha">("git_trees", { sha: ({ sha }) => sha });
