import { treeOf } from "../../git/commit-trees.js";
import { EMPTY_TREE } from "../../git/format.js";
import type { Mode, TreeEntry } from "../../git/format.js";
import { entriesOf } from "../../git/trees.js";
import type { Json, JsonObject } from "../../json.js";
import { isObject } from "../../json.js";
import { blobTable, treeTable } from "../../records/git-objects.js";
import { branchTable, commitTable, tagTable } from "../../records/repository.js";
import { textOf } from "../../row/text.js";
import type { Store } from "../../store.js";
import { linesOf, rowsIn } from "./archive.js";
import type { Parts } from "./archive.js";
import { bare, nullable } from "./planning.js";

const FOLDER = "repository";

/** Branches, tags, commits, and the trees and contents that these have, as parts of an archive. */
export function repositoryParts(store: Store, projectId: number): [string, string][] {
  const commits = store.of(commitTable).where("project", projectId);
  const trees = new Map<string, JsonObject>();
  const blobs = new Map<string, JsonObject>();
  const waiting = commits.map((commit) => treeOf(store, commit));
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    if (tree === EMPTY_TREE || trees.has(tree)) continue;
    const entries = entriesOf(store, tree);
    trees.set(tree, { sha: tree, entries: entries.map(({ mode, name, sha }) => ({ mode, name, sha })) });
    for (const { mode, sha } of entries) {
      const blob = mode === "040000" ? undefined : store.of(blobTable).first("sha", sha);
      if (mode === "040000") waiting.push(sha);
      else if (blob !== undefined) blobs.set(sha, bare(blob));
    }
  }
  return [
    [`${FOLDER}/branches.ndjson`, linesOf(store.of(branchTable).where("project", projectId).map(bare))],
    [`${FOLDER}/tags.ndjson`, linesOf(store.of(tagTable).where("project", projectId).map(bare))],
    [`${FOLDER}/commits.ndjson`, linesOf(commits.map((commit) => ({ ...bare(commit), tree: treeOf(store, commit) })))],
    [`${FOLDER}/trees.ndjson`, linesOf([...trees.values()])],
    [`${FOLDER}/blobs.ndjson`, linesOf([...blobs.values()])],
  ];
}

/** Gives a project the repository of an archive. */
export function takeRepository(store: Store, projectId: number, parts: Parts): void {
  const rows = (name: string): JsonObject[] => rowsIn(parts, `${FOLDER}/${name}.ndjson`);
  for (const { sha, content, encoding } of rows("blobs"))
    if (store.of(blobTable).first("sha", textOf(sha)) === undefined)
      store
        .of(blobTable)
        .insert({ sha: textOf(sha), content: textOf(content), encoding: encoding === "text" ? "text" : "base64" });
  for (const { sha, entries } of rows("trees"))
    if (store.of(treeTable).first("sha", textOf(sha)) === undefined)
      store.of(treeTable).insert({ sha: textOf(sha), entries: listOf(entries).map(entryOf) });
  for (const row of rows("commits"))
    store.of(commitTable).insert({
      project_id: projectId,
      sha: textOf(row["sha"]),
      parent_ids: listOf(row["parent_ids"]).map((one) => textOf(one)),
      message: textOf(row["message"]),
      author_name: textOf(row["author_name"]),
      author_email: textOf(row["author_email"]),
      authored_date: textOf(row["authored_date"]),
      committer_name: textOf(row["committer_name"]),
      committer_email: textOf(row["committer_email"]),
      committed_date: textOf(row["committed_date"]),
      tree: textOf(row["tree"]),
    });
  for (const { name, sha } of rows("branches"))
    store.of(branchTable).insert({ project_id: projectId, name: textOf(name), sha: textOf(sha) });
  for (const { name, sha, message, object, tagged_at } of rows("tags"))
    store.of(tagTable).insert({
      project_id: projectId,
      name: textOf(name),
      sha: textOf(sha),
      message: nullable(message),
      ...(typeof object === "string" ? { object } : {}),
      ...(typeof tagged_at === "string" ? { tagged_at } : {}),
    });
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

const MODES: readonly Mode[] = ["100644", "100755", "120000", "040000", "160000"];

function entryOf(value: Json): TreeEntry {
  const { mode, name, sha } = isObject(value) ? value : {};
  return { mode: MODES.find((one) => one === mode) ?? "100644", name: textOf(name), sha: textOf(sha) };
}
