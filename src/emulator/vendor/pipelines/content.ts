import { blobBytes } from "../../git/blobs.js";
import { treeOf } from "../../git/commit-trees.js";
import { commitWith } from "../../git/history.js";
import { entryAt } from "../../git/trees.js";
import type { Store } from "../../store.js";

/** The text of a file as a commit has it; undefined where it has none. */
export function textAt(store: Store, projectId: number, sha: string, path: string): string | undefined {
  const commit = commitWith(store, projectId, sha);
  const entry = commit === undefined ? undefined : entryAt(store, treeOf(store, commit), path);
  return entry === undefined || entry.mode === "040000" ? undefined : blobBytes(store, entry.sha).toString("utf8");
}

/** Where a project keeps what its pipelines do. */
export function configPath(attributes: Readonly<Record<string, unknown>>): string {
  const path = attributes["ci_config_path"];
  return typeof path === "string" && path !== "" ? path : ".gitlab-ci.yml";
}
