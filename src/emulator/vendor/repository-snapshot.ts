import { deflateSync } from "node:zlib";
import type { Context } from "../context.js";
import { blobBytes } from "../git/blobs.js";
import { treeOf } from "../git/commit-trees.js";
import { commitBytes, EMPTY_TREE, tagBytes, treeBytes } from "../git/format.js";
import { logOf } from "../git/log.js";
import { tarOf } from "../git/tar.js";
import { allBelow, entriesOf } from "../git/trees.js";
import { findProject } from "../lookup.js";
import type { Project } from "../records.js";
import { branchTable, tagTable } from "../records/repository.js";
import type { Commit, Tag } from "../records/repository.js";
import type { Reply } from "../replies.js";
import { resolveRef } from "../repository.js";
import type { Resource } from "../resource.js";
import type { Store } from "../store.js";
import { defaultBranch } from "./repository/access.js";

/** The repository itself, as git keeps it: a bare one in a tar archive. */
export default {
  operations: { "GET /projects/{id}/snapshot": { role: "administrator", handler: snapshot } },
} satisfies Resource;

type Files = Map<string, Uint8Array>;

function snapshot(context: Context): Reply {
  const { store } = context;
  const project = findProject(context);
  const files: Files = new Map([
    ["HEAD", Buffer.from(`ref: refs/heads/${defaultBranch(project) ?? "main"}\n`)],
    ["config", Buffer.from("[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n")],
  ]);
  addRefs(store, project, files);
  const entries = [...foldersOf(files), ...files].map(([path, content]) => ({
    path,
    mode: content === undefined ? 0o755 : 0o644,
    content,
  }));
  const headers = { "Content-Type": "application/x-tar", "Content-Disposition": 'attachment; filename="snapshot.tar"' };
  return { status: 200, body: tarOf(entries, Math.floor(Date.parse(project.created_at) / 1000), ""), headers };
}

function addRefs(store: Store, project: Project, files: Files): void {
  const branches = store.of(branchTable).where("project", project.id);
  const tags = store.of(tagTable).where("project", project.id);
  for (const { name, sha } of branches) files.set(`refs/heads/${name}`, Buffer.from(`${sha}\n`));
  for (const tag of tags) {
    files.set(`refs/tags/${tag.name}`, Buffer.from(`${tag.object ?? tag.sha}\n`));
    addTag(tag, files);
  }
  const heads = [...branches, ...tags].flatMap(({ sha }) => resolveRef(store, project.id, sha) ?? []);
  for (const commit of logOf(store, heads)) addCommit(store, commit, files);
}

function addTag({ name, sha, object, message, tagger_name, tagger_email, tagged_at }: Tag, files: Files): void {
  if (object === undefined || tagger_name === undefined || tagger_email === undefined || tagged_at === undefined) return;
  const tagger = { name: tagger_name, email: tagger_email, at: tagged_at };
  addObject(files, object, "tag", tagBytes(name, sha, tagger, message ?? ""));
}

function addCommit(store: Store, commit: Commit, files: Files): void {
  const tree = treeOf(store, commit);
  const author = { name: commit.author_name, email: commit.author_email, at: commit.authored_date };
  const committer = { name: commit.committer_name, email: commit.committer_email, at: commit.committed_date };
  const { sha, parent_ids, message } = commit;
  addObject(files, sha, "commit", commitBytes({ tree, parent_ids, author, committer, message }));
  addTree(store, tree, files);
  for (const one of tree === EMPTY_TREE ? [] : allBelow(store, tree)) {
    if (one.mode === "040000") addTree(store, one.sha, files);
    else if (one.mode !== "160000") addObject(files, one.sha, "blob", blobBytes(store, one.sha));
  }
}

function addTree(store: Store, sha: string, files: Files): void {
  addObject(files, sha, "tree", treeBytes(entriesOf(store, sha)));
}

/** One loose object. */
function addObject(files: Files, sha: string, type: string, bytes: Uint8Array): void {
  const path = `objects/${sha.slice(0, 2)}/${sha.slice(2)}`;
  if (!files.has(path)) files.set(path, deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])));
}

/** The folders that files lie in, and those that git looks for even where nothing is in them. */
function foldersOf(files: Files): [string, undefined][] {
  const folders = new Set(["refs", "refs/heads", "refs/tags", "objects"]);
  for (const path of files.keys()) {
    const names = path.split("/");
    for (let depth = 1; depth < names.length; depth += 1) folders.add(names.slice(0, depth).join("/"));
  }
  return [...folders].toSorted().map((folder) => [folder, undefined]);
}
