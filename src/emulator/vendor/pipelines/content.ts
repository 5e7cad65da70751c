import { commitWith } from "../../repository.js";
import type { Store } from "../../store.js";

/** The text of a file as a commit has it; undefined where it has none. */
export function textAt(store: Store, projectId: number, sha: string, path: string): string | undefined {
  for (let commit = commitWith(store, projectId, sha); commit !== undefined;) {
    const content = commit.changes[path];
    if (content !== undefined) return content ?? undefined;
    const [parent] = commit.parent_ids;
    commit = parent === undefined ? undefined : commitWith(store, projectId, parent);
  }
  return undefined;
}

/** Where a project keeps what its pipelines do. */
export function configPath(attributes: Readonly<Record<string, unknown>>): string {
  const path = attributes["ci_config_path"];
  return typeof path === "string" && path !== "" ? path : ".gitlab-ci.yml";
}
